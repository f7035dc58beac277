import { type Browser, expect, type Page } from '@playwright/test'
import { generateSync } from 'otplib'
import { type Buyer, makeBuyer, openPart } from '#tests/support/browser/buyer.ts'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opensAgain } from '#tests/support/browser/open-page.ts'
import { buys, entersByLink } from '#tests/support/browser/owner.ts'
import { beyondTheEdge, passesCheck } from '#tests/support/browser/page-checks.ts'

const PASSWORD = 'a wide blue harbour 7'

async function signsInElsewhere(browser: Browser, buyer: Buyer): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await entersByLink(page, buyer)

  return page
}

const STEP_SECONDS = 30
const codeOf = (secret: string, aheadSeconds = 0) =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + aheadSeconds })

test('a customer sets a password and an app, and is asked for both at the next sign-in', async ({
  browser,
  request,
  buyer,
}) => {
  await buys(request, buyer)
  const page = await signsInElsewhere(browser, buyer)

  await page.goto('/account/security')
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set a password' }).click()
  await expect(page.getByText('Saved. All your other sessions have ended.')).toBeVisible()
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const secret = ((await page.locator('.a-secret').textContent()) ?? '').replaceAll(/\s/g, '')
  await passesCheck(page)
  await page.getByLabel('Code of the app').fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Keep these recovery codes' })).toBeVisible()
  await passesCheck(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()

  await expect(page).toHaveURL(/\/sign-in/)
  await page.getByLabel('Email').fill(buyer.email)
  await page.getByLabel('Password', { exact: true }).fill('not the right one 1')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByText('Address and password do not fit together.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Two-factor sign-in' })).toBeVisible()
  await page.goto('/account')
  await expect(page).toHaveURL(/\/sign-in$/)
  // A code works once: the next one is that of a telephone whose clock is a step fast.
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, STEP_SECONDS))
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'My eSIMs' })).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Your account' })).toHaveAttribute('href', '/account')
  await page.setViewportSize({ width: 1251, height: 800 })
  expect(await beyondTheEdge(page)).toEqual([])

  const subjects = async () =>
    (await buyer.mails()).filter((mail) => JSON.stringify(mail).includes('has changed')).length
  await expect.poll(subjects).toBe(2)
})

test('an invoice with the own company takes five steps from the account, and follows the profile', async ({
  request,
  browser,
  buyer,
}) => {
  await buys(request, buyer)
  const page = await signsInElsewhere(browser, buyer)
  await page.goto('/account/profile')
  await page.getByLabel('Company', { exact: true }).fill('Ruiz GmbH')
  await page.getByLabel('Address').fill('Hafenstr. 7\n20359 Hamburg')
  await page.getByLabel('Home time zone').selectOption('Asia/Tokyo')
  await passesCheck(page)
  await page.getByRole('button', { name: 'Save the profile' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()

  await page.goto('/account/orders')
  await page.getByRole('main').getByRole('link', { name: /LF-/ }).click()
  await openPart(page, 'Receipt')
  await page.getByRole('link', { name: 'Invoice with your company' }).click()
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue('Ruiz GmbH')
  await passesCheck(page)
  await page.getByRole('button', { name: 'Make the invoice' }).click()

  await expect(page.getByRole('heading', { level: 1, name: /^Invoice TEST-\d{4}-\d{5}$/ })).toBeVisible()
  await expect(page.getByText('20359 Hamburg')).toBeVisible()
  await passesCheck(page)
})

test('the checkout knows who is signed in, and makes the invoice that they tick', async ({
  request,
  browser,
  buyer,
}) => {
  await buys(request, buyer)
  const page = await signsInElsewhere(browser, buyer)
  const again = makeBuyer(page)
  await page.goto('/account/profile')
  await page.getByLabel('Company', { exact: true }).fill('Ruiz GmbH')
  await page.getByRole('button', { name: 'Save the profile' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()

  await again.choose(await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' }))
  await expect(page.getByLabel('Email')).toHaveValue(buyer.email)
  await page.getByLabel('Company invoice').check()
  await expect(page.getByLabel('Company', { exact: true })).toHaveValue('Ruiz GmbH')
  await page.getByLabel(/I have read the terms/).check()
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await expect(page.getByText('Enter the company and its address.')).toBeVisible()
  await expect(page.getByLabel('Address')).toBeFocused()
  await expect(page.getByLabel('Address')).toHaveAccessibleDescription(/Enter the company and its address\./)
  await page.getByLabel('Address').fill('Hafenstr. 7')
  await passesCheck(page)
  await opensAgain(page)
  await expect(page.getByLabel('Address')).toHaveValue('Hafenstr. 7')
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click()
  await again.payWith('success')
  await again.awaitReady()

  await page.goto(`${new URL(page.url()).pathname}/invoices`)
  const made = async () => {
    await page.reload()

    return page.getByRole('link', { name: /^Invoice TEST-\d{4}-\d{5}/ }).count()
  }
  await expect.poll(made).toBe(1)
})

test('the head of every page leads to the sign-in, in the menu of a phone too', async ({ page }) => {
  const head = page.getByRole('banner')
  for (const [locale, name] of [
    ['', 'Sign in'],
    ['de', 'Anmelden'],
    ['ar', 'تسجيل الدخول'],
  ] as const) {
    await page.goto(`/${locale}`)
    for (const width of [1440, 1251]) {
      await page.setViewportSize({ width, height: 800 })
      await expect(head.getByRole('link', { name })).toBeVisible()
      for (const link of await head.getByRole('link').all()) expect((await link.boundingBox())?.height).toBeLessThan(46)
      expect(await beyondTheEdge(page)).toEqual([])
    }
    await page.setViewportSize({ width: 360, height: 640 })
    await expect(head.getByRole('link', { name })).toHaveCount(0)
    await head.locator('.menu-phone > summary').click()
    await head.getByRole('link', { name }).click()
    await page.waitForURL(/\/sign-in/)
    await expect(page.locator('html')).toHaveAttribute('lang', locale || 'en')
  }
})
