import { expect, type Page } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { isAlive, opens } from '#tests/support/browser/open-page.ts'
import { readQr, toPixels } from '#tests/support/browser/read-qr.ts'

test('a fixed plan is bought once, arrives sealed, and its QR code holds what the phone is told by hand', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 20 GB, 30 days', code: '392-0-30-20-G' })
  await buyer.choose(goods)
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()

  const unrevealedPage = await page.content()
  expect(unrevealedPage).not.toMatch(/LPA:|1\$rsp|rsp\.sandbox/)
  await expect(page.getByRole('button', { name: 'Show QR code' })).toBeDisabled()

  await buyer.open()
  const address = await page.locator('.tab-apple code').first().textContent()
  const matchingId = await page.locator('.tab-apple code').nth(1).textContent()
  const whole = `LPA:1$${address}$${matchingId}`
  const plate = page.locator('.plate')
  expect(readQr(await plate.screenshot({ scale: 'css' }))).toBe(whole)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(readQr(await plate.screenshot())).toBe(whole)
  await page.getByText('Android', { exact: true }).click()
  await expect(page.locator('.tab-android code')).toHaveText(whole)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Save image' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toMatch(/^esim-LF-[0-9A-Z]{4}-[0-9A-Z]{4}-1\.png$/)
  const png = await request.get(saved.url(), { headers: { cookie: await cookieHeader(page) } })
  const body = Buffer.from(await png.body())
  expect(toPixels(body).width).toBeGreaterThanOrEqual(600)
  expect(readQr(body)).toBe(whole)
  expect(png.headers()['cache-control']).toBe('private, no-store')

  const usage = page.getByRole('region', { name: 'Usage', exact: true })
  const ask = usage.getByRole('button', { name: 'Update data usage' })
  // The worker may have asked already; then the button says when the next answer is possible.
  if (await ask.isEnabled()) {
    await ask.click()
    await expect(usage.getByRole('status')).toContainText('Updated just now.')
    await expect(ask).toBeFocused()
  }
  await expect(usage.getByText(/^Not started \(updated/)).toBeVisible()
  await expect(usage).not.toContainText('0 MB')
  await expect(usage.getByText(/^Possible in \d minutes?$/)).toBeVisible()
  await expect(ask).toBeDisabled()

  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('a day pass is ordered for the days that were chosen', async ({ page, request, buyer, provider }) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 1 GB every day', code: '392-0-?-1-G-D' })
  await buyer.choose(goods, { days: 4 })
  await page.getByRole('button', { name: 'One more day' }).click()
  await expect(page.getByText('1 × Japan, 1 GB a day, 5 days')).toBeVisible()
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()

  await expect(page.getByText('1 GB a day, 5 days', { exact: true })).toBeVisible()
  const placements = await provider.placements(goods.priceId)
  expect(placements).toHaveLength(1)
  expect(placements[0]?.params.daypassDays).toBe('5')
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('a plan with a first day is ordered for exactly the day on the page', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, {
    slug: 'saudi-arabia',
    title: 'Saudi Arabia, 1 GB, 7 days',
    code: '682-0-7-1-G',
  })
  const first = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const chosen = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)
  await buyer.choose(goods, { startDate: first })
  // Waited for before the day is typed: on a slow machine the answer would be over by then.
  const priced = page.waitForResponse((response) => response.url().endsWith('/api/quotes') && response.ok())
  await page.getByLabel('First day').fill(chosen)
  await expect(page).not.toHaveURL(new RegExp(`${first}$`))
  await priced
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()

  const [year, month, day] = chosen.split('-')
  const placements = await provider.placements(goods.priceId)
  expect(placements).toHaveLength(1)
  expect(placements[0]?.params.beginDate).toBe(`${month}/${day}/${year}`)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('a plan for many countries is bought as one eSIM, for the region and not for a country in it', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, {
    slug: 'europe-33',
    title: 'Europe 33+, 5 GB, 30 days',
    code: '99915-0-30-5-G',
  })
  await page.goto('/destinations/europe-33')
  await page
    .locator('summary')
    .filter({ hasText: /^Works in \d+ countries/ })
    .click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Switzerland' })).toBeVisible()
  await page.getByText(/^All \d+ plans$/).click()
  await page.locator(`.all-plans a[href="/plans/${goods.planId}"]`).click()
  await page.getByRole('button', { name: 'Continue to checkout' }).click()
  await page.waitForURL(/\/checkout\/quo_/)
  await isAlive(page)
  await expect(page.getByRole('heading', { name: 'Europe 33+, 5 GB, 30 days' })).toBeVisible()
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()
  await buyer.open()

  expect([readQr(await page.locator('.plate').screenshot())]).toEqual(await provider.issued(goods.priceId))
  const placements = await provider.placements(goods.priceId)
  expect(placements.map(({ params }) => params.count)).toEqual(['1'])
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('every QR code, light and dark, on screen and on paper, holds what the network issued', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 1 GB, 3 days', code: '392-0-3-1-G' })
  await buyer.buys(goods, { count: 2 })
  await buyer.open()
  await page.getByRole('navigation', { name: 'Choose an eSIM' }).getByRole('link').nth(1).click()
  await expect(page.getByRole('article', { name: 'eSIM 2 of 2' })).toBeVisible()
  await buyer.open()
  const [first = '', second = ''] = await provider.issued(goods.priceId)
  expect(new Set([first, second]).size).toBe(2)

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, media: 'screen' })
    expect(await shownCodes(page)).toEqual([second])
    await page.emulateMedia({ colorScheme, media: 'print' })
    expect(await shownCodes(page)).toEqual([first, second])
  }
  await page.emulateMedia({ media: null })
  for (const language of ['ar', 'de']) {
    const link = page.locator(`.menu-wide a[hreflang=${language}]`)
    await opens(page, new URL((await link.getAttribute('href')) ?? '', page.url()).href)
    expect(await shownCodes(page), language).toEqual([second])
    for (const format of ['A4', 'Letter']) {
      expect(sheetsOf(await page.pdf({ format })), `${language}, ${format}: a sheet for each eSIM`).toBe(2)
    }
  }
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('a double click on the order button buys one eSIM', async ({ page, request, buyer, provider }) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 2 GB, 15 days', code: '392-0-15-2-G' })
  await buyer.choose(goods)
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel(/I have read the terms/).check()
  const orders: string[] = []
  page.on('request', (sent) => sent.url().endsWith('/api/orders') && orders.push(sent.url()))

  await page.getByRole('button', { name: 'Order with obligation to pay' }).dblclick()
  await buyer.payWith('success')
  await buyer.awaitReady()

  expect(orders).toHaveLength(1)
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('a plan can be chosen once more after the way back from the checkout', async ({ page }) => {
  await page.goto('/destinations/italy')
  await page
    .getByRole('link', { name: /^Choose/ })
    .first()
    .click()
  await page.waitForURL(/\/plans\/pln_/, { waitUntil: 'networkidle' })
  // The page stays where it is, as one that the browser keeps while another is looked at.
  await page.route('**/checkout/**', (route) => route.fulfill({ status: 204 }))
  const left = page.waitForRequest('**/checkout/**')
  await page.getByRole('button', { name: 'Continue to checkout' }).first().click()
  await left
  await expect(page.getByRole('button', { name: /^Checking price and availability/ }).first()).toBeVisible()
  await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))

  await expect(page.getByRole('button', { name: 'Continue to checkout' }).first()).toBeVisible()
})

/** What a phone reads off each QR code that can be seen, from the top. */
async function shownCodes(page: Page): Promise<string[]> {
  const codes: string[] = []
  for (const plate of await page.locator('.plate').filter({ visible: true }).all()) {
    codes.push(readQr(await plate.screenshot()))
  }

  return codes
}

/** How many pages a printed document has. */
function sheetsOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

async function cookieHeader(page: Page): Promise<string> {
  return (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
}

test('the page of a plan answers for the phone it is read on, by one press', async ({ browser, request, baseURL }) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  const userAgent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
  const context = await browser.newContext({
    userAgent,
    viewport: { width: 360, height: 740 },
    ...(baseURL && { baseURL }),
  })
  const page = await context.newPage()
  await page.goto(`/plans/${goods.planId}`)

  await page.getByRole('button', { name: 'Check this phone' }).click()

  await expect(page.getByText('Apple iPhone with iOS 17 or newer: Supports eSIM.')).toBeVisible()
  await expect(page.getByText(/Without eSIM: phones made for mainland China, most made for Hong Kong/)).toBeVisible()
  await context.close()
})
