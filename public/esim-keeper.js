// Opens the page of one eSIM without a network, for a traveller who asked to keep it on this device.
// It is registered for that one address, touches nothing else, and goes together with the copy.
const PATIENCE_MS = 4000
const page = new URL(self.registration.scope).pathname
const cacheName = `kept-esim:${page}`

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, search } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate') {
    if (pathname === page && search === '') event.respondWith(openPage(request))
  } else if (/^\/(_next\/static|flags|icons|brand)\//.test(pathname)) {
    event.respondWith(openFile(request))
  }
})

/** The page as it is now, or the copy where the network is silent, slow or broken. */
async function openPage(request) {
  const copy = await keptCopy()
  if (!copy) return fetch(request)
  try {
    const answer = await inTime(fetch(request))
    // Led away or gone: this browser may not see the eSIM any more, so neither may the copy be seen.
    if (answer.type === 'opaqueredirect' || [401, 403, 404, 410].includes(answer.status)) await forget()

    return answer.status >= 500 ? copy : answer
  } catch {
    return copy
  }
}

async function openFile(request) {
  return (await caches.match(request.url, { cacheName, ignoreVary: true, ignoreSearch: true })) ?? fetch(request)
}

async function keptCopy() {
  const copy = await caches.match(page, { cacheName, ignoreVary: true })
  if (!copy) return null
  if (Date.parse(copy.headers.get('x-kept-until') ?? '') > Date.now()) return copy
  await forget()

  return null
}

async function forget() {
  await caches.delete(cacheName)
  await self.registration.unregister()
}

function inTime(answer) {
  return Promise.race([
    answer,
    new Promise((_, reject) => {
      setTimeout(reject, PATIENCE_MS, new Error('too slow'))
    }),
  ])
}
