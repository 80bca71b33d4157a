/** The browser's own notification when it is somebody's turn and the page is not looked at. */

/** `off` can be asked for, `never` cannot be had here: the browser has none, or not for plain http. */
export type Permission = 'granted' | 'denied' | 'off' | 'never'

export function permission(): Permission {
  if (!('Notification' in window) || !window.isSecureContext) return 'never'
  return Notification.permission === 'default' ? 'off' : Notification.permission
}

/** Asks the person; what they say. */
export async function askPermission(): Promise<Permission> {
  if (permission() === 'off') await Notification.requestPermission()
  return permission()
}

/** Says that it is their turn, unless they are looking. */
export async function notifyTurn(title: string, body: string, path: string): Promise<void> {
  if (!document.hidden || permission() !== 'granted') return
  const settings = { body, tag: path, icon: '/icon-192.png', data: path }
  const worker = await navigator.serviceWorker?.getRegistration()
  // Phones show notifications only through a worker.
  if (worker) await worker.showNotification(title, settings)
  else new Notification(title, settings).onclick = () => window.focus()
}
