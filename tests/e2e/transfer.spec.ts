import { expect } from '@playwright/test'
import { openPart } from '#tests/support/browser/buyer.ts'
import { findGoods, lookUp } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opens, opensAgain } from '#tests/support/browser/open-page.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import { fitsPhone, passesCheckInBothColorSchemes } from '#tests/support/browser/page-checks.ts'

test('an order is paid by bank transfer: the buyer is told what to transfer, staff note it, the eSIM is ready', async ({
  page,
  browser,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'france', title: 'France, 3 GB, 7 days', code: '250-0-7-3-G' })
  await buyer.choose(goods)
  await expect(page.getByRole('radio', { name: 'Test payment' })).toBeChecked()
  await page.getByRole('radio', { name: 'Bank transfer' }).check()
  await passesCheckInBothColorSchemes(page)
  await fitsPhone(page, 320)
  const asked = (await page.locator('output.price').textContent()) ?? ''
  await buyer.order()

  await page.waitForURL(/\/o\/ord_/)
  const panel = page.getByRole('region', { name: 'Waiting for your transfer' })
  await expect(panel).toContainText(asked)
  await expect(panel).toContainText('Landfall Ltd')
  await expect(panel).toContainText('DE00 1234 5678 9012 3456 00')
  await expect(panel).toContainText('TESTDEFF')
  await expect(panel).toContainText(/\(GMT/)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await panel.getByRole('button', { name: 'Copy: IBAN' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('DE00 1234 5678 9012 3456 00')
  await passesCheckInBothColorSchemes(page)
  await fitsPhone(page, 320)
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  expect(await provider.placements(goods.priceId)).toHaveLength(0)

  const office = await (await browser.newContext()).newPage()
  await entersAsOwner(office)
  await office.goto(`/admin/orders/${page.url().split('/').at(-1)}`)
  const number = /LF-\w{4}-\w{4}/.exec((await office.locator('main').textContent()) ?? '')?.[0] ?? ''
  await lookUp(office, '/admin/jobs?state=later', number)
  await opens(office, `/admin/orders/${page.url().split('/').at(-1)}`)
  await office.getByLabel(/^Amount received/).fill('0.01')
  await expect(office.getByText(/less than asked for: nothing is ordered/)).toBeVisible()
  await passesCheckInBothColorSchemes(office)
  await fitsPhone(office, 320)
  await office.getByLabel('Bank’s reference').fill('B-1')
  await office.getByRole('button', { name: 'Transfer received, order waits' }).click()
  const rest = Number(asked.replace(/[^\d.]/g, '')) - 0.01
  const short = page.getByRole('region', { name: 'Part of your transfer is missing' })
  await expect(short).toContainText('$0.01 has arrived')
  await expect(short).toContainText(`$${rest.toFixed(2)}`)
  await passesCheckInBothColorSchemes(page)
  await fitsPhone(page, 320)
  await opensAgain(office)
  await office.getByText('Note a further part').click()
  await office.getByLabel(/^Amount received/).fill(rest.toFixed(2))
  await office.getByLabel('Bank’s reference').fill('B-2')
  await fitsPhone(office, 320)
  await passesCheckInBothColorSchemes(office)
  await page.getByRole('button', { name: 'Correct it' }).click()
  await page.getByLabel('Correct email').fill('half@typed')
  await office.getByRole('button', { name: 'Transfer received', exact: true }).click()
  await expect(office.getByText('Noted. The order goes on.')).toBeVisible()

  // The buyer's page moves on by itself, says so to who cannot see it, and nobody loses the place or what they typed.
  await buyer.awaitReady()
  await expect(page.getByRole('status').filter({ hasText: 'Your eSIM is ready' })).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await openPart(page, 'Manage')
  await expect(page.getByLabel('Correct email')).toHaveValue('half@typed')
  await expect(page.getByRole('button', { name: 'Show QR code' })).toBeVisible()
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
  await office.context().close()
})

test('what was typed at the till outlives a reload and the payment page, until the order stands', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'france', title: 'France, 1 GB, 7 days', code: '250-0-7-1-G' })
  await opens(page, `/plans/${goods.planId}`)
  await page.getByText('How to check').click()
  await page.getByLabel(/My phone shows an EID/).check()
  await buyer.choose(goods, { count: 2 })
  await expect(page.getByLabel(/our phones support eSIM/)).toBeChecked()
  await page.getByLabel(/our phones support eSIM/).uncheck()
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Traveller, eSIM 2').fill('Luca Ruiz')
  await page.getByLabel(/I have read the terms/).check()
  await opensAgain(page)

  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await expect(page.getByLabel('Traveller, eSIM 2')).toHaveValue('Luca Ruiz')
  await expect(page.getByLabel(/I have read the terms/)).toBeChecked()
  await expect(page.getByLabel(/our phones support eSIM/)).not.toBeChecked()

  const checkout = page.url()
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await page.waitForURL(/\/pay\//)
  await opens(page, checkout)
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await buyer.payWith('success')
  await buyer.awaitReady()
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
})
