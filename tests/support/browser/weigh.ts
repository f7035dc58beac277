import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'

type Loaded = { url: string; type: string; isEarly: boolean; isAhead: boolean; wire: number }

/** What a view of a page costs a phone that was never here before. Bytes are as sent, heads of answers included. */
export type Weight = {
  requests: Loaded[]
  bytes: number
  /** Scripts that were asked for before the page had loaded, each at the highest gzip level. */
  firstScripts: number
  layoutShift: number
}

const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true }
const QUIET_MS = 800

/** Opens a page in a browser without a cache, waits until nothing more is fetched, and weighs it. */
export async function weigh(browser: Browser, url: string): Promise<Weight> {
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
