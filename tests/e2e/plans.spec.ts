import { expect, type Page } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opens, opensAgain } from '#tests/support/browser/open-page.ts'
import { passesCheck, tabTo } from '#tests/support/browser/page-checks.ts'

const best = (page: Page) => page.locator('.ticket-best')
const headline = (page: Page, text: string | RegExp) => page.getByRole('heading', { level: 2, name: text })

test('two questions pick a plan and three others, and the answers are in the address', async ({ page }) => {
  await opens(page, '/destinations/japan')
  await expect(headline(page, 'Lowest price for 7 days')).toBeVisible()
  await expect(best(page)).toContainText('1 GB')
  await expect(page.locator('.picks .plan-row')).toHaveCount(3)
  await passesCheck(page)

  await page.getByRole('radio', { name: /^5\sGB or more$/ }).check({ force: true })
  await page.getByRole('radio', { name: '14 days' }).check({ force: true })
  await expect(headline(page, /^Lowest price for 14 days, 5\sGB or more$/)).toBeVisible()
  await expect(best(page)).toContainText(/5\sGB/)
  const price = (await best(page).locator('.price').textContent()) ?? ''
  await opensAgain(page)
  await expect(headline(page, /^Lowest price for 14 days, 5\sGB or more$/)).toBeVisible()

  await best(page)
    .getByRole('link', { name: /^Choose/ })
    .click()
  await page.waitForURL(/\/plans\/pln_/)
  await expect(page.locator('.summary-total .price')).toHaveText(price)
})

test('the dates of a trip answer how many days, and what comes nearest is shown where nothing fits', async ({
  page,
}) => {
  await opens(page, '/destinations/japan#arrive=2027-03-01&leave=2027-03-12')
  await expect(headline(page, 'Lowest price for 12 days')).toBeVisible()
  await expect(page.getByRole('group', { name: 'How many days?' })).toHaveCount(0)

  await opens(page, '/destinations/japan#arrive=2027-03-01&leave=2027-06-30')
  await opensAgain(page)
  await expect(headline(page, /^Nothing fits 122 days exactly/)).toBeVisible()
  await expect(best(page)).toHaveCount(0)
  await expect(page.locator('.picks .plan-row')).toHaveCount(3)
  await expect(page.locator('.picks .plan-row').first()).toContainText('Ends 92 days early')
})

test('all plans are one press away, and a filter that passes none of them can be taken back', async ({ page }) => {
  await opens(page, '/destinations/japan')
  const rows = page.locator('.all-plans .plan-row')
  await expect(rows.first()).toBeHidden()
  await page.getByText('All 17 plans').click()
  await expect(rows).toHaveCount(17)
  await passesCheck(page)
  await page.getByRole('checkbox', { name: 'Can top up' }).check({ force: true })
  await expect(rows).toHaveCount(11)
  await opens(page, '/destinations/japan#arrive=2027-03-01&leave=2027-06-30&covers=1')
  await opensAgain(page)
  await page.getByText('All 17 plans').click()
  await expect(page.getByText('No plan passes these filters.')).toBeVisible()
  await page.getByRole('button', { name: 'Remove filters' }).click()
  await expect(rows).toHaveCount(17)
  await expect(page.locator('.filters input').first()).toBeFocused()
})

test('a first day is chosen by keys, and on a phone no bar covers what has the focus', async ({ page, request }) => {
  const { planId } = await findGoods(request, {
    slug: 'saudi-arabia',
    title: 'Saudi Arabia, 1 GB, 7 days',
    code: '682-0-7-1-G',
  })
  await opens(page, `/plans/${planId}`)
  const day = page.locator('.cal-button:not([disabled])').last()
  await day.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('First day')).toHaveValue(/^\d{4}-\d\d-\d\d$/)
  await expect(day).toBeFocused()

  await page.setViewportSize({ width: 390, height: 640 })
  await tabTo(page, page.locator('footer a').first())
})
