import { expect, type Locator, type Page } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import { fitsPhone, passesCheckInBothColorSchemes } from '#tests/support/browser/page-checks.ts'

const GOODS = { slug: 'france', title: 'France, 5 GB, 30 days', code: '250-0-30-5-G' }

/** Has both sides compared, until the page shows the difference about an order. */
async function compareUntil(page: Page, discrepancy: Locator): Promise<void> {
  const compare = page.getByRole('button', { name: 'Compare now' })
  await compare.click()
  await expect(compare).toBeEnabled()
  await expect(discrepancy).toBeVisible()
}

/** Looks a difference up by the number of its order: it stands alone, and not at all under another number. */
async function searchForOrder(page: Page, discrepancy: Locator, orderNum: string): Promise<void> {
  const field = page.getByLabel('Order number, provider number, payment, ICCID or email')
  await field.fill(orderNum)
  await field.press('Enter')
  await expect(page).toHaveURL(new RegExp(`q=${orderNum}`))
  await expect(page.locator('details.a-finding')).toHaveCount(1)
  await expect(discrepancy).toBeVisible()
  await field.fill('LF-0000-0000')
  await field.press('Enter')
  await expect(page.getByText('Nothing here fits.')).toBeVisible()
  await expect(discrepancy).toHaveCount(0)
  await page.getByRole('link', { name: 'Show all' }).click()
  await expect(discrepancy).toBeVisible()
}

test('differences are found once, read side by side, and closed from the page with a reason', async ({
  browser,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, GOODS)
  await buyer.buys(goods)
  const [bought] = await provider.orders(goods.priceId)
  const { orderNum, total, otherOrderId } = bought ?? { orderNum: '', total: '0', otherOrderId: '' }
  await provider.changeOrder({ orderNum, total: (Number(total) + 2).toFixed(2) })

  const office = await (await browser.newContext()).newPage()
  await entersAsOwner(office)
  await opens(office, '/admin/reconciliation')
  const discrepancy = office.locator('details').filter({ hasText: orderNum })
  await compareUntil(office, discrepancy)
  await expect(discrepancy).toHaveCount(1)
  await expect(discrepancy).toContainText('The charged cost differs from the quote')
  await searchForOrder(office, discrepancy, orderNum)
  await passesCheckInBothColorSchemes(office)
  await fitsPhone(office)

  if (!(await discrepancy.evaluate((details) => (details as HTMLDetailsElement).open)))
    await discrepancy.locator('summary').click()
  await discrepancy.getByRole('button', { name: 'Claim' }).click()
  await office.getByRole('dialog').getByRole('button', { name: 'Claim' }).click()
  await expect(office.getByText('Say in a few words why.')).toBeVisible()
  await office.getByLabel('Reason').fill('charged twice the fee')
  await office.getByRole('dialog').getByRole('button', { name: 'Claim' }).click()
  await expect(office.getByText('Claim: done, the mismatch is closed.')).toBeVisible()
  await expect(discrepancy).toHaveCount(0)
  await expect(office.getByText('charged twice the fee')).toBeVisible()

  // What was settled stays settled; another difference about the same order is another one.
  await provider.changeOrder({ orderNum, status: 5 })
  await compareUntil(office, discrepancy)
  await expect(discrepancy).toContainText('5, meaning unknown')
  if (!(await discrepancy.evaluate((details) => (details as HTMLDetailsElement).open)))
    await discrepancy.locator('summary').click()
  await discrepancy.getByRole('button', { name: 'Look again' }).click()
  await expect(office.getByText('Look again: both sides still differ.')).toBeVisible()
  await provider.changeOrder({ orderNum, status: 0 })
  await discrepancy.getByRole('button', { name: 'Look again' }).click()
  await expect(office.getByText('Look again: done, the mismatch is closed.')).toBeVisible()
  await expect(discrepancy).toHaveCount(0)

  await opens(office, '/admin/reconciliation?view=search')
  await office.getByLabel('Provider order number').fill(orderNum)
  await office.getByRole('button', { name: 'Search, 1 API request' }).click()
  await expect(office.getByRole('row').filter({ hasText: orderNum })).toBeVisible()
  await expect(office.getByText(/\(GMT\+8\): 1 order, page 1/)).toBeVisible()
  await office.getByLabel('Reference of an item').fill(otherOrderId ?? '')
  await office.getByRole('button', { name: 'Confirm, 2 API requests' }).click()
  await expect(office.getByText(`Proven: the provider spells this reference out for ${orderNum}.`)).toBeVisible()
  await passesCheckInBothColorSchemes(office)
  await fitsPhone(office)
  await office.context().close()
})
