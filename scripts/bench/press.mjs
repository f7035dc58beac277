import { chromium } from '@playwright/test'
import { findBrowser } from '../find-browser.mjs'
import { quantile } from './table.mjs'

const VIEWPORT = { width: 360, height: 800 }
/** What a slow phone is taken for: a quarter of this machine's speed, on a line of 1.6 Mbit/s with 150 ms to the server. */
const SLOW = {
  cpu: 4,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
}

/** Answers a browser for `measurePress`, and how to close it. */
export function openBrowser() {
  return chromium.launch({
    executablePath: findBrowser(chromium.executablePath()) ?? undefined,
    args: ['--no-sandbox'],
  })
}

/**
 * Milliseconds from the finger on a link to the heading of the next page painted, once per round, each in a new context.
 *
 * `from` is the address, `link` the selector of what is pressed, `heading` the text that the next page's h1 holds.
 * `isSlow` throttles processor and line; `isEarly` presses as soon as the link is drawn, before the scripts have run;
 * `isMoving` scrolls a little and rests first, as somebody does who looks for something.
 */
export async function measurePress(browser, { from, link, heading, isSlow, isEarly, isMoving, rounds = 7 }) {
  const took = []
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: VIEWPORT, hasTouch: true, isMobile: true })
    try {
      const page = await context.newPage()
      if (isSlow) await slowDown(context, page)
      await page.goto(from, { waitUntil: isEarly ? 'commit' : 'networkidle' })
      const target = page.locator(link).first()
      await target.scrollIntoViewIfNeeded()
      if (isMoving) await page.evaluate(() => scrollBy(0, 40))
      if (!isEarly) await page.waitForTimeout(isMoving ? 3_000 : 1_000)
      const box = await target.boundingBox()
      took.push(await pressAndWait(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }, heading))
    } finally {
      await context.close()
    }
  }

  return { middle: quantile(took, 0.5), lowest: Math.min(...took), highest: Math.max(...took) }
}

async function slowDown(context, page) {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW.network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
}

/** A real touch. The wall clock is read in both documents, since a press may load a new one. */
async function pressAndWait(page, { x, y }, heading) {
  await page.evaluate(() => {
    addEventListener(
      'touchstart',
      (event) => sessionStorage.setItem('pressed', performance.timeOrigin + event.timeStamp),
      {
        capture: true,
        passive: true,
      },
    )
  })
  await page.touchscreen.tap(x, y)
  const painted = await page.waitForFunction(
    (text) => {
      const isThere = [...document.querySelectorAll('h1')].some((h1) => h1.textContent.includes(text))
      if (!isThere) return false

      return new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(Date.now())))
      })
    },
    heading,
    { polling: 'raf', timeout: 60_000 },
  )

  return Math.round(
    (await painted.jsonValue()) - (await page.evaluate(() => Number(sessionStorage.getItem('pressed')))),
  )
}
