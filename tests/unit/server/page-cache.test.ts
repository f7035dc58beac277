import { expect, test, vi } from 'vitest'
import type { Finished } from '#lib/server/page.ts'
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

test('a page that began before a change is outdated when it is finished', async () => {
  const cache = createPageCache({ maxBytes: 1e6 })
  let finish = (_: Finished) => {}
  const slow = cache.get('k', () => new Promise<Finished>((resolve) => (finish = resolve)))

  cache.outdate()
  finish(finished('old facts'))
  await slow

  expect(cache.peek('k')).toBeNull()
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
