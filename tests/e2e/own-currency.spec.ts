import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test'
import { moneyTag } from '#lib/core/i18n/formats.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { formatMoney, money, sum } from '#lib/core/rules/money.ts'
import { metricIn, priceIn, readPriceTerms } from '#lib/pricing/rules/selling-currency.ts'
import { type Mail, openPart } from '#tests/support/browser/buyer.ts'
import { arrangeIn, findGoods } from '#tests/support/browser/goods.ts'
import { isAlive, opens, opensAgain } from '#tests/support/browser/open-page.ts'
import { test } from '#tests/support/browser/other-journey.ts'
import type { OtherStore } from '#tests/support/browser/other-store.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import { fitsPhone, passesCheck, passesCheckInBothColorSchemes } from '#tests/support/browser/page-checks.ts'
import { innerServers } from '#tests/support/browser/store-under-test.ts'
import type { PaymentLedger } from '#tests/support/sale.ts'

// They change the currencies of one store one after the other.
test.describe.configure({ mode: 'default' })

const ALL = 'JPY GBP KWD'
const SLOW = 6

test('a shop that sells in its own currency alone says nothing of others', async ({ page, request, other }) => {
  await sellsIn(other, '')
  await untilOffered(request, '')
  await page.addInitScript(() => localStorage.setItem('currency', 'JPY JP'))
  await opens(page, '/destinations/japan')

  expect(await page.content()).not.toMatch(/data-(currenc|price|figure|money|own)/)
  await expect(currencyMenu(page)).toHaveCount(0)
  await expect(page.locator('.price').first()).toContainText('$')
})

test('the currency chosen in the list is the one that is shown, bought, ordered and written to the buyer', async ({
  page,
  request,
  buyer,
  provider,
  other,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await sellsIn(other, ALL)
  await untilOffered(request, 'JPY', `/plans/${goods.planId}`)
  await opens(page, '/destinations')
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }))

  await currencyMenu(page).locator('summary').click()
  await passesCheckInBothColorSchemes(page)
  await page.getByLabel('Country', { exact: true }).selectOption('Japan')
  await expect(page.getByLabel('Currency', { exact: true })).toHaveValue('JPY')
  await page.keyboard.press('Escape')
  await expect(currencyMenu(page).locator('summary')).toBeFocused()
  await expect(currencyMenu(page).locator('summary')).toHaveText('Currency: JPY')
  await expect(page.getByText('Japanese yen, tax included').first()).toBeVisible()
  await saysYen(page)

  await page.locator('main a[href="/destinations/japan"]').click()
  await page.waitForURL(/\/japan/)
  await page.getByText(/^All \d+ plans$/).click()
  await page.getByText('14 days', { exact: true }).first().click()
  await saysYen(page)
  await page.locator(`.all-plans a[href="/plans/${goods.planId}"]`).click()
  await page.waitForURL(/\/plans\//)
  await expect(page.locator('.summary-total')).toContainText('Japanese yen, tax included')
  await page.getByRole('button', { name: 'One eSIM more' }).click()
  await saysYen(page)
  const shown = (await page.locator('.summary-total .price').textContent()) ?? ''
  // Every page so far was the same document: prices were converted as they came.
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true)

  await page.getByRole('button', { name: 'Continue to checkout' }).first().click()
  await page.waitForURL(/\/checkout\/quo_/)
  await isAlive(page)
  await expect(page.locator('.total .price')).toHaveText(shown)
  await expect(page.locator('[data-price]')).toHaveCount(0)
  await expect(page.locator('.change')).toHaveCount(0)
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()
  await expect(page.locator('main')).not.toContainText('$')
  await page.locator('summary', { hasText: 'Receipt' }).first().click()
  await expect(page.locator('main')).toContainText(shown)

  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  const mails = await mailsTo(buyer.email, other)
  expect(mails.some(({ text }) => text.includes(shown))).toBe(true)
  expect(mails.filter(({ text }) => text.includes('$'))).toEqual([])
})

test('two eSIMs bought in dinars, one of them refunded: page, mail, payment provider and the file of finance agree', async ({
  page,
  request,
  buyer,
  other,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await sellsIn(other, ALL)
  await untilOffered(request, 'JPY', `/plans/${goods.planId}`)
  await opens(page, `/plans/${goods.planId}`)
  await currencyMenu(page).locator('summary').click()
  await page.getByLabel('Country', { exact: true }).selectOption('Kuwait')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'One eSIM more' }).click()
  await expect(page.locator('.summary-total .price')).not.toContainText('$')
  const shown = (await page.locator('.summary-total .price').textContent()) ?? ''
  await page.getByRole('button', { name: 'Continue to checkout' }).first().click()
  await page.waitForURL(/\/checkout\/quo_/)
  await isAlive(page)
  await expect(page.locator('.total .price')).toHaveText(shown)
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()
  const number = /LF-\w{4}-\w{4}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? ''
  await openPart(page, 'Refund')
  await page.locator('#refund').getByRole('button', { name: 'Request refund' }).first().click()
  await page.locator('#refund').getByRole('button', { name: 'Yes, request refund' }).click()
  await expect.poll(async () => (await paymentOf(number, other)).refunded).toBeGreaterThan(0)

  const { captured, refunded, currency } = await paymentOf(number, other)
  expect(currency).toBe('KWD')
  expect(refunded * 2).toBe(captured)
  const say = (minor: number) => formatMoney(money(minor, 'KWD'), moneyTag('en'))
  expect(shown).toBe(say(captured))
  await page.reload()
  await openPart(page, 'Receipt')
  await expect(page.locator('main')).toContainText(say(refunded))
  await expect(page.locator('main')).not.toContainText('$')
  await expect
    .poll(async () => (await mailsTo(buyer.email, other)).some(({ text }) => text.includes(say(refunded))))
    .toBe(true)

  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  await opens(page, '/admin/finance')
  const row = await lineOf(number, page)
  const inMain = (minor: number) => (minor / 1_000).toFixed(3)
  expect([row.currency, row.order_currency, row.order_price]).toEqual(['USD', 'KWD', inMain(captured)])
  // Each of two equal halves is converted by itself, so that a cent may be between twice the half and the whole.
  expect(Number(row.revenue)).toBeGreaterThan(0)
  expect(Math.abs(Number(row.refunded) * 2 - Number(row.revenue))).toBeLessThanOrEqual(0.011)
  const inStore = captured / 1_000 / Number(row.order_rate)
  expect(Math.abs(Number(row.revenue) - inStore)).toBeLessThanOrEqual(0.006)
})

test('every page of the shop says its prices in the currency chosen', async ({ page, request, other }) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await sellsIn(other, ALL)
  await untilOffered(request, 'JPY', `/plans/${goods.planId}`)
  await chooses(page, 'JPY JP')
  const trip = '/trip#arrive=2027-03-06&leave=2027-03-14&to=jp.at'
  for (const path of ['/', '/destinations', '/destinations/japan', `/plans/${goods.planId}`, trip]) {
    await opens(page, path)
    await saysYen(page, path)
  }
  await page.goto('/')
  await page.locator('#where').fill('Jap')
  await expect(page.locator('.hits .price').first()).toBeVisible()
  await saysYen(page, 'the search')

  await opens(page, '/destinations/japan')
  for (const box of (await page.getByLabel(/^Compare/).all()).slice(0, 2)) await box.check()
  await opens(page, '/compare')
  await expect(page.getByRole('row', { name: /^Total/ })).toContainText('¥')
  await saysYen(page, '/compare')
})

test('a currency chosen in one tab is the one of the prices in another that is open already', async ({
  page,
  request,
  other,
}) => {
  await sellsIn(other, ALL)
  await untilOffered(request, 'JPY')
  await opens(page, '/destinations/japan')
  const tab = await page.context().newPage()
  await opens(tab, '/destinations')

  await currencyMenu(tab).locator('summary').click()
  await tab.getByLabel('Currency', { exact: true }).selectOption('JPY')
  await saysYen(tab)

  await expect(currencyMenu(page).locator('summary')).toHaveText('Currency: JPY')
  await saysYen(page)
})

test('nobody who chose another currency sees the price in the first one, however slow the phone', async ({
  page,
  request,
  other,
}) => {
  await sellsIn(other, ALL)
  await untilOffered(request, 'JPY')
  await chooses(page, 'JPY JP')
  await page.addInitScript(notesWhatIsSeen)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOW })

  await opens(page, '/destinations/japan')
  const plan = page.locator('main a[href*="/plans/"]').nth(2)
  // Kept from before the currencies changed, it would be shown once more.
  await untilOffered(request, 'JPY', (await plan.getAttribute('href')) ?? '')
  await plan.click()
  await page.waitForURL(/\/plans\//)
  await expect(page.locator('.summary-total .price')).toContainText('¥')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })

  const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen)
  expect(seen.length).toBeGreaterThan(10)
  expect(seen.filter((text) => text.includes('$'))).toEqual([])
})

test('where the converter does not come, prices are seen in the store’s own currency', async ({
  page,
  request,
  other,
}) => {
  await sellsIn(other, ALL)
  await untilOffered(request, 'JPY')
  await chooses(page, 'JPY JP')
  const { promise: isRefused, resolve: refuse } = Promise.withResolvers<void>()
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    await isRefused
    await route.abort()
  })
  await page.goto('/destinations/japan', { waitUntil: 'domcontentloaded' })

  await expect(page.locator('.plan-cost .price bdi').first()).toHaveCSS('visibility', 'hidden')
  refuse()
  await expect(page.locator('.plan-cost .price bdi').first()).toHaveCSS('visibility', 'visible')
  await expect(page.locator('.plan-cost .price bdi').first()).toContainText('$')
})

test('a page asks for nothing more before somebody chooses, and only for the converter afterwards', async ({
  page,
  request,
  other,
}) => {
  await sellsIn(other, ALL)
  await untilOffered(request, 'JPY')
  const late: string[] = []
  let isEarly = true
  page.on('load', () => {
    isEarly = false
  })
  page.on('request', (asked) => {
    if (!isEarly && !asked.url().includes('/icons/')) late.push(asked.url())
  })
  await page.goto('/destinations/japan', { waitUntil: 'networkidle' })
  expect(late).toEqual([])

  await page.evaluate(() => localStorage.setItem('currency', 'GBP GB'))
  isEarly = true
  await page.reload({ waitUntil: 'networkidle' })
  await expect(page.locator('.plan-cost .price').first()).toContainText('£')
  expect(late.filter((url) => !/\/_next\/static\/chunks\/[\w-]+\.js$/.test(url))).toEqual([])
  expect(late.length).toBeLessThanOrEqual(4)
})

test('in Arabic sums keep their order, and the menu of a phone has the choice as well', async ({
  page,
  request,
  other,
}) => {
  await sellsIn(other, ALL)
  await untilOffered(request, 'JPY')
  await page.setViewportSize({ width: 360, height: 780 })
  await opens(page, '/ar/destinations/japan')
  await page.locator('.menu-phone > summary').click()
  await page.getByLabel('العملة').selectOption('KWD')
  await passesCheck(page)
  for (const field of await page.locator('.menu-phone select').all()) {
    expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await page.keyboard.press('Escape')

  const price = page.locator('.plan-cost .price bdi').first()
  await expect(price).toHaveText(/^KWD\u00a0\d+\.\d{3}$/)
  expect(await wrongPrices(page, 'KWD')).toEqual([])
  await fitsPhone(page)
})

test('a currency that stops while somebody looks is given up at once, and they are told', async ({
  page,
  request,
  buyer,
  other,
}) => {
  const goods = await findGoods(request, { slug: 'austria', title: 'Austria, 3 GB, 15 days', code: '40-0-15-3-G' })
  await sellsIn(other, ALL)
  await untilOffered(request, 'JPY', `/plans/${goods.planId}`)
  await chooses(page, 'JPY JP')
  await opens(page, `/plans/${goods.planId}`)
  await expect(page.locator('.summary-total .price')).toContainText('¥')
  await sellsIn(other, 'GBP')
  await page.getByRole('button', { name: 'Continue to checkout' }).first().click()
  await page.waitForURL(/\/checkout\/quo_/)
  await expect(page.getByText('We don’t sell in JPY right now. You pay in USD.')).toBeVisible()
  await expect(page.locator('.total .price')).toContainText('$')
  await passesCheck(page)
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()

  await page.evaluate(() => localStorage.setItem('currency', 'JPY JP'))
  await untilOffered(request, 'GBP')
  await opens(page, '/destinations/japan')
  await expect(page.locator('.plan-cost .price').first()).toContainText('$')
  await expect(currencyMenu(page).locator('summary')).toHaveText('Currency: USD')
})

test('the cart follows the choice, keeps it, and never adds up two currencies', async ({ page, request, other }) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await sellsIn(other, ALL)
  await untilOffered(request, 'JPY', `/plans/${goods.planId}`)
  await opens(page, `/plans/${goods.planId}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await opens(page, '/cart')
  await expect(page.locator('.total .price')).toHaveText(/^\$/)

  await currencyMenu(page).locator('summary').click()
  await page.getByLabel('Currency', { exact: true }).selectOption('GBP')
  await expect(page.locator('.total .price')).toHaveText(/^£\d+\.99$/)
  await expect(page.locator('.cart-row .price')).toHaveText(/^£\d+\.99$/)
  await page.keyboard.press('Escape')
  await sellsIn(other, 'KWD')
  await opensAgain(page)
  await expect(page.locator('.total .price')).toHaveText(/^\$/)

  await sellsIn(other, ALL)
  await page.evaluate(() => localStorage.setItem('currency', 'GBP GB'))
  await opensAgain(page)
  await expect(page.locator('.total .price')).toHaveText(/^£\d+\.99$/)
  await page.getByRole('link', { name: 'Check and pay' }).click()
  await page.waitForURL(/\/checkout\//)
  await isAlive(page)
  await sellsIn(other, 'KWD')
  await page.getByRole('button', { name: 'One more' }).first().click()
  await expect(page.getByText('We don’t sell in GBP right now. You pay in USD.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The price changed while you were choosing' })).toBeVisible()
  await page.getByRole('button', { name: /^Continue with \$/ }).click()
  await expect(page.locator('.total .price')).toHaveText(/^\$/)
})

test('the currency of the reader’s country is offered, and changes nothing by itself', async ({
  browser,
  request,
  other,
}) => {
  await sellsIn(other, ALL)
  await untilOffered(request, 'JPY')
  const context = await browser.newContext({ baseURL: other.url, locale: 'en-GB' })
  const page = await context.newPage()
  await opens(page, '/destinations/japan')
  const offer = page.getByRole('complementary', { name: 'British Pound / US Dollar' })
  await expect(page.locator('.plan-cost .price').first()).toContainText('$')
  await passesCheck(page)
  await offer.getByRole('button', { name: 'GBP £' }).click()

  await expect(offer).toHaveCount(0)
  await expect(page.locator('.plan-cost .price').first()).toContainText('£')
  await page.reload({ waitUntil: 'networkidle' })
  await expect(page.locator('.plan-cost .price').first()).toContainText('£')
  await expect(offer).toHaveCount(0)
  await context.close()
})

function currencyMenu(page: Page): Locator {
  return page.locator('details.menu-wide', { has: page.locator('summary', { hasText: /^Currency: / }) })
}

let sold: string | null = null

async function sellsIn(other: OtherStore, codes: string): Promise<void> {
  if (sold === codes) return
  await arrangeIn({ ...other, env: { ...other.env, CURRENCIES_TO_SELL_IN: codes } }, 'sell-in.ts')
  sold = codes
}

/** Waits until pages that were kept are made anew: the visit that finds it outdated still meets the old one. */
async function untilOffered(request: APIRequestContext, code: string, plan = '/'): Promise<void> {
  for (const path of [
    plan,
    '/',
    '/destinations',
    '/destinations/japan',
    '/ar/destinations/japan',
    '/trip',
    '/compare',
  ]) {
    await expect
      .poll(async () => /data-currencies="(\w+)/.exec(await (await request.get(path)).text())?.[1] ?? '', path)
      .toBe(code)
  }
}

async function chooses(page: Page, choice: string): Promise<void> {
  await page.addInitScript((text) => {
    if (localStorage.getItem('is-set') === null) localStorage.setItem('currency', text)
    localStorage.setItem('is-set', 'yes')
  }, choice)
}

/** Expects that every price of the page is what the server would ask for. */
async function saysYen(page: Page, path = page.url()): Promise<void> {
  await expect.poll(() => wrongPrices(page, 'JPY'), path).toEqual([])
}

/** The prices of a page that are not what their attributes are in a currency; `none` for a page without any. */
async function wrongPrices(page: Page, code: string): Promise<string[]> {
  const offered = (await page.locator('[data-currencies]').getAttribute('data-currencies')) ?? ''
  const terms = readPriceTerms(offered).find((one) => one.code === code)
  if (!terms) throw new Error('The page offers no such currency.')
  const lang = (await page.locator('html').getAttribute('lang')) ?? ''
  const found = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-price],[data-figure]')].map(({ dataset, textContent }) => ({
      ...{ price: dataset.price, figure: dataset.figure, within: dataset.text },
      text: textContent,
    })),
  )
  if (found.length === 0) return ['none']

  return found.flatMap(({ price, figure, within, text }) => {
    const pieces = price?.split(' ').flatMap((piece) => {
      const [minor, count = 1] = piece.split('*').map(Number)

      return Array.from({ length: count }, () => priceIn(money(minor ?? 0, 'USD'), terms))
    })
    const amount = pieces ? sum(pieces, terms.code) : metricIn(money(Number(figure), 'USD'), terms)
    const said = formatMoney(amount, moneyTag(lang))
    const expected = within?.replace('{price}', said) ?? said

    return text === expected ? [] : [`${text} instead of ${expected}`]
  })
}

/** Notes each text of a price that could be seen in some frame. */
function notesWhatIsSeen(): void {
  const seen = new Set<string>()
  Object.defineProperty(window, 'seen', { get: () => [...seen] })
  const note = () => {
    for (const element of document.querySelectorAll('[data-price],[data-figure]')) {
      if (getComputedStyle(element).visibility === 'visible') seen.add(element.textContent)
    }
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}

/** What the payment provider has of an order, in the minor units of its currency. */
async function paymentOf(number: string, { dataDir }: OtherStore) {
  const answer = await fetch(`${innerServers(dataDir).payments}/_control/ledger?reference=${number}`)
  const { payments } = (await answer.json()) as {
    payments: (PaymentLedger['payments'][number] & { currency: string })[]
  }
  const taken = payments.filter(({ captured }) => captured > 0)
  expect(taken).toHaveLength(1)

  return taken[0] as (typeof taken)[number]
}

/** The line of an order in the file of sold lines that the page of finance offers, by the names of its columns. */
async function lineOf(number: string, page: Page): Promise<Record<string, string>> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Items as CSV' }).first().click(),
  ])
  const [head = [], ...rows] = parseCsv((await readFile(await file.path(), 'utf8')).replace('\ufeff', '')) ?? []
  const cells = rows.filter((row) => row.includes(number))
  expect(cells).toHaveLength(1)

  return Object.fromEntries(head.map((name, index) => [name, cells[0]?.[index] ?? '']))
}

async function mailsTo(email: string, other: OtherStore): Promise<Mail[]> {
  const mail = `${innerServers(other.dataDir).mail}/_control/mails?to=${encodeURIComponent(email)}`
  const read = async () => ((await (await fetch(mail)).json()) as { mails: Mail[] }).mails
  await expect.poll(async () => (await read()).length).toBeGreaterThan(0)

  return read()
}
