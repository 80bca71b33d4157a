// Keeps the whole site: after its first load nothing is asked of the network.
importScripts('/notified.js')

const KEPT = 'quincunx-site-%VERSION%'
const FILES = %FILES%

self.addEventListener('install', (event) => event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES))))
self.addEventListener('activate', (event) => event.waitUntil(takeOver()))
self.addEventListener('fetch', (event) => {
  const { method, url } = event.request
  if (method === 'GET' && new URL(url).origin === location.origin) event.respondWith(answer(event.request))
})

async function takeOver() {
  const others = (await caches.keys()).filter((name) => name.startsWith('quincunx') && name !== KEPT)
  await Promise.all(others.map((name) => caches.delete(name)))
  await self.clients.claim()
}

async function answer(request) {
  const kept = await caches.open(KEPT)
  const found = await kept.match(request.mode === 'navigate' ? '/' : request)
  return found ?? fetch(request)
}
