/** News when the page is closed: the hall tells this device by push messages what it has asked for. */

import { askForNews, newsInfo, stopNews } from './api'
import { askPermission } from './notify'
import type { Device, NewsInfo, NewsKind } from './protocol'
import { language } from './settings.svelte'
import { flag, recordOf, text } from './shapes'
import { randomText, recall, remember } from './storage'

/** What may be asked: about a seat or a player with its token, about dailies without one. */
export interface Wish {
  kind: NewsKind
  /** The table, tournament or daily under /api. */
  path: string
  token: string
}

/** `off` can be asked for; `insecure` and `never` cannot be had on this page, or in this browser. */
export type NewsState = 'on' | 'off' | 'denied' | 'insecure' | 'never'

let info: Promise<NewsInfo> | null = null

/** What the hall offers, asked for once. */
export function offered(): Promise<NewsInfo> {
  info ??= newsInfo().catch((error: unknown) => {
    info = null
    throw error
  })
  return info
}

const wanted = () => recall('news', recordOf(flag), {})

export function newsState(kind: NewsKind): NewsState {
  if (!window.isSecureContext) return 'insecure'
  if (!('PushManager' in window) || !('Notification' in window) || !('serviceWorker' in navigator)) return 'never'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && wanted()[kind] ? 'on' : 'off'
}

/** Asks the person, the browser and the hall; what has come of it. */
export async function turnOn(wish: Wish): Promise<NewsState> {
  if ((await askPermission()) !== 'granted') return newsState(wish.kind)
  await tellHall(wish)
  remember('news', { ...wanted(), [wish.kind]: true })
  return newsState(wish.kind)
}

/** Tells the hall of another seat or tournament, where news of that kind are on. */
export async function tellHall(wish: Wish): Promise<void> {
  const device = await subscribed()
  await askForNews(wish.path, { device, language: language(), token: wish.token })
}

/** No more news of that kind; the device is forgotten with the last. */
export async function turnOff(kind: NewsKind): Promise<void> {
  const left = { ...wanted(), [kind]: false }
  const subscription = await (await worker()).pushManager.getSubscription()
  if (subscription) {
    await stopNews({ endpoint: subscription.endpoint, kind })
    if (!Object.values(left).includes(true)) await subscription.unsubscribe()
  }
  remember('news', left)
}

/** Has the hall send mails to that address, once somebody there has confirmed it. The secret makes the wish this
 * browser's own: nobody else can ask for mails in its name. */
export async function mailTo(address: string, wish: Wish): Promise<void> {
  const known = recall('mail', text, '')
  const endpoint = known.startsWith(`mailto:${address}?`) ? known : `mailto:${address}?${randomText(16)}`
  await askForNews(wish.path, {
    device: { endpoint, p256dh: null, auth: null },
    language: language(),
    token: wish.token,
  })
  remember('mail', endpoint)
}

/** The address that mails were last asked for. */
export const mailAddress = () => recall('mail', text, '').slice('mailto:'.length).split('?')[0] ?? ''

async function worker(): Promise<ServiceWorkerRegistration> {
  const found = await navigator.serviceWorker.getRegistration()
  if (!found) throw new Error('no worker')
  return found
}

/** This device at its push service, with the key of this hall: another hall at the same address had another. */
async function subscribed(): Promise<Device> {
  const { pushManager } = await worker()
  const { key } = await offered()
  let subscription = await pushManager.getSubscription()
  if (subscription && textOf(subscription.options.applicationServerKey) !== key) {
    await subscription.unsubscribe()
    subscription = null
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const [p256dh, auth] = [subscription.getKey('p256dh'), subscription.getKey('auth')]
  return { endpoint: subscription.endpoint, p256dh: textOf(p256dh), auth: textOf(auth) }
}

/** Bytes in URL-safe base64, without padding. */
function textOf(bytes: ArrayBuffer | null): string {
  const letters = Array.from(new Uint8Array(bytes ?? new ArrayBuffer(0)), (byte) => String.fromCharCode(byte))
  return btoa(letters.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
