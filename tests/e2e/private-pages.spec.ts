import { expect, type Page } from '@playwright/test'
import { openPart } from '#tests/support/browser/buyer.ts'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { beyondTheEdge, passesCheckInBothColorSchemes } from '#tests/support/browser/page-checks.ts'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Expects that the automatic check finds nothing on the page as it stands, in light and in dark. */
async function passes(page: Page): Promise<void> {
  // The title of a page may come after its first words.
  await expect(page).toHaveTitle(/\S/)
  // What is folded is looked at as well: a check sees only what is shown.
  await page.locator('details.part').evaluateAll((parts) => {
    for (const part of parts) part.setAttribute('open', '')
  })
  await passesCheckInBothColorSchemes(page, TAGS)
}

test('the pages of a purchase pass the accessibility check and keep their policy', async ({ page, request, buyer }) => {
  const complaints: string[] = []
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  const goods = await findGoods(request, { slug: 'germany', title: 'Germany, 3 GB, 7 days', code: '276-0-7-3-G' })

  await opens(page, '/find')
  await passes(page)
  await buyer.choose(goods, { count: 2 })
  await passes(page)
  await buyer.order(['Ana Ruiz', 'Luca Ruiz'])
  await buyer.payWith('success')
  await buyer.awaitReady()
  await passes(page)
  await buyer.open()
  await passes(page)
  const orderUrl = page.url()
  await openPart(page, 'Receipt')
  await page.getByRole('link', { name: 'Print or keep the receipt' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Receipt / })).toBeVisible()
  await expect(page.locator('dl > div', { hasText: 'Paid in the end' })).toContainText(/\d/)
  await passes(page)

  await opens(page, `${orderUrl}?lang=ar`)
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await passes(page)
  expect(complaints).toEqual([])
})

test('the pages of one eSIM pass the check, and fit a narrow phone and a tablet', async ({
  page,
  browser,
  request,
  buyer,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  const check = async (at: Page = page) => {
    await passes(at)
    for (const width of [320, 768]) {
      await at.setViewportSize({ width, height: 800 })
      expect(await beyondTheEdge(at), `${width} px: ${at.url()}`).toEqual([])
    }
    await at.setViewportSize({ width: 1280, height: 720 })
  }
  await buyer.buys(goods)
  await openPart(page, 'Manage')
  await page.getByRole('link', { name: 'Top up eSIM 1' }).click()
  await expect(page.getByRole('button', { name: 'Show destinations' })).toBeVisible()
  await page.getByRole('radio').first().check()
  await check()

  await opens(page, page.url().replace(/\/top-up.*/, ''))
  await page.getByRole('button', { name: 'Make a link with PIN' }).click()
  const link = (await page.locator('.share-made code').textContent()) ?? ''
  const pin = (await page.locator('.share-pin').textContent())?.trim() ?? ''
  await check()
  await buyer.open()
  await check()

  const traveller = await (await browser.newContext()).newPage()
  await opens(traveller, link)
  await check(traveller)
  await traveller.getByLabel('PIN').fill(pin)
  await traveller.getByLabel('PIN').press('Enter')
  await expect(traveller.getByRole('heading', { level: 1, name: 'An eSIM for you' })).toBeFocused()
  await check(traveller)

  for (const path of ['/contact', '/withdraw']) {
    await opens(page, path)
    await check()
  }
})

test('a page about one person is kept by nobody, and its address tells others nothing', async ({ request }) => {
  for (const path of ['/find', '/checkout/quo_none', '/o/ord_none']) {
    const { headers } = { headers: (await request.get(path, { maxRedirects: 0 })).headers() }

    expect(headers['cache-control'], path).toMatch(/private.*no-store|no-store.*private/)
    expect(headers['referrer-policy'], path).toBe('no-referrer')
  }
})

test('the pages can be read without scripts', async ({ browser, request, page, buyer }) => {
  const goods = await findGoods(request, { slug: 'germany', title: 'Germany, 5 GB, 30 days', code: '276-0-30-5-G' })
  await buyer.buys(goods)
  await buyer.open()
  const order = page.url()
  await buyer.choose(goods)
  const checkout = page.url()
  const state = await page.context().storageState()

  const quiet = await (await browser.newContext({ javaScriptEnabled: false, storageState: state })).newPage()
  await quiet.goto(checkout)
  await expect(quiet.getByRole('heading', { name: 'Germany, 5 GB, 30 days' })).toBeVisible()
  await expect(quiet.getByText(/Turn on JavaScript to order/)).toBeVisible()
  await quiet.goto(order)
  await expect(quiet.getByRole('img', { name: /^QR code for eSIM 1 of 1, Germany/ })).toBeVisible()
  await expect(quiet.locator('.tab-apple code').first()).toBeVisible()
  for (const path of ['/contact', '/find', '/withdraw']) {
    await quiet.goto(path)
    await expect(quiet.getByText(/^Turn on JavaScript to send this form/)).toBeVisible()
  }
})
