// Opens the table that a notification was about.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openTable(event.notification.data))
})

async function openTable(path) {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = open.find((client) => new URL(client.url).pathname === path)
  return there ? there.focus() : self.clients.openWindow(path)
}
