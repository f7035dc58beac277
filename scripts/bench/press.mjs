import { chromium } from '@playwright/test'
import { findBrowser } from '../find-browser.mjs'
import { quantile } from './table.mjs'

const VIEWPORT = { width: 360, height: 800 }
/** What a slow phone is taken for: a quarter of this machine's speed, on a line of 1.6 Mbit/s with 150 ms to the server. */
const SLOW = {
  cpu: 4,
  network: { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 },
}

/** Answers a browser to measure with, and how to close it. */
export function openBrowser() {
  return chromium.launch({
    executablePath: findBrowser(chromium.executablePath(), { isWhole: true }) ?? undefined,
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
      await page.addInitScript(watchHeading, heading)
      await page.goto(from, { waitUntil: isEarly ? 'commit' : 'networkidle' })
      const target = page.locator(link).first()
      await target.scrollIntoViewIfNeeded()
      if (isMoving) await page.evaluate(() => scrollBy(0, 40))
      if (!isEarly) {
        await page.waitForTimeout(isMoving ? 3_000 : 1_000)
        await bringWaiter(page)
      }
      const box = await target.boundingBox()
      took.push(await pressAndWait(page, { x: box.x + box.width / 2, y: box.y + box.height / 2 }))
    } finally {
      await context.close()
    }
  }

  return spread(took)
}

/**
 * Milliseconds from a key to the list painted, once per round, on a processor of a quarter of this machine's speed. The
 * names to search in have been read before: no key waits for the line.
 *
 * `from` is the address, `field` the selector of the search field, `list` of the list below it; `typed` is what stands in
 * the field already, `key` what is pressed then.
 */
export async function measureKey(browser, { from, field, list, typed = '', key, rounds = 7 }) {
  const took = []
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: VIEWPORT, hasTouch: true, isMobile: true })
    try {
      const page = await context.newPage()
      await page.goto(from, { waitUntil: 'networkidle' })
      const session = await context.newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
      await page.locator(field).focus()
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(1_000)
      await page.keyboard.type(typed)
      await page.waitForTimeout(1_000)
      await page.evaluate(watchList, list)
      await bringWaiter(page)
      await page.keyboard.press(key)
      const painted = await page.waitForFunction(() => window.listPainted, null, { timeout: 60_000 })
      took.push(Math.round(await painted.jsonValue()))
    } finally {
      await context.close()
    }
  }

  return spread(took)
}

/** What waits in the page is a script that has to be read first, which would fall into what is measured. */
async function bringWaiter(page) {
  await page.waitForFunction(() => true)
  await page.waitForTimeout(200)
}

/** In the page: from the next key on, notes how long it is until a frame has been drawn with a list that is another one. */
function watchList(selector) {
  const read = () => document.querySelector(selector)?.textContent ?? ''
  const before = read()
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      const check = () => {
        if (read() === before) return requestAnimationFrame(check)
        // A timer would stand behind what this very frame began to fetch.
        scheduler.postTask(
          () => {
            window.listPainted = performance.now() - timeStamp
          },
          { priority: 'user-blocking' },
        )
      }
      requestAnimationFrame(check)
    },
    { capture: true, once: true },
  )
}

async function slowDown(context, page) {
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW.network)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
}

function spread(took) {
  return { middle: quantile(took, 0.5), lowest: Math.min(...took), highest: Math.max(...took) }
}

/** A real touch. The wall clock is read in both documents, since a press may load a new one. */
async function pressAndWait(page, { x, y }) {
  await page.touchscreen.tap(x, y)
  const took = await page.waitForFunction(() => window.headingPainted, null, { timeout: 60_000 })

  return Math.round(await took.jsonValue())
}

/** In each document: from the touch on, looks in every frame for the heading and notes when that frame has been drawn. */
function watchHeading(text) {
  const check = () => {
    const isThere = [...document.querySelectorAll('h1')].some((h1) => h1.textContent.includes(text))
    if (!isThere) return requestAnimationFrame(check)
    setTimeout(() => {
      window.headingPainted = performance.timeOrigin + performance.now() - Number(sessionStorage.getItem('pressed'))
    })
  }
  const onTouch = ({ timeStamp }) => {
    sessionStorage.setItem('pressed', performance.timeOrigin + timeStamp)
    requestAnimationFrame(check)
  }
  if (sessionStorage.getItem('pressed')) requestAnimationFrame(check)
  else addEventListener('touchstart', onTouch, { capture: true, passive: true, once: true })
}
