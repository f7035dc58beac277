import { expect } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { becomeOwner, entersAsOwner, signIn } from '#tests/support/browser/owner.ts'
import { passesCheckInBothColorSchemes } from '#tests/support/browser/page-checks.ts'

// A link that is made ends the unused ones before it, so these do not run side by side.
test.describe.configure({ mode: 'serial' })

test('an owner is set up by a link that works once, signs out, and in again', async ({ page }) => {
  const email = `owner-${Date.now()}@example.com`
  const link = await becomeOwner(page, email)

  await page.goto(link)
  await expect(page.getByText('This link was used already')).toBeVisible()

  const html = await (await page.request.get('/admin/orders')).text()
  expect(html, 'words of a buyer').not.toContain('linkCount')
  expect(html, 'words that the browser keeps').not.toContain('This page could not be read')
  expect((await page.goto('/admin/nope'))?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1, name: 'There is no page here' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Orders' }).first()).toBeVisible()

  await opens(page, '/admin/health')
  const [session] = (await page.context().cookies()).filter(({ name }) => name.endsWith('staff'))
  await page.locator('summary', { hasText: 'Account' }).click()
  const answer = page.waitForResponse('**/api/auth/signout')
  await page.getByRole('button', { name: 'Sign out' }).click()
  expect(await (await answer).headerValue('clear-site-data')).toContain('"cache"')
  await expect(page.getByText('You are signed out on this device.')).toBeVisible()

  // A copy of the cookie is worth nothing any more.
  await page.context().addCookies(session ? [session] : [])
  await opens(page, '/admin/health')
  await expect(page).toHaveURL(/\/sign-in\?callbackUrl=%2Fadmin%2Fhealth$/)

  await signIn(page, email)
  await expect(page).toHaveURL(/\/admin\/health$/)
})

test('the back office is used by keyboard, and every area passes the accessibility check', async ({ page }) => {
  await entersAsOwner(page)
  // The keys work once the page has come to life.
  await opens(page, '/admin')

  const areas = [
    ['t', 'Today'],
    ['o', 'Orders'],
    ['c', 'Catalogue'],
    ['h', 'System status'],
  ] as const
  for (const [key, name] of areas) {
    await page.keyboard.press('g')
    await page.keyboard.press(key)
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    // The title of a page may come after its first words.
    await expect(page).toHaveTitle(new RegExp(name))
    await passesCheckInBothColorSchemes(page)
  }
  // A keyboard in Arabic letters has the keys at the same places.
  await page.locator('body').dispatchEvent('keydown', { key: 'ل', code: 'KeyG' })
  await page.locator('body').dispatchEvent('keydown', { key: 'خ', code: 'KeyO' })
  await expect(page.getByRole('heading', { level: 1, name: 'Orders' })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type('LF-0000-0000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('No order has this number or address.')).toBeVisible()
})

test('the connection answers, and a pass over the catalogue runs while its page shows how far it is', async ({
  page,
}) => {
  await entersAsOwner(page)

  await opens(page, '/admin/health')
  await page.getByRole('button', { name: 'Test the connection' }).click()
  await expect(page.getByText('The provider knows us')).toBeVisible()
  await expect(page.getByText('The availability of a plan can be checked')).toBeVisible()

  await opens(page, '/admin/catalogue')
  await page.getByRole('button', { name: 'Read the catalogue now' }).click()
  await expect(page.getByRole('progressbar', { name: 'Progress of the pass' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Read the catalogue now' })).toBeEnabled()
  await expect(page.getByRole('row', { name: /staff$/ }).first()).toContainText('Finished')
})

test('an order is found by its number, and its page tells what happened to it', async ({ page, request, buyer }) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' })
  await buyer.buys(goods)
  const [number = ''] = /LF-[0-9A-Z]{4}-[0-9A-Z]{4}/.exec((await page.locator('main').textContent()) ?? '') ?? []

  await entersAsOwner(page)
  await opens(page, '/admin/orders')
  await page.keyboard.press('/')
  // As somebody reads it out on the telephone.
  await page.keyboard.type(number.replaceAll('-', '').toLowerCase())
  await page.keyboard.press('Enter')

  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  const history = page.getByRole('region', { name: 'History' })
  for (const event of ['Order placed', 'Payment proven', 'Ordered at the provider', 'Ready for the customer']) {
    await expect(history.getByText(event).first()).toBeVisible()
  }
  expect(await page.content()).not.toMatch(/LPA:|1\$rsp|rsp\.sandbox/)
})
