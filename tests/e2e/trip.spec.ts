import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { fitsPhone, passesCheckInBothColorSchemes } from '#tests/support/browser/page-checks.ts'

/** Adds countries as somebody does who types: a few letters, then Enter. */
async function addCountries(page: Page, names: string[]): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Add a country' })
  for (const name of names) {
    await field.fill(name)
    await expect(page.getByRole('option').first()).toContainText(name)
    await field.press('Enter')
    await expect(page.getByRole('list', { name: 'Your countries' }).getByText(name)).toBeVisible()
  }
}

async function chooseDates(page: Page): Promise<void> {
  await page.getByLabel('Arrive').fill('2027-03-06')
  await page.getByLabel('Leave').fill('2027-03-14')
  await expect(page.getByText('Your trip: 9 days.')).toBeVisible()
}

const section = (page: Page, name: string) => page.locator('section', { has: page.getByRole('heading', { name }) })

test('a trip through two countries is put together from the first page, shared by its address, and bought as one eSIM', async ({
  page,
  browser,
  baseURL,
}) => {
  await opens(page, '/')
  await page.getByRole('combobox').fill('Japa')
  await expect(page.getByRole('listbox')).toBeVisible()
  // The list is not in the way of the dates, and of those is seen what keys do to them.
  const day = page.locator('.go-bar .day input').first()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('listbox')).toBeHidden()
  await expect(day).toHaveCSS('opacity', '1')
  await page.getByRole('heading', { level: 1 }).click()
  await day.click()
  await expect(day).toBeFocused()
  await expect(day).toHaveCSS('opacity', '0')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /^Several countries/ }).click()
  await page.waitForURL('**/trip')
  await expect(page.getByRole('heading', { name: 'Where do you go?' })).toBeVisible()
  await addCountries(page, ['Japan', 'South Korea'])
  await expect(page.getByText(/^Shown for 7 days/)).toBeVisible()
  await chooseDates(page)

  const best = section(page, 'Covers your whole trip').getByRole('listitem').first()
  await expect(best).toContainText('Asia 12')
  await expect(best).toContainText('Works in: Japan and South Korea')
  await expect(section(page, 'Covers a part').getByText('No data in: South Korea').first()).toBeVisible()
  await expect(section(page, 'Covers a part').getByText(/^Fits/)).toHaveCount(0)
  const price = (await best.locator('.price').first().textContent()) ?? ''
  await expect(page.getByRole('region', { name: 'What it costs' })).toContainText(price)
  expect(new URL(page.url()).hash).toBe('#to=jp.kr&arrive=2027-03-06&leave=2027-03-14')

  const friend = await (await browser.newContext()).newPage()
  await friend.goto(new URL(page.url(), baseURL).href)
  await expect(section(friend, 'Covers your whole trip').getByRole('listitem').first()).toContainText(price)
  await expect(friend.getByText('Your trip: 9 days.')).toBeVisible()
  await friend.context().close()

  await best.getByRole('link', { name: /^Choose/ }).click()
  await page.waitForURL(/\/plans\/pln_/)
  await expect(page.locator('.summary-total .price')).toHaveText(price)
})

test('where no plan covers all, several do together, each for its own days, and all go into the cart', async ({
  page,
}) => {
  await opens(page, '/trip#arrive=2027-03-06&leave=2027-03-14&to=jp-5.np-4')

  await expect(page.getByText('No single plan covers all of it.')).toBeVisible()
  const mix = section(page, 'Best combination').last()
  await expect(mix.getByText('Works in: Japan')).toBeVisible()
  await expect(mix.getByText('Works in: Nepal')).toBeVisible()
  await page.getByLabel('Stay in Nepal').selectOption({ label: '2 days' })
  await expect(page).toHaveURL(/to=jp-5\.np-2/)
  await mix.getByRole('button', { name: 'Put all of them in the cart' }).click()

  await expect(page.getByRole('link', { name: 'Cart (2)' })).toBeVisible()
})

test('whoever takes countries out by keys keeps the place in the list, and comes to the field when none is left', async ({
  page,
}) => {
  await opens(page, '/trip#arrive=2027-03-06&leave=2027-03-14&to=jp.kr.th')
  const remove = (name: string) => page.getByRole('button', { name: `Remove ${name}` })

  await remove('South Korea').press('Enter')
  await expect(remove('Thailand')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(remove('Japan')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('combobox', { name: 'Add a country' })).toBeFocused()
})

test('a layover is named where there is no data, and is no reason to leave a plan out', async ({ page }) => {
  await opens(page, '/trip#to=qa-0')
  await expect(page.getByRole('heading', { name: 'Only layovers so far' })).toBeVisible()
  await addCountries(page, ['Japan'])

  const whole = section(page, 'Covers your whole trip')
  await expect(whole.getByText('No data during the layover: Qatar').first()).toBeVisible()
  await page.getByLabel('Stay in Qatar').selectOption({ label: 'Whole trip' })
  await expect(section(page, 'Covers a part').getByText('No data in: Qatar').first()).toBeVisible()
  await page.getByRole('button', { name: 'Remove Qatar' }).click()
  await expect(page).toHaveURL(/#to=jp$/)
})

test('plans that cannot be read are asked for again, and nothing of the trip is lost', async ({ page, context }) => {
  await opens(page, '/trip')
  await context.setOffline(true)
  // The page reads its address again once its script runs.
  await expect(async () => {
    await page.evaluate(() => {
      window.location.hash = ''
      window.location.hash = '#to=jp'
    })
    await expect(page.getByText('The plans could not be read. Your trip is kept.')).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()

  await expect(page.getByRole('heading', { name: 'Covers your whole trip' })).toBeVisible()
})

test('while plans are being read, and when they cannot be, nothing is said about what is not sold', async ({
  page,
}) => {
  await opens(page, '/trip#to=jp')
  const answer = page.getByRole('heading', { name: 'Covers your whole trip' })
  await expect(answer).toBeVisible()
  const held = Promise.withResolvers<void>()
  await page.route('**/api/catalogue/plans/en/south-korea', (route) => held.promise.then(() => route.abort()))
  await addCountries(page, ['South Korea'])

  await expect(page.getByText('Reading the plans…')).toBeVisible()
  await expect(answer).toHaveCount(0)
  await expect(page.getByText(/^Nothing on sale works|^Not on sale$/)).toHaveCount(0)
  held.resolve()
  await expect(page.getByText('The plans could not be read. Your trip is kept.')).toBeVisible()
  await expect(page.getByText(/^Nothing on sale works|^Not on sale$/)).toHaveCount(0)
})

test('an address may say what it likes: days that do not exist, years of them, countries without plans', async ({
  page,
}) => {
  await opens(page, '/trip#to=jp.kp&arrive=2027-99-99&leave=2027-02-30')
  await expect(page.getByText('Nothing on sale works in North Korea.')).toBeVisible()
  await expect(page.getByText(/^Shown for 7 days/)).toBeVisible()

  await opens(page, '/trip#to=jp&arrive=2027-01-01&leave=9999-12-31')
  await expect(page.getByText('No single plan covers all of it.')).toBeVisible()
  expect(await page.getByLabel('Stay in Japan').locator('option').count()).toBeLessThan(100)
})

for (const path of ['/trip#arrive=2027-03-06&leave=2027-03-14&to=jp-5.np-4.qa-0', '/ar/trip#to=jp.fr.us']) {
  test(`${path} fits the narrowest phone, light and dark, and passes the accessibility check`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(path)
    await expect(page.locator('.plans').first()).toBeVisible()
    await passesCheckInBothColorSchemes(page)
    await fitsPhone(page, 320)
  })
}
