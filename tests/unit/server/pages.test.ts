import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { followRevision } from '#lib/server/catalog-watch.ts'
import { type Finished, type Page, toPage } from '#lib/server/page.ts'
import { createPageCache } from '#lib/server/page-cache.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'

function finished(text: string, over: Partial<Finished> = {}, status = 200): Finished {
  const bytes = Buffer.from(text)
  const page = {
    status,
    headers: {},
    etag: `"${text}"`,
    plainLength: bytes.length,
    plain: bytes,
    gzip: bytes,
    br: bytes,
  }

  return { page, mayKeep: status === 200, isPersonal: false, ...over }
}

test('shares one making between simultaneous callers', async () => {
  const cache = createPageCache({ maxBytes: 1e6 })
  let made = 0
  const make = async () => {
    made += 1
    await new Promise((resolve) => setTimeout(resolve, 10))

    return finished('a')
  }

  await Promise.all(Array.from({ length: 50 }, () => cache.get('k', make)))

  expect(made).toBe(1)
})

test('shows an outdated page while one new one is made', async () => {
  const cache = createPageCache({ maxBytes: 1e6 })
  await cache.get('k', async () => finished('old'))
  cache.outdate()

  const during = await cache.get('k', async () => finished('new'))

  expect(during.page.plain?.toString()).toBe('old')
  await vi.waitFor(() => expect(cache.peek('k')?.plain?.toString()).toBe('new'), PATIENCE_MS)
})

test('lets a visitor wait for the new page when the old one is long outdated', async () => {
  let clock = 0
  const cache = createPageCache({ maxBytes: 1e6, now: () => clock })
  await cache.get('k', async () => finished('old'))
  cache.outdate()
  clock = 61_000

  const { page } = await cache.get('k', async () => finished('new'))

  expect(page.plain?.toString()).toBe('new')
})

test.each([
  ['throws', () => Promise.reject(new Error('down'))],
  ['fails', async () => finished('broken', {}, 500)],
])('keeps the old page when making the new one %s', async (_, make) => {
  let clock = 0
  const cache = createPageCache({ maxBytes: 1e6, now: () => clock })
  await cache.get('k', async () => finished('old'))
  cache.outdate()
  clock = 61_000

  const { page } = await cache.get('k', make)

  expect(page.plain?.toString()).toBe('old')
})

test('a page that was read before a change is not shown for long after it, though Next remembers it and hands it on', async () => {
  const cache = createPageCache({ maxBytes: 1e6 })
  let stored = 'old'
  let remembered: string | null = null
  let running: Promise<string> | null = null
  const { promise: drawn, resolve: draw } = Promise.withResolvers<void>()
  const render = async () => {
    const read = stored
    await drawn
    remembered = read
    running = null

    return read
  }
  const make = async () => {
    if (remembered === null) running ??= render()

    return finished(remembered ?? (await running) ?? '')
  }
  const forget = async () => {
    remembered = null
  }
  const revision = followRevision({ forget, outdate: cache.outdate, allMade: cache.allMade })
  onTestFinished(() => revision.stop())
  revision.moveTo(1)

  const before = cache.get('document', make)
  stored = 'new'
  revision.moveTo(2)
  await new Promise((resolve) => setTimeout(resolve))
  const joined = cache.get('payload', make)
  draw()
  await Promise.all([before, joined])

  for (const key of ['document', 'payload']) {
    await vi.waitFor(async () => {
      const { page } = await cache.get(key, make)
      expect(page.plain?.toString()).toBe('new')
    }, PATIENCE_MS)
  }
})

test('a page that began before a change is outdated when it is finished', async () => {
  const cache = createPageCache({ maxBytes: 1e6 })
  let finish = (_: Finished) => {}
  const slow = cache.get('k', () => new Promise<Finished>((resolve) => (finish = resolve)))

  cache.outdate()
  finish(finished('old facts'))
  await slow

  expect(cache.peek('k')).toBeNull()
})

test('a page that began before a change never takes the place of one that began after it', async () => {
  const cache = createPageCache({ maxBytes: 1e6 })
  let finish = (_: Finished) => {}
  const slow = cache.get('k', () => new Promise<Finished>((resolve) => (finish = resolve)))
  cache.outdate()
  await cache.get('k', async () => finished('new'))
  finish(finished('old'))

  expect((await slow).page.plain?.toString()).toBe('new')
  expect(cache.peek('k')?.plain?.toString()).toBe('new')
})

test('forgets a page that is gone', async () => {
  const cache = createPageCache({ maxBytes: 1e6 })
  await cache.get('k', async () => finished('old'))
  cache.outdate()
  await cache.get('k', async () => finished('gone', {}, 404))

  await vi.waitFor(() => expect(cache.bytes).toBe(0), PATIENCE_MS)
})

test('never takes more memory than it may, and lets the least used page go first', async () => {
  const cache = createPageCache({ maxBytes: 9_000 })
  const page = (key: string) => cache.get(key, async () => finished(key.repeat(500)))
  await page('a')
  await page('b')
  await page('c')
  await page('a')

  await page('d')

  expect(cache.bytes).toBeLessThanOrEqual(9_000)
  expect(['a', 'b', 'c', 'd'].map((key) => cache.peek(key) !== null)).toEqual([true, false, true, true])
})

test('keeps nothing when it is switched off', async () => {
  const cache = createPageCache({ maxBytes: 0 })
  let made = 0
  const make = async () => {
    made += 1

    return finished('a')
  }

  await cache.get('k', make)
  await cache.get('k', make)

  expect([made, cache.bytes]).toEqual([2, 0])
})

/** What the network router fetches ahead: short, and there are several for each page. */
function segmentOf(name: string, bytes: number) {
  const body = Buffer.from(`0:{"name":"${name}","rows":"${randomBytes(bytes / 2).toString('hex')}"}\n`)

  return { status: 200, headers: { 'content-type': 'text/x-component' }, body }
}

function make(name: string, bytes = 600) {
  const options = {
    isSecure: true,
    cacheControl: 'public, s-maxage=60',
    keptStatus: 200,
    isKeeping: true,
    readSheet: () => null,
  }

  return toPage(segmentOf(name, bytes), options)
}

/** The memory outside of the engine's heap that pages hold on to, shared pieces counted once. */
function heldBy(pages: Page[]): number {
  const pieces = new Set(
    pages.flatMap((page) => Object.values(page).filter(Buffer.isBuffer)).map(({ buffer }) => buffer),
  )

  return [...pieces].reduce((sum, { byteLength }) => sum + byteLength, 0)
}

test('the bound of the page cache holds for the memory that its pages take, however short they are', async () => {
  const maxBytes = 200_000
  const cache = createPageCache({ maxBytes })
  const names = Array.from({ length: 400 }, (_, n) => `segment ${n}`)

  for (const name of names) await cache.get(name, () => make(name))
  const kept = names.map((name) => cache.peek(name)).filter((page) => page !== null)

  expect(kept.length).toBeGreaterThan(20)
  expect(heldBy(kept)).toBeLessThanOrEqual(maxBytes)
  expect(cache.bytes).toBeLessThanOrEqual(maxBytes)
})

test('every encoding of a page, its headers and its key count', async () => {
  const cache = createPageCache({ maxBytes: 1_000_000 })
  const { page } = await cache.get('a key', () => make('a', 20_000))

  const ofHeaders = JSON.stringify(page.headers).length
  expect(cache.bytes).toBeGreaterThanOrEqual(heldBy([page]) + ofHeaders + 'a key'.length)
})

test('a page that is larger than the whole bound is sent and not kept', async () => {
  const cache = createPageCache({ maxBytes: 10_000 })
  await cache.get('small', () => make('small'))

  const { page } = await cache.get('large', () => make('large', 60_000))

  expect(page.status).toBe(200)
  expect(cache.peek('large')).toBeNull()
  expect(cache.peek('small')).not.toBeNull()
})

test('a kept page takes the memory of its encodings alone: plain bytes are made from them when somebody wants them', async () => {
  const { page } = await make('a', 50_000)

  expect(heldBy([page])).toBe((page.gzip?.length ?? 0) + (page.br?.length ?? 0))
})
