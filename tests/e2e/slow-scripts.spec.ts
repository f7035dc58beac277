import { expect, type Page } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'

test('what was typed and ticked before the scripts arrived counts, at the till and at the seal', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'italy', title: 'Italy, 10 GB, 30 days', code: '380-0-30-10-G' })
  await buyer.choose(goods, { count: 2 })
  const openCheckout = await reloadWithoutScripts(page)
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Traveller, eSIM 2').fill('Luca Ruiz')
  await page.getByLabel(/I have read the terms/).check()
  await openCheckout()
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await expect(page.getByLabel('Traveller, eSIM 2')).toHaveValue('Luca Ruiz')
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await buyer.payWith('success')
  await buyer.awaitReady()

  const wake = await reloadWithoutScripts(page)
  await page.getByLabel(/I agree that the service starts now/).check()
  await page.getByLabel(/my right of withdrawal then ends/).check()
  await wake()
  await page.getByRole('button', { name: 'Show QR code' }).click()

  await expect(page.getByRole('img', { name: /^QR code for eSIM/ })).toBeVisible()
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

/** Loads the page anew on an item where its scripts take their time. Answers how to let them arrive. */
async function reloadWithoutScripts(page: Page): Promise<() => Promise<void>> {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/_next/static/**/*.js', async (route) => {
    await arrival
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })

  return async () => {
    arrive()
    await page.waitForLoadState('networkidle')
    await page.unrouteAll({ behavior: 'wait' })
  }
}
