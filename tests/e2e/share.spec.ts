import { type Browser, expect, type Page } from '@playwright/test'
import { openPart } from '#tests/support/browser/buyer.ts'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { isAlive, opens, opensAgain } from '#tests/support/browser/open-page.ts'

const JAPAN = { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' }

/** Link and PIN as the buyer's page shows them, once. */
async function readMade(page: Page): Promise<{ url: string; pin: string }> {
  const box = page.locator('.share-made')
  const url = (await box.locator('code').textContent()) ?? ''
  const pin = (await box.locator('.share-pin').textContent())?.trim() ?? ''

  return { url, pin }
}

/** Another browser, which knows nothing of the order. */
async function anotherBrowser(browser: Browser): Promise<Page> {
  return (await browser.newContext()).newPage()
}

async function typePin(page: Page, pin: string): Promise<void> {
  await page.getByLabel('PIN').fill(pin)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
}

test('two travellers of one order: one opens their own eSIM by link and PIN, and its buyer sees it', async ({
  page,
  request,
  browser,
  buyer,
}) => {
  await buyer.buys(await findGoods(request, JAPAN), { count: 2 }, ['Ana Ruiz', 'Luca Ruiz'])
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your 2 eSIMs are ready')
  const names = page.getByRole('navigation', { name: 'Choose an eSIM' }).getByRole('link')
  await expect(names).toHaveText(['Ana Ruiz', 'Luca Ruiz'])
  await page.getByRole('link', { name: 'Luca Ruiz' }).click()
  await isAlive(page)
  await openPart(page, 'Manage')
  await page.getByRole('button', { name: 'Make a link with PIN' }).click()
  const number = /LF-\w{4}-\w{4}/.exec((await page.getByRole('main').textContent()) ?? '')?.[0] ?? 'no number'
  const made = await readMade(page)
  await expect(page.getByText('The PIN hasn’t been entered yet.')).toBeVisible()

  const phone = await anotherBrowser(browser)
  const answer = await phone.goto(made.url)
  await isAlive(phone)
  expect(answer?.headers()['cache-control']).toContain('no-store')
  await expect(phone.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
  await expect(phone.getByText('Luca Ruiz')).toHaveCount(0)
  await typePin(phone, made.pin)

  await expect(phone.getByRole('heading', { level: 1, name: 'Luca Ruiz' })).toBeVisible()
  const shown = await phone.content()
  for (const secret of ['Ana Ruiz', buyer.email, number, 'ord_']) {
    expect(shown).not.toContain(secret)
  }
  await expect(phone.getByRole('main')).not.toContainText(/\$\s?\d|Refund\b|Total/)
  await phone.getByLabel(/I agree that the service starts now/).check()
  await phone.getByLabel(/my right of withdrawal then ends/).check()
  await phone.getByRole('button', { name: 'Show QR code' }).click()
  await expect(phone.getByRole('img', { name: /^QR code for eSIM/ })).toBeVisible()

  await opensAgain(page)
  await openPart(page, 'Receipt')
  await openPart(page, 'Manage')
  await expect(page.locator('.share-panel').getByText('QR code shown', { exact: true })).toBeVisible()
  await expect(page.getByText('The traveller showed a QR code')).toBeVisible()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await page.getByRole('button', { name: 'Yes, stop sharing' }).click()
  await expect(page.getByText('The link stopped working on')).toBeVisible()
  await phone.reload()
  await expect(phone.getByRole('heading', { level: 1, name: 'This eSIM is no longer shared with you' })).toBeVisible()
})

test('another person gets another link: the old one is dead, and five wrong PINs close the new one', async ({
  page,
  request,
  browser,
  buyer,
}) => {
  await buyer.buys(await findGoods(request, JAPAN))
  await isAlive(page)
  await openPart(page, 'Manage')
  await page.getByLabel('Traveller’s name').fill('Ana Ruiz')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
  await page.getByRole('button', { name: 'Make a link with PIN' }).click()
  const former = await readMade(page)
  const phone = await anotherBrowser(browser)
  await opens(phone, former.url)
  await typePin(phone, former.pin)
  await expect(phone.getByRole('heading', { level: 1, name: 'Ana Ruiz' })).toBeVisible()

  await page.getByRole('button', { name: 'Share with someone else' }).click()
  await page.getByLabel('Name of the other person').fill('Ben Okoro')
  await page.getByRole('button', { name: 'Make the new link' }).click()
  await expect(page.locator('.share-made code')).not.toHaveText(former.url)
  const made = await readMade(page)

  await phone.reload()
  await expect(phone.getByRole('heading', { level: 1, name: 'This link was replaced' })).toBeVisible()
  await opens(phone, made.url)
  const wrong = String((Number(made.pin) + 1) % 1_000_000).padStart(6, '0')
  for (const left of [4, 3, 2, 1]) {
    await typePin(phone, wrong)
    await expect(phone.getByText(`After ${left} more wrong`)).toBeVisible()
  }
  await typePin(phone, wrong)
  await expect(phone.getByRole('heading', { level: 1, name: 'This link is closed' })).toBeVisible()

  await page.reload()
  await openPart(page, 'Manage')
  await expect(page.getByText('Five wrong PINs closed it')).toBeVisible()
  const subjects = async () => (await buyer.mails()).map(({ subject }) => subject).join('\n')
  await expect.poll(subjects).toContain('The link to one of your eSIMs no longer works')
})
