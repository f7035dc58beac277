import { expect } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { holdCalls } from '#tests/support/browser/hold-scripts.ts'
import { test } from '#tests/support/browser/journey.ts'

test('a mistyped address is questioned before anything is ordered', async ({ page, request, buyer, provider }) => {
  const goods = await findGoods(request, { slug: 'austria', title: 'Austria, 3 GB, 15 days', code: '40-0-15-3-G' })
  await buyer.choose(goods)
  await expect(page.getByText('Works in Austria, not in Australia.')).toBeVisible()
  await page.getByLabel('Email').fill('ana@gmial.com')
  await page.getByLabel(/I have read the terms/).check()
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()

  await expect(page).toHaveURL(/\/checkout\//)
  await expect(page.getByText('Did you mean ana@gmail.com?')).toBeVisible()
  await page.getByRole('button', { name: 'Use this address' }).click()
  await expect(page.getByLabel('Email')).toHaveValue('ana@gmail.com')
  expect(await provider.placements(goods.priceId)).toHaveLength(0)
})

test('a declined payment charges nothing, orders nothing, and can be tried again', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'austria', title: 'Austria, 10 GB, 30 days', code: '40-0-30-10-G' })
  await buyer.choose(goods)
  await buyer.order()
  await page.getByLabel('Why it is declined').selectOption('insufficient_funds')
  await buyer.payWith('decline')

  await expect(page).toHaveURL(/\/checkout\/quo_/)
  const said = page.getByRole('alert').filter({ hasText: 'Your card was declined.' })
  await expect(said).toContainText(/isn’t enough money.+You haven’t been charged. Try another card/)
  expect(await provider.placements(goods.priceId)).toHaveLength(0)

  // What was typed is kept, and nothing stands between the buyer and the next try.
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await buyer.payWith('success')
  await buyer.awaitReady()
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('a price that rose at the till is shown and has to be accepted', async ({ page, request, buyer, provider }) => {
  const goods = await findGoods(request, { slug: 'austria', title: 'Austria, 20 GB, 30 days', code: '40-0-30-20-G' })
  await buyer.choose(goods)
  const before = await page.locator('output.price').textContent()
  await provider.setPrice(goods.priceId, 49)

  await page.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByRole('heading', { name: 'The price changed while you were choosing' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept the new price first' })).toBeDisabled()
  await page.getByRole('button', { name: 'One less' }).click()
  await expect(page.getByText(`${before} is now`)).toBeVisible()
  expect(await provider.placements(goods.priceId)).toHaveLength(0)

  await page.getByRole('button', { name: /^Continue with/ }).click()
  const total = await page.locator('output.price').textContent()
  expect(total).not.toBe(before)
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()
  await expect(page.getByText(total ?? '').first()).toBeVisible()
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('what is sold out at the till stops before the payment, and fewer can be tried', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'austria', title: 'Austria, 5 GB, 30 days', code: '40-0-30-5-G' })
  await buyer.choose(goods)
  await provider.setStock(goods.priceId, 1)

  await page.getByRole('button', { name: 'One more' }).click()
  await expect(page.getByRole('heading', { name: 'Not enough of this plan right now' })).toBeVisible()
  await expect(page.getByText(/You haven’t been charged/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Order with obligation to pay' })).toBeDisabled()
  await page.getByRole('button', { name: 'Try 1' }).click()
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()

  expect((await provider.placements(goods.priceId)).map(({ params }) => params.count)).toEqual(['1'])
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('a first day that is over is named as what is wrong, and another one goes on', async ({
  page,
  request,
  buyer,
}) => {
  const goods = await findGoods(request, { slug: 'canada', title: 'Canada, 5 GB, 15 days', code: '124-0-15-5-G' })
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await buyer.choose(goods, { startDate: inDays(3) })

  // The field is heard once the page's script runs.
  await expect(async () => {
    await page.getByLabel('First day').fill(inDays(4))
    await page.getByLabel('First day').fill(inDays(-20))
    await page.getByLabel('First day').blur()
    await expect(page.getByRole('heading', { name: 'Pick another first day' })).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expect(page.getByRole('button', { name: 'Order with obligation to pay' })).toBeDisabled()
  await page.getByRole('button', { name: 'To the first day' }).click()
  await expect(page.getByLabel('First day')).toBeFocused()
  await page.getByLabel('First day').fill(inDays(5))
  await expect(page.getByRole('button', { name: 'Order with obligation to pay' })).toBeEnabled()
})

test('offline, the till sends nothing and keeps the choice', async ({ page, context, request, buyer, provider }) => {
  const goods = await findGoods(request, { slug: 'austria', title: 'Austria, 1 GB, 7 days', code: '40-0-7-1-G' })
  await buyer.choose(goods)
  await page.getByLabel('Email').fill(buyer.email)
  await context.setOffline(true)

  await expect(page.getByRole('button', { name: 'You are offline' })).toBeDisabled()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Order with obligation to pay' })).toBeEnabled()
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  expect(await provider.placements(goods.priceId)).toHaveLength(0)
})

test('an order whose answer is lost may be there: it is sent again as the same one, and is placed once', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'norway', title: 'Norway, 3 GB, 15 days', code: '578-0-15-3-G' })
  await buyer.choose(goods)
  const keys: (string | undefined)[] = []
  let arrived = ''
  page.on('request', (sent) => {
    if (sent.url().endsWith('/api/orders')) keys.push(sent.headers()['idempotency-key'])
  })
  await page.route(
    '**/api/orders',
    async (route) => {
      arrived = (await (await route.fetch()).json()).data.orderId
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await buyer.order()

  const said = page.getByRole('alert').filter({ hasText: 'No answer came' })
  await expect(said).toContainText('Your order may have reached us. Nothing was paid.')
  await said.getByRole('button', { name: 'Try again' }).click()
  await buyer.payWith('success')
  await buyer.awaitReady()

  expect(page.url()).toContain(arrived)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
})

test('an order that was sent before the page had loaded is not sent once more', async ({ page, request, buyer }) => {
  const goods = await findGoods(request, { slug: 'norway', title: 'Norway, 3 GB, 15 days', code: '578-0-15-3-G' })
  await buyer.choose(goods)
  const answer = await holdCalls(page, '**/api/orders')
  await buyer.order()
  const button = page.getByRole('button', { name: 'Taking you to the payment page' })
  await expect(button).toBeDisabled()

  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false })))

  await expect(button).toBeDisabled()
  answer()
  await page.waitForURL(/\/pay\//)
})

test('an offer lasts as long as the store says, whatever the clock of the device', async ({ page, request, buyer }) => {
  const goods = await findGoods(request, { slug: 'norway', title: 'Norway, 3 GB, 15 days', code: '578-0-15-3-G' })
  await page.addInitScript(() => {
    const now = Date.now.bind(Date)
    Date.now = () => now() + 3_600_000
  })
  await buyer.choose(goods)

  await buyer.order()

  await page.waitForURL(/\/pay\//)
})
