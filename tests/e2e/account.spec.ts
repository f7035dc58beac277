import { expect } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { isAlive, opens } from '#tests/support/browser/open-page.ts'
import { buys, entersByLink, signInByLink } from '#tests/support/browser/owner.ts'
import { beyondTheEdge, passesCheck, tabTo } from '#tests/support/browser/page-checks.ts'

test('a link by mail opens the own eSIMs in another browser, and signing out everywhere ends it', async ({
  request,
  browser,
  buyer,
}) => {
  await buys(request, buyer)
  await buyer.open()
  const page = await (await browser.newContext()).newPage()

  await page.goto('/account')
  await expect(page).toHaveURL(/\/sign-in$/)
  await signInByLink(page, buyer)
  await page.getByRole('link', { name: /Japan/ }).click()
  await expect(page.getByRole('img', { name: /^QR code for eSIM/ })).toBeVisible()

  await page.goto('/account/orders')
  await expect(page.getByRole('main').getByRole('link', { name: /LF-/ })).toHaveCount(1)
  await entersByLink(await (await browser.newContext()).newPage(), buyer)
  await opens(page, '/account/security')
  await page.getByRole('button', { name: 'End the session' }).click()
  await expect(page.getByRole('button', { name: 'End the session' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeFocused()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByText('You are signed out on this device.')).toBeVisible()
  await page.goto('/account')
  await expect(page).toHaveURL(/\/sign-in$/)
})

test('by keyboard alone through the account, with the focus marked at every stop, also on the narrowest phone', async ({
  request,
  page,
  buyer,
}) => {
  await buys(request, buyer)
  await entersByLink(page, buyer)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const main = page.getByRole('main')

  for (const area of ['My eSIMs', 'Travellers', 'Orders', 'Profile', 'Security', 'My data']) {
    await tabTo(page, main.getByRole('navigation').getByRole('link', { name: area }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { level: 1, name: area })).toBeVisible()
    await isAlive(page)
    // Down to the last control of the page, past every one before it.
    await tabTo(page, main.locator('a, button').last())
    await passesCheck(page)
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await beyondTheEdge(page), area).toEqual([])
    await page.setViewportSize({ width: 1280, height: 720 })
  }
})
