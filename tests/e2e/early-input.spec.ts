import { expect } from '@playwright/test'
import { findGoods } from '#tests/support/browser/goods.ts'
import { holdScripts } from '#tests/support/browser/hold-scripts.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opens } from '#tests/support/browser/open-page.ts'

test('a message that was typed and sent before the scripts had come arrives, once', async ({ page }) => {
  const sent: string[] = []
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname))
  const release = await holdScripts(page)
  await page.goto('/contact', { waitUntil: 'commit' })
  await page.getByLabel('Your message').fill('My phone says that this code is not valid.')
  await page.getByLabel('Email').fill('early@example.com')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.waitForTimeout(300)
  expect(sent).toEqual([])

  await release()

  await expect(page.getByText('early@example.com')).toBeVisible()
  expect(sent).toEqual(['/api/messages'])
})

test('a plan that was chosen before the scripts had come is in the checkout', async ({ page, request }) => {
  const goods = await findGoods(request, { slug: 'france', title: 'France, 1 GB, 7 days', code: '250-0-7-1-G' })
  const release = await holdScripts(page)
  await page.goto(`/plans/${goods.planId}`, { waitUntil: 'commit' })
  await page.getByRole('spinbutton', { name: 'eSIMs' }).fill('2')
  await page.getByText('How to check').click()
  await page.getByLabel(/My phone shows an EID/).check()
  await page.getByRole('button', { name: 'Continue to checkout' }).click()

  await release()

  await expect(page).toHaveURL(/\/checkout\//)
  await expect(page.getByLabel('Traveller, eSIM 2')).toBeVisible()
  await expect(page.getByLabel(/our phones support eSIM/)).toBeChecked()
})

test('what troubleshooting found out stands before what was typed and sent before the scripts had come', async ({
  page,
}) => {
  await opens(page, '/contact')
  await page.evaluate(() => sessionStorage.setItem('message-draft', 'eSIM for Italy, ending in 4711\n\n'))
  const sent = page.waitForRequest((request) => new URL(request.url()).pathname === '/api/messages')
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await page.getByLabel('Your message').fill('No bars at all.')
  await page.getByLabel('Email').fill('early@example.com')
  await page.getByRole('button', { name: 'Send' }).click()

  await release()

  expect((await sent).postDataJSON()).toMatchObject({
    email: 'early@example.com',
    text: 'eSIM for Italy, ending in 4711\n\nNo bars at all.',
  })
})

test('a message that was begun is there after a reload, and gone once it has been sent', async ({ page }) => {
  await opens(page, '/contact')
  await page.getByLabel('Your message').fill('No bars at all.')
  await page.reload()
  await expect(page.getByLabel('Your message')).toHaveValue('No bars at all.')
  await page.getByLabel('Email').fill('begun@example.com')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status').getByRole('heading')).toBeVisible()

  await page.reload()

  await expect(page.getByLabel('Your message')).toHaveValue('')
})

for (const [path, field, text, answer] of [
  ['/', 'Where to', 'tokyo', '[role=option]:visible >> nth=0'],
  ['/trip', 'Add a country', 'tokyo', '[role=option]:visible >> nth=0'],
  ['/destinations', 'Find in the list', 'tokyo', '.full-board li:visible >> nth=0'],
  ['/compatibility', 'Phone model', 'Pixel 9', 'main :text("Google Pixel 9"):visible'],
] as const) {
  test(`what was typed at ${path} before the scripts had come is answered`, async ({ page }) => {
    const release = await holdScripts(page)
    await page.goto(path, { waitUntil: 'commit' })
    await page.getByLabel(field, { exact: true }).fill(text)

    await release()

    await expect(page.locator(answer)).toContainText(/Japan|Pixel 9/)
    await expect(page.getByLabel(field, { exact: true })).toHaveValue(text)
  })
}

test('what was chosen on a destination before the scripts had come is answered', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/destinations/japan', { waitUntil: 'commit' })
  await page.getByText('5 GB or more').click()
  await page.getByText('3 days', { exact: true }).click()
  await page
    .getByLabel(/^Compare/)
    .first()
    .check()

  await release()

  await expect(page.locator('main h2').first()).toHaveText('Lowest price for 3 days, 5 GB or more')
  await expect(page.getByRole('radio', { name: '5 GB or more' })).toBeChecked()
  await expect(page.getByText('1 plan', { exact: false }).first()).toBeVisible()
})

test('the days of a trip that were entered before the scripts had come stay', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/trip', { waitUntil: 'commit' })
  await page.getByLabel('Arrive').fill('2031-03-01')
  await page.getByLabel('Leave').fill('2031-03-09')

  await release()

  await expect(page.locator('.day-text').first()).toContainText('1 Mar')
  await expect(page.getByLabel('Leave')).toHaveValue('2031-03-09')
})

test('order and continent of the list that were chosen before the scripts had come hold', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/destinations', { waitUntil: 'commit' })
  await page.locator('main select').selectOption('price')
  await page.locator('label', { hasText: 'Asia' }).first().click()

  await release()

  await expect(page).toHaveURL(/#sort=price&shelf=asia/)
  await expect(page.getByRole('radio', { name: /Asia/ })).toBeChecked()
})
