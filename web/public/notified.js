// Shows the hall's news, unless the person looks at the very page that they are about.
self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())))
// Opens the page that a notification was about.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data))
})

async function show({ title, body, lang, path }) {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open.some((client) => client.visibilityState === 'visible' && new URL(client.url).pathname === path)) return
  await self.registration.showNotification(title, { body, lang, tag: path, icon: '/icon-192.png', data: path })
}

async function openPage(path) {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = open.find((client) => new URL(client.url).pathname === path)
  return there ? there.focus() : self.clients.openWindow(path)
}
