import { expect } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { holdScripts } from '#tests/support/browser/hold-scripts.ts'
import { test } from '#tests/support/browser/journey.ts'

test('what was typed and ticked before the scripts arrived counts, at the till and at the seal', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'italy', title: 'Italy, 10 GB, 30 days', code: '380-0-30-10-G' })
  await buyer.choose(goods, { count: 2 })
  const openCheckout = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Traveller, eSIM 2').fill('Luca Ruiz')
  await page.getByLabel(/I have read the terms/).check()
  await openCheckout()
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await expect(page.getByLabel('Traveller, eSIM 2')).toHaveValue('Luca Ruiz')
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await buyer.payWith('success')
  await buyer.awaitReady()

  const wake = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByLabel(/I agree that the service starts now/).check()
  await page.getByLabel(/my right of withdrawal then ends/).check()
  await wake()
  await page.getByRole('button', { name: 'Show QR code' }).click()

  await expect(page.getByRole('img', { name: /^QR code for eSIM/ })).toBeVisible()
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})
