import { expect, type Page } from '@playwright/test'
import type { Buyer } from '#tests/support/browser/buyer.ts'
import { findGoods, type Goods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opens, opensAgain } from '#tests/support/browser/open-page.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import { fitsPhone, passesCheckInBothColorSchemes } from '#tests/support/browser/page-checks.ts'
import type { Provider } from '#tests/support/browser/provider.ts'

// Owners are set up one after the other.
test.describe.configure({ mode: 'serial' })

/** Buys, with an answer that gets lost and codes that the network then refuses: a person has to decide. */
async function orderInReview(
  page: Page,
  { buyer, provider, goods }: { buyer: Buyer; provider: Provider; goods: Goods },
) {
  await provider.misbehave(goods.priceId, { path: 'addEsimOrder', kind: 'silence', when: 'after', ms: 4_000 })
  await buyer.pays(goods)
  const orderId = /ord_[0-9A-Z]+/.exec(page.url())?.[0] ?? ''
  let orderNum = ''
  await expect
    .poll(async () => {
      orderNum = (await provider.placements(goods.priceId))[0]?.orderNum ?? ''

      return orderNum
    })
    .not.toBe('')
  await provider.misbehaveAbout(orderNum, { path: 'reDownOrderPDF', kind: 'code', code: 3, times: 1 })
  await entersAsOwner(page)
  await expect
    .poll(async () => {
      await opens(page, `/admin/orders/${orderId}`)

      return page.getByRole('heading', { level: 2, name: /^On hold:/ }).count()
    })
    .toBe(1)

  return { orderId, orderNum }
}

async function expectDelivered(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await opensAgain(page)

      return page.getByText('Ready for the customer').count()
    })
    .toBeGreaterThan(0)
}

test('a held order is closed from its page, with its evidence, a reason and a line in the history', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'portugal', title: 'Portugal, 5 GB, 30 days', code: '620-0-30-5-G' })
  await orderInReview(page, { buyer, provider, goods })
  await passesCheckInBothColorSchemes(page)

  await page.getByLabel('Note for the team').fill('Lands on Tuesday.')
  await page.getByRole('button', { name: 'Write' }).click()
  await expect(page.getByText('Lands on Tuesday.')).toBeVisible()
  await page.getByRole('button', { name: 'Fetch eSIM data again' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Fetch eSIM data again' }).click()
  await expect(dialog.getByText('Say in a few words why.')).toBeVisible()
  await dialog.getByLabel(/^Reason/).fill('the network mended it')
  await dialog.getByRole('button', { name: 'Fetch eSIM data again' }).click()
  // What came of it stays until it was read; then the page is, and the panel goes.
  await expect(dialog.getByText(/^Decided\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Item on hold: asked for the eSIM data again')).toBeVisible()

  await expectDelivered(page)
  await expect(page.getByText('the network mended it')).toBeVisible()
  await expect(page.getByText('Not certain').first()).toBeVisible()
  expect(await provider.forfeits(goods.priceId)).toEqual([])
  await fitsPhone(page)
})

test('an order is rescued with the full record: typed by hand, asked for once, locked for ever', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'spain', title: 'Spain, 5 GB, 30 days', code: '724-0-30-5-G' })
  const { orderNum } = await orderInReview(page, { buyer, provider, goods })

  await page.getByRole('button', { name: 'Get full record' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^Reason/).fill('the network asks for it')
  await dialog.getByLabel(/^Type /).fill(orderNum.slice(0, -1))
  await dialog.getByRole('button', { name: 'Get full record' }).click()
  await expect(dialog.getByText(`This is not ${orderNum}.`)).toBeVisible()
  expect(await provider.forfeits(goods.priceId)).toEqual([])
  await dialog.getByLabel(/^Type /).fill(orderNum)
  await dialog.getByRole('button', { name: 'Get full record' }).click()
  await expect(dialog.getByText(/^The record was read: 1 eSIM, 1 new code\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  await expectDelivered(page)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(1)
  await expect(page.getByText(/^Locked by Olga Owner/).first()).toBeVisible()
})
