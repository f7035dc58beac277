import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Page, toPage } from '#lib/server/page.ts'
import { createPageCache } from '#lib/server/page-cache.ts'

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
