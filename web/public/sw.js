importScripts('/notified.js')

// Nothing of the hall is kept here, so nothing is ever stale: pages come from the hall or, when it does not answer,
// a page says so. The page itself writes that one (lib/install.ts), in its reader's language.
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  event.respondWith(
    fetch(event.request).catch(
      async () => (await caches.match('/offline', { cacheName: 'quincunx' })) ?? Response.error(),
    ),
  )
})
