import { expect, type Page, test } from '@playwright/test'
import { holdCalls } from '#tests/support/browser/hold-scripts.ts'
import { opens } from '#tests/support/browser/open-page.ts'

test('links that rest in view are fetched once somebody scrolls, a dozen at the most', async ({ page }) => {
  const ahead = await openAndWatch(page, '/destinations')
  await page.waitForTimeout(600)
  expect(ahead, 'before anybody moves').toEqual([])

  await page.mouse.wheel(0, 60)
  await expect.poll(() => ahead.length).toBeGreaterThan(3)
  expect(ahead.every((path) => path.startsWith('/destinations/'))).toBe(true)

  await expect(async () => {
    await page.mouse.wheel(0, 700)
    expect(new Set(ahead).size).toBe(12)
  }).toPass({ intervals: [250] })
  for (let step = 0; step < 3; step += 1) {
    await page.mouse.wheel(0, 700)
    await page.waitForTimeout(250)
  }
  expect(new Set(ahead).size).toBe(12)
})

test('what a search found is fetched ahead, and not what stood there before', async ({ page }) => {
  const ahead = await openAndWatch(page, '/destinations')
  await page.getByRole('searchbox').focus()
  await page.waitForTimeout(600)
  expect(ahead, 'before anybody types').toEqual([])

  await page.keyboard.type('tokyo')

  // Who waits longer for an answer than fingers rest goes on typing.
  await expect(async () => {
    await page.keyboard.press('Backspace')
    await page.keyboard.type('o')
    await expect.poll(() => ahead, { timeout: 2_000 }).toContain('/destinations/japan')
  }).toPass()
})

test('a press on the list asks for the scripts of the next page together with the page', async ({ page }) => {
  await page.goto('/destinations', { waitUntil: 'networkidle' })
  const scripts: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()))
  const goOn = await holdCalls(page, '**/destinations/japan**')

  await page.locator('main a[href="/destinations/japan"]').click()
  await expect.poll(() => scripts.length, 'before the page has come').toBeGreaterThan(0)
  await expect(page.locator('[data-pressed]'), 'the press is seen').toHaveAttribute('href', '/destinations/japan')
  const early = new Set(scripts)
  goOn()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Japan')
  await page.waitForLoadState('networkidle')

  expect(new Set(scripts), 'and no other ones afterwards').toEqual(early)
})

test('nothing that rests in view is fetched for somebody who saves data', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  const ahead = await openAndWatch(page, '/destinations')

  await page.mouse.wheel(0, 60)
  await page.waitForTimeout(800)

  expect(ahead).toEqual([])
})

test('the header stays where it is, and its links follow the page', async ({ page }) => {
  await openAndWatch(page, '/de/destinations')
  const header = await page.locator('.site-header').elementHandle()
  const language = page.locator('.menu-wide a[hreflang="ar"]')
  const section = page.locator('.site-nav a[aria-current]')
  await expect(section).toHaveText('Reiseziele')
  await expect(language).toHaveAttribute('href', '/ar/destinations')

  await page.locator('main a[href="/de/destinations/japan"]').click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Japan')

  expect(await header?.evaluate((element) => element.isConnected)).toBe(true)
  await expect(section).toHaveText('Reiseziele')
  await expect(language).toHaveAttribute('href', '/ar/destinations/japan')
  await expect(page.locator('.menu-wide a[hreflang="en"]')).toHaveAttribute('href', '/destinations/japan')

  await page.locator('.site-nav a[href="/de/help"]').click()
  await expect(section).toHaveText('Hilfe')
})

test('an open menu of the header closes by Escape and by a press beside it, on every page', async ({ page }) => {
  for (const path of ['/destinations', '/find']) {
    await opens(page, path)
    const menu = page.locator('details.menu-wide').last()
    const summary = menu.locator('summary')
    await summary.click()
    await page.keyboard.press('Escape')
    await expect(menu).not.toHaveAttribute('open')
    await expect(summary).toBeFocused()

    await summary.click()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(menu).not.toHaveAttribute('open')
  }
})

test('what lies below the first picture of a page is there at once when the page is loaded', async ({ browser }) => {
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto('/destinations/japan')

  await expect(page.locator('main a[href^="/destinations/"]').last()).toBeAttached()
  await expect(page.locator('.plan-row').first()).toBeVisible()
  await page.close()
})

test('a finger on a link fetches the page once', async ({ browser }) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  const asked = await openAndWatch(page, '/destinations')
  const box = await page.locator('main a[href="/destinations/japan"]').boundingBox()
  const finger = { x: (box?.x ?? 0) + 40, y: (box?.y ?? 0) + 20 }

  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] })
  await page.waitForTimeout(100)
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Japan')
  // The finger rests on a link of the next page then, which is fetched ahead.
  expect(asked.filter((path) => path === '/destinations/japan')).toHaveLength(1)
  await context.close()
})

test('who comes back to a page finds it where they left it', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await openAndWatch(page, '/destinations')
  await page.locator('main a[href="/destinations/japan"]').click()
  const other = page.locator('main .section a[href^="/destinations/"]').last()
  await other.scrollIntoViewIfNeeded()
  await page.waitForTimeout(300)
  const left = await page.evaluate(() => scrollY)
  expect(left).toBeGreaterThan(1_000)

  await other.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Japan')
  await page.goBack()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Japan')
  await page.waitForTimeout(500)
  expect(Math.abs((await page.evaluate(() => scrollY)) - left)).toBeLessThan(10)
})

/** Opens a page, waits until its scripts have run, and answers the paths that are fetched ahead from then on. */
async function openAndWatch(page: Page, path: string): Promise<string[]> {
  const ahead: string[] = []
  page.on('request', (request) => {
    if (request.headers().rsc) ahead.push(new URL(request.url()).pathname)
  })
  await page.goto(path, { waitUntil: 'networkidle' })

  return ahead
}
