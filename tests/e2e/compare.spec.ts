import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { fitsPhone, passesCheck } from '#tests/support/browser/page-checks.ts'

/** Ticks plans of a destination for comparing. */
async function tick(page: Page, slug: string, count: number): Promise<void> {
  await opens(page, `/destinations/${slug}`)
  await page.getByText(/^All \d+ plans$/).click()
  for (let index = 0; index < count; index += 1)
    await page
      .locator('.all-plans')
      .getByLabel(/^Compare/)
      .nth(index)
      .check()
}

const columns = (page: Page) => page.getByRole('columnheader')

test('plans are ticked where they are listed, stand side by side, and cost what their own pages say', async ({
  page,
  browser,
}) => {
  await page.goto('/compare')
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible()
  await tick(page, 'japan', 1)
  await tick(page, 'south-korea', 1)
  await expect(page.getByText('2 plans chosen')).toBeVisible()
  await page.getByRole('region', { name: 'Comparison' }).getByRole('link', { name: 'Compare' }).click()
  await page.waitForURL('**/compare#plans=*')

  await expect(columns(page)).toHaveCount(2)
  const total = page.getByRole('row', { name: /^Total/ })
  const price = (await total.getByRole('cell').first().textContent()) ?? ''
  await expect(page.getByRole('row', { name: /^Works in.*differs/ })).toContainText('Japan')
  await expect(page.getByRole('row', { name: /^Hotspot/ })).toContainText('Not reported')
  await page.getByLabel('Only what differs').check()
  await expect(page.getByRole('row', { name: /^Cancellation/ })).toHaveCount(0)

  const friend = await (await browser.newContext()).newPage()
  await friend.goto(page.url())
  await expect(columns(friend)).toHaveCount(2)
  await friend.context().close()

  await columns(page).first().getByRole('link').click()
  await page.waitForURL(/\/plans\/pln_/)
  await expect(page.locator('.summary-total .price')).toHaveText(price)
})

test('a fifth plan is not taken, one is exchanged for another, and the choice goes into the cart', async ({ page }) => {
  await tick(page, 'japan', 4)
  await expect(page.getByLabel(/^4 plans are the most/).first()).toBeDisabled()
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(columns(page)).toHaveCount(4)

  await page
    .getByRole('button', { name: /^Remove Japan/ })
    .first()
    .click()
  await expect(columns(page)).toHaveCount(3)
  await page.getByLabel('Add another plan of these destinations').selectOption({ index: 1 })
  await expect(columns(page)).toHaveCount(4)
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByRole('link', { name: 'Cart (1)' })).toBeVisible()
})

test('plans are added and taken away by keys without losing the place', async ({ page }) => {
  await tick(page, 'japan', 3)
  await page.goto('/compare')
  await expect(columns(page)).toHaveCount(3)
  const removals = page.getByRole('button', { name: /^Remove Japan/ })

  // The field goes with the fourth plan: there is no room for a fifth.
  const more = page.getByLabel('Add another plan of these destinations')
  await more.focus()
  await more.selectOption({ index: 1 })
  await expect(removals.first()).toBeFocused()
  for (const left of [3, 2, 1]) {
    await page.keyboard.press('Enter')
    await expect(removals).toHaveCount(left)
    await expect(removals.first()).toBeFocused()
  }
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeFocused()
})

test('plans that stand side by side stay where they are while another one is being read', async ({ page }) => {
  await tick(page, 'japan', 1)
  await tick(page, 'south-korea', 1)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(columns(page)).toHaveCount(2)
  const [japan, korea] = new URL(page.url()).hash.replace('#plans=', '').split('*')
  await page.goto('about:blank')
  await page.goto(`/compare#plans=${japan}`)
  await expect(columns(page)).toHaveCount(1)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/catalogue/plans/en/south-korea', (route) => held.promise.then(() => route.continue()))
  await page.evaluate((hash) => {
    window.location.hash = hash
  }, `plans=${korea}*${japan}`)

  await expect(page.getByText('Reading the plans…')).toBeVisible()
  await expect(columns(page)).toHaveCount(1)
  await expect(columns(page)).toContainText('Japan')
  held.resolve()
  await expect(columns(page)).toHaveCount(2)
  await expect(columns(page).first()).toContainText('South Korea')
})

test('a plan that is gone is said to be gone, and can be taken away', async ({ page }) => {
  await page.goto('/compare#plans=japan.pln_00000000000000000000000000*nowhere.pln_1')
  await expect(page.getByText('A plan you chose is no longer on sale.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove it' }).click()

  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible()
})

test('four plans can be read on the narrowest phone, light and dark, in three languages', async ({ page }) => {
  await tick(page, 'japan', 4)
  await page.getByRole('link', { name: 'Compare', exact: true }).click()
  await expect(columns(page)).toHaveCount(4)
  const { hash } = new URL(page.url())
  await page.setViewportSize({ width: 320, height: 700 })
  for (const [path, colorScheme] of [
    ['/compare', 'dark'],
    ['/de/compare', 'light'],
    ['/ar/compare', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.goto(path + hash)
    await expect(columns(page)).toHaveCount(4)
    const head = page.getByRole('rowheader').first()
    const before = await head.boundingBox()
    const aside = path.startsWith('/ar') ? -200 : 200
    await page.locator('.compare').evaluate((element, left) => element.scrollBy({ left }), aside)

    expect((await head.boundingBox())?.x).toBeCloseTo(before?.x ?? 0, 0)
    await passesCheck(page)
    await fitsPhone(page, 320)
  }
})
