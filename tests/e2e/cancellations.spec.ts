import { expect } from '@playwright/test'
import { openPart } from '#tests/support/browser/buyer.ts'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'

test('one of two eSIMs goes back: asked twice, proven by the network, refunded, and nothing is left to open', async ({
  page,
  request,
  buyer,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await buyer.buys(goods, { count: 2 })
  await openPart(page, 'Refund')
  const panel = page.locator('#refund')
  await expect(panel).toContainText('You can request one')

  await panel.getByRole('button', { name: 'Request refund' }).click()
  await expect(panel).toContainText('back if they agree')
  await panel.getByRole('button', { name: 'Keep the eSIM' }).click()
  await panel.getByRole('button', { name: 'Request refund' }).click()
  await panel.getByRole('button', { name: 'Yes, request refund' }).click()

  await expect(panel.getByText('Returned', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Your eSIM is ready' })).toBeVisible()
  await expect(page.getByText(/^Returned$/).first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show QR code' })).toHaveCount(0)
  await page.goto(`${page.url().split('?')[0]}?esim=2`)
  await expect(page.getByRole('button', { name: 'Show QR code' })).toBeVisible()
})

test('a return whose answer is cut off is asked for once, however often it is sent', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 50 GB, 30 days', code: '392-0-30-50-G' })
  await buyer.buys(goods)
  await openPart(page, 'Refund')
  const panel = page.locator('#return')
  const check = panel.getByRole('button', { name: 'Check my order' })
  const keys: (string | undefined)[] = []
  // The first is cut off on its way, the second after the store has it.
  await page.route('**/api/orders/*/returns', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length > 1) await route.fetch()
    await route.abort()
  })

  for (const _ of ['on its way', 'on its way back']) {
    await panel.getByRole('button', { name: 'Request refund' }).click()
    await panel.getByRole('button', { name: 'Yes, request refund' }).click()
    await expect(panel).toContainText('We couldn’t confirm this')
    await expect(check).toBeFocused()
    await check.click()
    await expect(check).toHaveCount(0)
  }

  await expect(panel.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Cancelled' })).toBeVisible()
  expect(await provider.returns(goods.priceId)).toHaveLength(1)
  expect(keys).toHaveLength(2)
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('a plan whose own words rule a refund out says so on its page and at the checkout, as its order does afterwards', async ({
  page,
  request,
  buyer,
}) => {
  const goods = await findGoods(request, { slug: 'croatia', title: 'Croatia, 1 GB, 7 days', code: '191-0-7-1-G' })
  const own = 'Cancellation policy: non-refundable once the order is placed.'
  await page.goto(`/plans/${goods.planId}`)
  await expect(page.locator('.plan-facts').getByText('Not possible')).toBeVisible()
  const answer = page.getByRole('group').filter({ hasText: 'It cannot be cancelled once it is ordered' })
  await answer.getByText('Can I cancel?').click()
  await expect(answer).toContainText(own)

  await buyer.choose(goods)
  const promise = page.getByRole('listitem').filter({ hasText: 'It cannot be cancelled once it is ordered' })
  await expect(promise).toContainText(own)
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()

  await openPart(page, 'Refund')
  const panel = page.locator('#return')
  await expect(panel.getByText('This plan is non-refundable according to its terms.')).toBeVisible()
  await expect(panel.getByRole('button')).toHaveCount(0)
})

test('two of three eSIMs are cancelled by one request, and each shows how it stands', async ({
  page,
  request,
  buyer,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await buyer.buys(goods, { count: 3 })
  await openPart(page, 'Refund')
  const panel = page.locator('#cancel-several')
  const asked: string[][] = []
  page.on('request', (sent) => {
    if (sent.url().endsWith('/returns')) asked.push((sent.postDataJSON() as { esimIds: string[] }).esimIds)
  })

  await panel.getByRole('button', { name: 'Choose eSIMs' }).click()
  await expect(panel.getByRole('checkbox')).toHaveCount(3)
  await panel.getByRole('checkbox').last().uncheck()
  await panel.getByRole('button', { name: 'Cancel 2 eSIMs' }).click()

  await expect(panel.getByText(/: Returned$/)).toHaveCount(2)
  expect(asked.map((ids) => new Set(ids).size)).toEqual([2])
  await expect(panel.getByRole('button')).toHaveCount(0)
  await page.goto(`${page.url().split('?')[0]}?esim=3`)
  await expect(page.getByRole('button', { name: 'Show QR code' })).toBeVisible()
})
