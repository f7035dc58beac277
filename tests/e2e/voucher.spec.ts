import { expect, type Page } from '@playwright/test'
import { findGoods, lookUp } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import { passesCheck } from '#tests/support/browser/page-checks.ts'

/** The sum of money in a text such as `−$12.40`, in cents and without its sign. */
function cents(text: string | null): number {
  return Math.round(Number(/([\d,]+\.\d\d)/.exec(text ?? '')?.[1]?.replace(',', '')) * 100)
}

/** Makes a promotion in the back office: ten percent, once for each address. */
async function promote(page: Page, code: string): Promise<void> {
  await entersAsOwner(page)
  await opens(page, '/admin/pricing/promotions')
  await page.getByRole('button', { name: 'Make promotion' }).click()
  await expect(page.getByText('Some fields could not be read.')).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(code.toLowerCase())
  await page.getByLabel('Name for staff').fill('A journey')
  await page.getByLabel('Percent off').fill('10')
  await passesCheck(page)
  await page.getByRole('button', { name: 'Make promotion' }).click()
  await expect(page.getByRole('row', { name: code })).toContainText('Running')
}

test('a code from the back office takes its share off from the cart to the receipt', async ({
  page,
  browser,
  request,
  buyer,
}) => {
  const code = `JOURNEY${Date.now()}`
  const staff = await browser.newContext()
  const office = await staff.newPage()
  await promote(office, code)

  const goods = await findGoods(request, { slug: 'portugal', title: 'Portugal, 2 GB, 15 days', code: '620-0-15-2-G' })
  await opens(page, `/plans/${goods.planId}`)
  await page.locator('#count').fill('2')
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: 'Check and pay' })).toBeVisible()
  const full = cents(await page.locator('.total output').textContent())
  await page.getByText('Discount code').click()
  await page.getByLabel('Code', { exact: true }).fill('no-such-code')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/We do not know the code/)).toBeVisible()
  await page.getByLabel('Code', { exact: true }).fill(` ${code.toLowerCase()}`)
  await page.getByRole('button', { name: 'Use it' }).click()
  await expect(page.getByText(`Discount code ${code}`)).toBeVisible()
  const net = cents(await page.locator('.total output').textContent())
  expect(net).toBe(full - Math.floor(full / 10))

  await page.getByRole('link', { name: 'Check and pay' }).click()
  await page.waitForURL(/\/checkout\/quo_/)
  await expect(page.getByText(`Discount code ${code}`)).toBeVisible()
  expect(cents(await page.locator('.total output').textContent())).toBe(net)
  await page.getByRole('button', { name: `Remove the code ${code}` }).click()
  await expect.poll(async () => cents(await page.locator('.total output').textContent())).toBe(full)
  await page.getByText('Discount code').click()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
  await expect.poll(async () => cents(await page.locator('.total output').textContent())).toBe(net)
  await buyer.order(['Ana', 'Ben'])
  await buyer.payWith('success')
  await buyer.awaitReady()

  const receipt = page.locator('#receipt')
  const sumOf = async (name: string) =>
    cents(
      await receipt
        .locator('dl > div', { has: page.getByText(name) })
        .locator('dd')
        .textContent(),
    )
  expect(await sumOf(`Discount code ${code}`)).toBe(full - net)
  expect(await sumOf('Total')).toBe(net)
  expect(await sumOf('Charged')).toBe(net)
  await expect.poll(async () => (await buyer.mails()).map(({ text }) => text).join()).toContain(code)
  await office.reload()
  await expect(office.getByRole('row', { name: code })).toContainText('1, no limit')
  await lookUp(office, '/admin/pricing/promotions', code)
  await staff.close()
})

test('a code that was used while the cart was changing is asked about with the new offer', async ({
  page,
  browser,
  request,
}) => {
  const code = `CHANGING${Date.now()}`
  const staff = await browser.newContext()
  await promote(await staff.newPage(), code)
  await staff.close()
  const goods = await findGoods(request, { slug: 'portugal', title: 'Portugal, 2 GB, 15 days', code: '620-0-15-2-G' })
  await opens(page, `/plans/${goods.planId}`)
  await page.getByRole('button', { name: 'Add to cart' }).click()
  await page.goto('/cart')
  await expect(page.getByRole('link', { name: 'Check and pay' })).toBeVisible()
  const one = cents(await page.locator('.total output').textContent())
  let asked = 0
  await page.route('**/api/vouchers', async (route) => {
    asked += 1
    // The first answer never comes: another count puts another offer in the place of the one it is about.
    if (asked > 1) await route.continue()
  })

  await page.getByText('Discount code').click()
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
  await expect.poll(() => asked).toBe(1)
  await page.getByRole('button', { name: 'One more' }).click()

  await expect(page.getByText(`Discount code ${code}`)).toBeVisible()
  const full = cents(await page.locator('.cart-row output').textContent())
  expect(full).toBeGreaterThan(one)
  expect(cents(await page.locator('.total output').textContent())).toBe(full - Math.floor(full / 10))
})
