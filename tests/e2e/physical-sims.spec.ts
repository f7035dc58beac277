import { expect } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { passesCheck } from '#tests/support/browser/page-checks.ts'
import { innerServers } from '#tests/support/browser/store-under-test.ts'

/** An eSIM that the practice network has put into somebody's hands, and one that it has not. */
const IN_HAND = '8986011000000000001'
const UNKNOWN = '8986 0110 0000 0000 009'

type LedgerOrder = { mainOrderNum: string | null; esims: { iccid: string }[] }

async function plansOn(iccid: string): Promise<LedgerOrder[]> {
  const orders = (await (await fetch(`${innerServers().upstream}/_control/orders`)).json()) as LedgerOrder[]

  return orders.filter(({ mainOrderNum, esims }) => mainOrderNum !== null && esims.some((esim) => esim.iccid === iccid))
}

test('somebody with a plastic card finds its brand, types its number, and has a plan on exactly that card', async ({
  page,
  buyer,
}) => {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'SIM cards' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Plans for your physical SIM card' })).toBeVisible()
  await passesCheck(page)
  await page.getByRole('link', { name: /Harbour SIM Cards/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour SIM Cards' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Asia' })).toBeVisible()
  await expect(page.getByText(/^Mobile networks: .*AIS/)).toBeVisible()
  await passesCheck(page)

  await page.getByRole('link', { name: 'Check your ICCID' }).click()
  await page.waitForURL('**/sim-cards/check', { waitUntil: 'networkidle' })
  const number = page.getByLabel('Number of the SIM card (ICCID)')
  const ask = page.getByRole('button', { name: 'Check SIM card' })
  await number.fill('not a number')
  await ask.click()
  await expect(page.getByText('This isn’t an ICCID', { exact: false })).toBeVisible()
  await expect(number).toBeFocused()
  await number.fill(UNKNOWN)
  await ask.click()
  await expect(page.getByText('We can’t find this SIM card')).toBeVisible()
  await number.fill(IN_HAND)
  await ask.click()

  const heading = page.getByRole('heading', { name: /SIM card ••0001/ }).first()
  await expect(heading).toBeVisible()
  await expect(heading).toBeFocused()
  expect(page.url()).not.toMatch(/\d{6}/)
  await passesCheck(page)
  await page.getByRole('radio').first().check()
  await page.getByRole('button', { name: 'Review and pay' }).click()

  await page.waitForURL(/\/checkout\//)
  await expect(page.getByText('For your SIM card ••0001')).toBeVisible()
  await expect(page.getByLabel('eSIMs', { exact: true })).toHaveCount(0)
  await buyer.order()
  await buyer.payWith('success')

  await page.waitForURL((url) => url.pathname.startsWith('/o/'))
  await expect(page.getByRole('heading', { level: 1, name: 'The plan is on your SIM card ••0001' })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page.getByText('It cannot be taken off again.', { exact: false })).toBeVisible()
  expect(await plansOn(IN_HAND)).toHaveLength(1)
  await expect
    .poll(async () => (await buyer.mails()).map(({ subject }) => subject))
    .toContain('Your top-up for SIM card ••0001 is done')
})

test('what was chosen for one card is not on the page of the next', async ({ page }) => {
  await opens(page, '/sim-cards/check')
  const check = async (number: string) => {
    await page.getByLabel('Number of the SIM card (ICCID)').fill(number)
    await page.getByRole('button', { name: 'Check SIM card' }).click()
    await expect(page.getByRole('heading', { name: `SIM card ••${number.slice(-4)}` })).toBeVisible()
  }
  await check('8986011000000000000')
  await page.getByRole('radio').first().check()
  await expect(page.getByRole('button', { name: 'Review and pay' })).toBeEnabled()
  await page.getByRole('button', { name: 'Check another card' }).click()
  await expect(page.getByLabel('Number of the SIM card (ICCID)')).toBeFocused()
  await check(IN_HAND)

  await expect(page.getByRole('radio', { checked: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Review and pay' })).toBeDisabled()
})

test('without scripts the brands, their places and their prices are there', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()

  await page.goto('/de/sim-cards/harbour-sim-cards')

  await expect(page.getByRole('listitem').filter({ hasText: 'Indonesien' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Thailand' })).toBeVisible()
  await page.goto('/sim-cards/check')
  await expect(page.locator('noscript .notice')).toBeVisible()
  await context.close()
})
