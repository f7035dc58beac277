/** A copy of an eSIM's page on this device: when it was taken, and when it goes by itself. */
export type KeptCopy = { at: Date; until: Date }

const WORKER = '/esim-keeper.js'
const MARK = 'data-kept'
const PREFIX = 'kept-esim:'
const FILES = /\/(?:_next\/static|flags|icons|brand)\/[\w.~@()[\]%/-]+\.\w+/g

/** Tells whether this browser can keep a page at all. */
export function canKeep(): boolean {
  return 'serviceWorker' in navigator && 'caches' in window
}

/** The copy that this device has of a page, `null` when there is none or it has run out. */
export async function findCopy(path: string): Promise<KeptCopy | null> {
  if (!canKeep()) return null
  const copy = await caches.match(path, { cacheName: PREFIX + path, ignoreVary: true })
  const [at, until] = ['x-kept-at', 'x-kept-until'].map((name) => new Date(copy?.headers.get(name) ?? Number.NaN))

  return at && until && until.getTime() > Date.now() ? { at, until } : null
}

/**
 * Keeps the page that is open, with the files it is made of and nothing else, until a date.
 *
 * The page comes last: a copy is there only once it can be shown. Throws when the page cannot be had.
 */
export async function keepCopy(path: string, until: Date, signal?: AbortSignal): Promise<KeptCopy> {
  const at = new Date()
  const answer = await fetch(path, { cache: 'no-store', headers: { accept: 'text/html' }, signal: signal ?? null })
  if (!answer.ok || answer.redirected) throw new Error(`the page answered ${answer.status}`)
  const html = await answer.text()
  const cache = await caches.open(PREFIX + path)
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const files = new Set([...html.matchAll(FILES), ...loaded.join('\n').matchAll(FILES)].map(([file]) => file))
  // A picture or a chunk that is missing costs its own place on the page, not the page.
  await Promise.allSettled([...files].map((file) => cache.add(file)))
  signal?.throwIfAborted()
  const headers = new Headers(answer.headers)
  headers.set('x-kept-at', at.toISOString())
  headers.set('x-kept-until', until.toISOString())
  // The copy says itself that it is one: a browser may believe to be online and be shown it all the same.
  await cache.put(path, new Response(html.replace('<html', `<html ${MARK}`), { headers }))
  try {
    await navigator.serviceWorker.register(WORKER, { scope: path })
  } catch (error) {
    // Nothing would ever show this copy, and its code must not lie about.
    await dropCopy(path)
    throw error
  }
  await navigator.serviceWorker.ready

  return { at, until }
}

/** True on a page that came from its copy and not from the store. */
export function isShownFromCopy(): boolean {
  return document.documentElement.hasAttribute(MARK)
}

/** Removes the copy of a page, and what served it. */
export async function dropCopy(path: string): Promise<void> {
  if (!canKeep()) return
  await caches.delete(PREFIX + path)
  const found = await navigator.serviceWorker.getRegistrations()
  await Promise.all(found.filter(({ scope }) => new URL(scope).pathname === path).map((one) => one.unregister()))
}

/** Removes every copy on this device whose time is over. */
export async function dropOutdated(): Promise<void> {
  if (!canKeep()) return
  const paths = (await caches.keys()).filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
  for (const path of paths) if (!(await findCopy(path))) await dropCopy(path)
}
