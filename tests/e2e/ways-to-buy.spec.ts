import { expect } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { isAlive, opens } from '#tests/support/browser/open-page.ts'
import { beyondTheEdge, tabTo } from '#tests/support/browser/page-checks.ts'
import { readQr } from '#tests/support/browser/read-qr.ts'

test('by keyboard alone, from the first page to the open eSIM, with the focus marked at every stop', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  const goods = await findGoods(request, { slug: 'italy', title: 'Italy, 3 GB, 7 days', code: '380-0-7-3-G' })
  const press = (key: string) => page.keyboard.press(key)

  await opens(page, '/')
  await tabTo(page, page.getByRole('combobox'))
  await page.keyboard.type('Ital')
  await expect(page.getByRole('option', { selected: true })).toContainText('Italy')
  await press('Enter')
  await page.waitForURL('**/destinations/italy')
  await tabTo(page, page.locator('summary').filter({ hasText: /^All \d+ plans$/ }))
  await press('Enter')
  await tabTo(page, page.locator(`.all-plans a[href="/plans/${goods.planId}"]`))
  await press('Enter')
  await page.waitForURL('**/plans/*')
  await tabTo(page, page.getByRole('button', { name: 'Continue to checkout' }))
  await press('Enter')
  await page.waitForURL(/\/checkout\/quo_/)
  await isAlive(page)
  await tabTo(page, page.getByLabel('Email'))
  await page.keyboard.type(buyer.email)
  await tabTo(page, page.getByLabel(/I have read the terms/))
  await press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Order with obligation to pay' }))
  await press('Enter')
  await page.waitForURL(/\/pay\//)
  await tabTo(page, page.locator('button[name=success]'))
  await press('Enter')
  await buyer.awaitReady()
  await tabTo(page, page.getByLabel(/I agree that the service starts now/))
  await press('Space')
  await tabTo(page, page.getByLabel(/my right of withdrawal then ends/))
  await press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Show QR code' }))
  await press('Enter')
  await expect(page.getByRole('img', { name: /^QR code for eSIM/ })).toBeVisible()
  // The button that was pressed is gone; the reader is not sent back to the top of the page.
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await tabTo(page, page.getByRole('link', { name: 'Save image' }))

  expect([readQr(await page.locator('.plate').screenshot())]).toEqual(await provider.issued(goods.priceId))
  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('on the narrowest phone nothing leaves the screen, from the first page to the open eSIM', async ({
  page,
  request,
  buyer,
  provider,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const goods = await findGoods(request, { slug: 'italy', title: 'Italy, 1 GB, 7 days', code: '380-0-7-1-G' })

  await opens(page, '/')
  expect(await beyondTheEdge(page)).toEqual([])
  await page.getByRole('combobox').fill('Italy')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await beyondTheEdge(page)).toEqual([])
  await page.getByRole('option').first().click()
  await page.waitForURL('**/destinations/italy')
  await expect(page.getByRole('heading', { level: 1, name: 'Italy' })).toBeVisible()
  expect(await beyondTheEdge(page)).toEqual([])
  await page.getByText(/^All \d+ plans$/).click()
  expect(await beyondTheEdge(page)).toEqual([])
  await page.locator(`.all-plans a[href="/plans/${goods.planId}"]`).click()
  await expect(page.getByRole('heading', { level: 1, name: /1 GB/ })).toBeVisible()
  expect(await beyondTheEdge(page)).toEqual([])
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL(/\/checkout\/quo_/)
  await isAlive(page)
  expect(await beyondTheEdge(page)).toEqual([])
  await buyer.order()
  await page.waitForURL(/\/pay\//)
  expect(await beyondTheEdge(page)).toEqual([])
  await buyer.payWith('success')
  await buyer.awaitReady()
  expect(await beyondTheEdge(page)).toEqual([])
  await buyer.open()
  expect(await beyondTheEdge(page)).toEqual([])
  await page.goto('/find')
  expect(await beyondTheEdge(page)).toEqual([])

  expect(await provider.placements(goods.priceId)).toHaveLength(1)
  expect(await provider.forfeits(goods.priceId)).toHaveLength(0)
})

test('without scripts a destination is found, its plans are read, and one is chosen', async ({
  browser,
  request,
  baseURL,
}) => {
  const goods = await findGoods(request, { slug: 'italy', title: 'Italy, 5 GB, 30 days', code: '380-0-30-5-G' })
  const page = await (await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })).newPage()

  await page.goto('/')
  await page.locator('a[href="/destinations/italy"]').first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Italy' })).toBeVisible()
  await page.getByText(/^All \d+ plans$/).click()
  const chosen = page.locator('.all-plans').locator(`a[href="/plans/${goods.planId}"]`)
  const ticket = page.locator('.all-plans li').filter({ has: page.locator(`a[href="/plans/${goods.planId}"]`) })
  const price = await ticket.locator('.price').textContent()
  await chosen.click()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('5 GB')
  await expect(page.locator('.summary-total .price')).toHaveText(price ?? '')
  await expect(page.getByText(/Turn on JavaScript/).first()).toBeVisible()
  await page.context().close()
})

test('who shops in a language that the browser does not prefer stays in it where the address names none', async ({
  page,
  request,
}) => {
  const goods = await findGoods(request, { slug: 'italy', title: 'Italy, 3 GB, 7 days', code: '380-0-7-3-G' })
  const german = expect(page.locator('html[lang=de]'))

  await opens(page, `/de/plans/${goods.planId}`)
  await page.getByRole('button', { name: 'Weiter zur Kasse' }).click()
  await page.waitForURL(/\/checkout\/quo_[^?]*$/)
  await german.toBeAttached()

  // Each way in tells the language by itself: nothing that an earlier one left behind is needed.
  for (const link of ['Meine eSIM', 'Warenkorb']) {
    await page.context().clearCookies()
    await opens(page, '/de')
    await page
      .getByRole('banner')
      .getByRole('link', { name: new RegExp(link) })
      .click()
    await page.waitForURL(/\/(find|cart)$/)
    await german.toBeAttached()
  }
})
