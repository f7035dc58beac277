import { expect } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'

test('a link by mail opens the own eSIMs in another browser, and signing out everywhere ends it', async ({
  request,
  browser,
  buyer,
}) => {
  const goods = await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 30 days', code: '392-0-30-3-G' })
  await buyer.choose(goods)
  await buyer.order()
  await buyer.payWith('success')
  await buyer.awaitReady()
  await buyer.open()
  const page = await (await browser.newContext()).newPage()

  await page.goto('/account')
  await expect(page).toHaveURL(/\/sign-in$/)
  await page.getByLabel('E-mail').fill(buyer.email)
  await page.getByRole('button', { name: 'Mail me a link instead' }).click()
  await expect(page.getByText(/A mail with a link is on its way/)).toBeVisible()
  const findLink = async () => /\/verify\/[\w-]+/.exec(JSON.stringify(await buyer.mails()))?.[0]
  await expect.poll(findLink, { timeout: 30_000 }).toBeDefined()
  await page.goto((await findLink()) ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'My eSIMs' })).toBeVisible()
  await page.getByRole('link', { name: /Japan/ }).click()
  await expect(page.getByRole('img', { name: /^QR code for eSIM/ })).toBeVisible()

  await page.goto('/account/orders')
  await expect(page.getByRole('main').getByRole('link', { name: /LF-/ })).toHaveCount(1)
  await page.goto('/account/security')
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('You are signed out on this device.')).toBeVisible()
  await page.goto('/account')
  await expect(page).toHaveURL(/\/sign-in$/)
})
