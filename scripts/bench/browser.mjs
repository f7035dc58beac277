import { gzipSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { findBrowser } from '../find-browser.mjs'
import { p95, quantile } from './table.mjs'

const PASSWORD = 'a wide blue harbour 7'

/** Becomes an owner by a link. Answers the page that is signed in, its cookies as a header, and how to close it. */
export async function signIn(link) {
  const browser = await chromium.launch({
    executablePath: findBrowser(chromium.executablePath(), { isWhole: true }),
    args: ['--no-sandbox'],
  })
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(link, { waitUntil: 'networkidle', timeout: 120_000 })
  await page.getByLabel('Name').fill('Olga Owner')
  await page.getByLabel('Email').fill(`bench-${Date.now()}@example.com`)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Become the owner' }).click()
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor({ timeout: 60_000 })
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

  return { context, page, cookie, close: () => browser.close() }
}

/** KB of scripts, at the highest gzip level, that the order list needs before it has loaded. */
export async function firstScripts(context, address) {
  const page = await context.newPage()
  const scripts = []
  const listen = (response) => response.request().resourceType() === 'script' && scripts.push(response)
  page.on('response', listen)
  await page.goto(address, { waitUntil: 'load' })
  page.off('response', listen)
  const sizes = await Promise.all(scripts.map(async (script) => gzipSync(await script.body(), { level: 9 }).length))
  await page.close()

  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 102.4) / 10
}

/** Milliseconds from the press on a tab of the order list to its rows painted, in the middle and at the 95th of 100. */
export async function pressToRows(page, address, times = 44) {
  await page.goto(address, { waitUntil: 'networkidle' })
  const took = []
  for (let n = 0; n < times; n++) {
    const tab = n % 2 === 0 ? 'delivered' : 'returned'
    took.push(await page.evaluate(pressAndWait, tab))
  }

  // The first ones load what the page had not needed yet.
  const counted = took.slice(4)

  return [quantile(counted, 0.5), p95(counted)]
}

/** Runs in the page: two frames after the list of the tab stands in the document, with its rows, it is painted. */
function pressAndWait(tab) {
  const link = document.querySelector(`.a-tab[href*="tab=${tab}"]`)
  const began = performance.now()
  link.click()

  return new Promise((resolve) => {
    const check = () => {
      const isThere = document
        .querySelector('.a-tab[aria-current="page"]')
        ?.getAttribute('href')
        ?.includes(`tab=${tab}`)
      if (!isThere || !document.querySelector('table tbody tr')) requestAnimationFrame(check)
      else requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)))
    }
    check()
  })
}
