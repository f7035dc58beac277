// Shows what the store has to tell of one order, for a buyer who asked for it on this device. It is registered for the
// page of that order and opens nothing else; it answers no request, so the page itself never comes from here.
const page = self.registration.scope

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => {
  const { title, tag, ...shown } = event.data.json()
  event.waitUntil(self.registration.showNotification(title, { ...shown, tag: `${page} ${tag}` }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage())
})

async function openPage() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows.find(({ url }) => new URL(url).pathname === new URL(page).pathname)

  return open ? open.focus() : self.clients.openWindow(page)
}
