import { expect, type Page } from '@playwright/test'
import { findGoods, type Goods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { isAlive, opens } from '#tests/support/browser/open-page.ts'
import { readQr } from '#tests/support/browser/read-qr.ts'

/** Puts a plan into the cart on its own page. */
async function addToCart(page: Page, { planId }: Goods, count = 1): Promise<void> {
  await opens(page, `/plans/${planId}`)
  await page.locator('#count').fill(String(count))
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await expect(page.getByText('It is in your cart.')).toBeVisible()
}

/** Goes from the cart to the checkout, once the network has priced every item. */
async function toCheckout(page: Page): Promise<void> {
  await page.goto('/cart')
  const checkout = page.getByRole('link', { name: 'Check and pay' })
  await expect(checkout).toBeVisible()
  await checkout.click()
  await page.waitForURL(/\/checkout\/quo_\w+-quo_/)
  await isAlive(page)
}

/** The sum of money in a text such as `$12.40`, in cents. */
function cents(text: string | null): number {
  return Math.round(Number(/([\d,]+\.\d\d)/.exec(text ?? '')?.[1]?.replace(',', '')) * 100)
}

test('two plans are paid at once; the one the network cannot give is not paid for, the other is delivered', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const good = await findGoods(request, { slug: 'portugal', title: 'Portugal, 3 GB, 7 days', code: '620-0-7-3-G' })
  const bad = await findGoods(request, { slug: 'spain', title: 'Spain, 3 GB, 7 days', code: '724-0-7-3-G' })
  await addToCart(page, good, 2)
  await addToCart(page, bad)
  await expect(page.getByRole('link', { name: 'Cart (3)' })).toBeVisible()
  expect(await page.context().cookies()).toEqual([])
  await toCheckout(page)
  await expect(page.getByRole('heading', { name: 'Spain, 3 GB, 7 days' })).toBeVisible()
  const total = cents(await page.locator('.total output').textContent())
  await provider.misbehave(bad.priceId, { path: 'addEsimOrder', kind: 'code', when: 'before', code: 3 })
  await buyer.order(['Ana', 'Ben', 'Cleo'])
  await buyer.payWith('success')
  await page.waitForURL(/\/o\/ord_/)

  await expect(page.getByRole('heading', { level: 1, name: '2 of 3 eSIMs are ready' })).toBeVisible()
  const items = page.locator('.order-lines li')
  await expect(items.nth(0)).toContainText('Ready')
  await expect(items.nth(1)).toContainText('Did not come', { timeout: 150_000 })
  await expect(items.nth(1)).toContainText(/refunded|Nothing was charged/)
  const price = cents(await items.nth(1).locator('bdi').last().textContent())
  const receipt = page.locator('#receipt')
  const sumOf = async (name: string) => {
    const row = receipt.locator('dl > div', { has: page.getByText(name, { exact: true }) })

    return (await row.count()) > 0 ? cents(await row.locator('dd').textContent()) : 0
  }
  expect(await sumOf('Total')).toBe(total)
  expect((await sumOf('Charged')) - (await sumOf('Refunded'))).toBe(total - price)

  const codes: string[] = []
  for (const name of ['Ana', 'Ben']) {
    await page.getByRole('navigation', { name: 'Choose an eSIM' }).getByRole('link', { name }).click()
    await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('aria-current', 'true')
    await buyer.open()
    codes.push(readQr(await page.locator('.plate:visible').first().screenshot()))
  }
  expect(codes.toSorted()).toEqual((await provider.issued(good.priceId)).toSorted())
  expect(await provider.placements(good.priceId)).toHaveLength(1)
  expect(await provider.forfeits(good.priceId)).toHaveLength(0)
  await page.goto('/cart')
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible()
})

test('a step back and a second tab lead to the same order, and the cart changes by hand', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const one = await findGoods(request, { slug: 'portugal', title: 'Portugal, 1 GB, 7 days', code: '620-0-7-1-G' })
  const two = await findGoods(request, { slug: 'spain', title: 'Spain, 1 GB, 7 days', code: '724-0-7-1-G' })
  await addToCart(page, one)
  await addToCart(page, two)
  await page.goto('/cart')
  const row = page.locator('.cart-row').nth(1)
  await expect(row.locator('output')).toContainText('$')
  await row.getByRole('button', { name: 'One more' }).click()
  await expect(row).toContainText('each')
  await toCheckout(page)
  const address = page.url()
  const tab = await page.context().newPage()
  await toCheckout(tab)
  expect(tab.url()).toBe(address)
  await tab.close()

  await buyer.order()
  await page.waitForURL(/\/pay\//)
  const payPage = page.url()
  await page.goBack({ waitUntil: 'networkidle' })
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await page.waitForURL(/\/pay\//)
  expect(page.url()).toBe(payPage)
  await buyer.payWith('success')
  await buyer.awaitReady()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Your 3 eSIMs are ready')
  expect(await provider.placements(one.priceId)).toHaveLength(1)
  expect((await provider.placements(two.priceId)).map(({ params }) => params.count)).toEqual(['2'])
})

test('what was collected outlives an order that came to nothing, and codes for the next cart a look at an old order', async ({
  page,
  request,
  buyer,
}) => {
  const goods = await findGoods(request, { slug: 'portugal', title: 'Portugal, 5 GB, 30 days', code: '620-0-30-5-G' })
  const setAside = (code: string) => page.evaluate((kept) => localStorage.setItem('voucher-codes', kept), `["${code}"]`)
  const collected = () =>
    page.evaluate(() => ({
      lines: JSON.parse(localStorage.getItem('cart') ?? '[]').length as number,
      drafts: Object.keys(sessionStorage).filter((name) => name.startsWith('checkout:')).length,
      codes: localStorage.getItem('voucher-codes'),
    }))
  await addToCart(page, goods)
  await setAside('FORTHISCART')
  await page.goto('/cart')
  await page.getByRole('link', { name: 'Check and pay' }).click()
  await page.waitForURL(/\/checkout\/quo_/)
  await isAlive(page)
  const { promise: ordered, resolve } = Promise.withResolvers<string>()
  await page.route('**/api/orders', async (route) => {
    const response = await route.fetch()
    resolve((await response.json()).data.orderId)
    await route.fulfill({ response })
  })
  await buyer.order()
  await page.waitForURL(/\/pay\//)
  await page.request.post(page.url(), { form: { decline: '1' }, maxRedirects: 0 })

  await expect(async () => {
    await page.goto(`/o/${await ordered}`, { waitUntil: 'networkidle' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This offer has ended', { timeout: 1_000 })
  }).toPass()
  expect(await collected()).toEqual({ lines: 1, drafts: 1, codes: '["FORTHISCART"]' })

  await page.goto('/cart')
  await page.getByRole('link', { name: 'Check and pay' }).click()
  await page.waitForURL(/\/checkout\/quo_/)
  await isAlive(page)
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()
  await expect.poll(async () => ({ ...(await collected()), drafts: 0 })).toEqual({ lines: 0, drafts: 0, codes: null })

  await setAside('FORTHENEXT')
  await page.reload({ waitUntil: 'networkidle' })
  expect((await collected()).codes).toBe('["FORTHENEXT"]')
})
