import { expect } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opens, opensAgain } from '#tests/support/browser/open-page.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import { fitsPhone, passesCheck } from '#tests/support/browser/page-checks.ts'
import { innerServers } from '#tests/support/browser/store-under-test.ts'
import type { PaymentLedger } from '#tests/support/sale.ts'

/** What was taken and given back for an order, by the books of the payment provider. */
async function paidFor(number: string): Promise<{ captured: number; refunded: number }> {
  const answer = await fetch(`${innerServers().payments}/_control/ledger`)
  const { payments } = (await answer.json()) as PaymentLedger
  const own = payments.filter(({ reference }) => reference === number)
  const sum = (of: 'captured' | 'refunded') => own.reduce((total, payment) => total + payment[of], 0)

  return { captured: sum('captured'), refunded: sum('refunded') }
}

test('a card is found by its end, two of five go back from the desk, and exactly their share is paid back', async ({
  page,
  request,
  buyer,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await buyer.buys(goods, { count: 5 })
  const orderId = /ord_[0-9A-Z]+/.exec(page.url())?.[0] ?? ''
  await entersAsOwner(page)
  await opens(page, `/admin/orders/${orderId}`)
  const iccid =
    (await page
      .getByText(/^\d{18,20}$/)
      .first()
      .textContent()) ?? ''
  const number = /LF-\w{4}-\w{4}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? ''

  await opens(page, '/admin/esims')
  await page.getByLabel(/^ICCIDs/).fill(`${iccid}\nrubbish\n89990000000000000001`)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('3 entries, 1 API request to the provider.')).toBeVisible()
  await expect(page.getByText('Not an ICCID (10 to 22 digits)')).toBeVisible()
  await expect(page.getByText('Not known to the provider')).toBeVisible()
  await passesCheck(page)
  await page.getByLabel(/^Whole ICCID/).fill(iccid.slice(-6))
  await page.getByRole('button', { name: 'Find' }).click()
  await page.getByRole('region', { name: 'eSIMs found' }).getByRole('link', { name: iccid }).click()

  await expect(page.getByRole('heading', { level: 1, name: iccid })).toBeVisible()
  // Whoever opens the page begins at its beginning.
  await opensAgain(page)
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('BODY')
  await page.getByRole('button', { name: 'Read again' }).click()
  await expect(page.getByText('Read again. The ages below are new.')).toBeVisible()
  await page.getByRole('button', { name: 'Ask for the record' }).click()
  await expect(page.getByText(/Refused \(400108\)/).first()).toBeVisible()
  await passesCheck(page)
  expect(await page.content()).not.toContain('LPA:1$')

  await opens(page, `/admin/cancellations?q=${number}`)
  await page.getByRole('button', { name: 'Choose eSIMs' }).click()
  const dialog = page.getByRole('dialog')
  for (const nth of [0, 1]) await dialog.getByRole('checkbox').nth(nth).check()
  await dialog.getByLabel('Reason').fill('cannot travel')
  await dialog.getByRole('button', { name: 'Send the return' }).click()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
  await expect
    .poll(async () => {
      await opens(page, '/admin/cancellations?view=done')

      return page.getByRole('heading', { level: 3, name: new RegExp(number) }).count()
    })
    .toBe(1)
  await page.getByRole('button', { name: 'Confirm' }).first().click()
  await page.getByRole('dialog').getByLabel('Reason').fill('seen on the statement')
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  const owed = page.getByRole('region', { name: 'Credit of the provider' })
  await expect(owed.getByText(/^confirmed by/).first()).toBeVisible()
  const asked = page.locator('details', { has: page.getByRole('heading', { level: 3, name: new RegExp(number) }) })
  await asked.locator('summary').first().click()
  await expect(asked.getByRole('link', { name: 'Provider credit for 2 eSIMs together' })).toHaveCount(2)
  const { captured, refunded } = await paidFor(number)
  expect({ captured, refunded }).toEqual({ captured, refunded: (captured / 5) * 2 })
  expect(captured).toBeGreaterThan(0)
  await page.keyboard.press('Escape')
  await passesCheck(page)

  for (const path of ['/admin/esims', '/admin/cancellations?view=done']) {
    await opens(page, path)
    await fitsPhone(page)
  }
})
