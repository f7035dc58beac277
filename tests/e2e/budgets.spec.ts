import { gzipSync } from 'node:zlib'
import { type Browser, expect } from '@playwright/test'
import { buildCatalog } from '#sandbox/upstream/catalog/build.ts'
import { test } from '#tests/support/browser/journey.ts'
import { openProvider } from '#tests/support/browser/provider.ts'

type Loaded = { url: string; type: string; isEarly: boolean; isAhead: boolean; wire: number }

/** What a view of a page costs a phone that was never here before. Bytes are as sent, heads of answers included. */
type Weight = {
  requests: Loaded[]
  bytes: number
  /** Scripts that were asked for before the page had loaded, each at the highest gzip level. */
  firstScripts: number
  layoutShift: number
}

const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true }
const QUIET_MS = 800

/** Opens a page in a browser without a cache, waits until nothing more is fetched, and weighs it. */
async function weigh(browser: Browser, url: string): Promise<Weight> {
  const context = await browser.newContext(PHONE)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const seen = new Map<string, Loaded>()
  let isEarly = true
  let changedAt = Date.now()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, request, type = '' }) => {
    changedAt = Date.now()
    const isAhead = Object.keys(request.headers).some((name) => /^(rsc|next-router-)/i.test(name))
    seen.set(requestId, { url: request.url, type, isEarly, isAhead, wire: 0 })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    changedAt = Date.now()
    const loaded = seen.get(requestId)
    if (loaded) loaded.wire = encodedDataLength
  })
  page.on('load', () => {
    isEarly = false
  })
  await page.addInitScript(watchShifts)
  await page.goto(url, { waitUntil: 'load' })
  while (Date.now() - changedAt < QUIET_MS) await page.waitForTimeout(100)
  const requests = [...seen.values()].filter((loaded) => !loaded.url.startsWith('data:'))
  const scripts = requests.filter(({ type, isEarly: isFirst }) => type === 'Script' && isFirst)
  const sizes = await Promise.all(scripts.map(async (script) => sizeOf(await context.request.get(script.url))))
  const layoutShift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
  await context.close()

  return {
    requests,
    bytes: requests.reduce((sum, { wire }) => sum + wire, 0),
    firstScripts: sizes.reduce((sum, size) => sum + size, 0),
    layoutShift,
  }
}

async function sizeOf(answer: { body: () => Promise<Buffer> }): Promise<number> {
  return gzipSync(await answer.body(), { level: 9 }).length
}

function watchShifts(): void {
  const counted = window as unknown as { shift: number }
  counted.shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) counted.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

const KB = 1024

// The framework alone, measured on a page of one heading and one link, takes 135 KB of scripts.
const FRAMEWORK = 135 * KB

const PAGES = [
  { path: '/', scripts: FRAMEWORK + 10 * KB },
  { path: '/destinations', scripts: FRAMEWORK + 10 * KB },
  { path: '/destinations/japan', scripts: FRAMEWORK + 15 * KB },
  { path: '/trip', scripts: FRAMEWORK + 15 * KB },
  { path: '/compare', scripts: FRAMEWORK + 15 * KB },
]

for (const { path, scripts } of PAGES) {
  test(`${path} stays light on a phone, and still`, async ({ browser, baseURL }) => {
    // The first visit makes the page and its files; the second one meets them as every other visitor does.
    await weigh(browser, new URL(path, baseURL).href)

    const { requests, bytes, firstScripts, layoutShift } = await weigh(browser, new URL(path, baseURL).href)

    expect(firstScripts).toBeLessThanOrEqual(scripts)
    expect(bytes).toBeLessThanOrEqual(220 * KB)
    expect(requests.length, requests.map(({ url }) => url).join('\n')).toBeLessThanOrEqual(16)
    expect(layoutShift).toBeLessThanOrEqual(0.005)
  })

  test(`${path} asks for nothing that nobody wanted yet`, async ({ browser, baseURL }) => {
    const { requests } = await weigh(browser, new URL(path, baseURL).href)

    const hosts = new Set(requests.map(({ url }) => new URL(url).host))
    expect([...hosts]).toEqual([new URL(baseURL ?? '').host])
    expect(requests.filter(({ url }) => url.includes('/_next/image'))).toEqual([])
    expect(requests.filter(({ isAhead }) => isAhead)).toEqual([])
    expect(requests.filter(({ type, isEarly }) => type === 'Script' && !isEarly)).toEqual([])
  })

  test(`${path} is the same to everybody, and any cache may keep it`, async ({ request }) => {
    const plain = await request.get(path)
    const known = await request.get(path, {
      headers: { cookie: 'guest=somebody; staff=owner; lang=ar', authorization: 'Bearer x', 'accept-language': 'ar' },
    })

    expect(await known.body()).toEqual(await plain.body())
    expect(plain.headers()['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+$/)
    expect(plain.headers()['set-cookie']).toBeUndefined()
    expect(plain.headers()['content-security-policy']).not.toMatch(/unsafe|nonce|\*/)
  })
}

test('what a trip is put together from is the same to everybody, and any cache may keep it', async ({ request }) => {
  const path = '/api/catalogue/plans/en/asia-12'
  const plain = await request.get(path)
  const known = await request.get(path, { headers: { cookie: 'guest=somebody', 'accept-language': 'ar' } })

  expect(await known.body()).toEqual(await plain.body())
  expect(plain.headers()['cache-control']).toMatch(/^public, max-age=0, s-maxage=\d+, stale-while-revalidate=\d+$/)
  expect((await request.get('/api/catalogue/plans/en/nowhere')).status()).toBe(404)
})

test('the list of all destinations is a small document', async ({ request }) => {
  const html = await (await request.get('/destinations')).body()
  const rows = html.toString().match(/<li class="[a-z_]+"><a href="\/destinations\//g) ?? []

  expect(rows.length).toBeGreaterThan(150)
  // The style sheet is no part of the list: it came as a file of its own before, and the weight of a view counts it.
  const list = html.toString().replaceAll(/<style\b.*?<\/style>/gs, '')
  expect(list.length / rows.length).toBeLessThanOrEqual(370)
  expect(gzipSync(list, { level: 9 }).length).toBeLessThanOrEqual(11.8 * KB)
  expect(gzipSync(html, { level: 9 }).length).toBeLessThanOrEqual(24 * KB)
})

test('all flags of the list come on two sheets', async ({ request }) => {
  const html = await (await request.get('/destinations')).text()

  expect(new Set(html.match(/\/flags\/[\w-]+\.svg/g))).toEqual(new Set(['/flags/wanted.svg', '/flags/others.svg']))
})

test('looking at a destination never asks the upstream', async ({ request }) => {
  const places = ['Iceland', 'Norway', 'Finland']
  // A pass over the catalogue asks about every place meanwhile: then another one is looked at.
  await expect(async () => {
    const place = places.shift() ?? ''
    const sku = buildCatalog().skus.find(({ english }) => english === place)
    const { readsOf } = await openProvider()
    for (let view = 0; view < 20; view += 1) {
      expect((await request.get(`/destinations/${place.toLowerCase()}`)).status()).toBe(200)
      expect((await request.get(`/de/destinations/${place.toLowerCase()}`)).status()).toBe(200)
    }

    expect(await readsOf(sku?.skuid ?? 0)).toEqual([])
  }).toPass({ intervals: [10_000] })
})
