import { expect } from '@playwright/test'
import { openPart } from '#tests/support/browser/buyer.ts'
import { findGoods } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { passesCheck } from '#tests/support/browser/page-checks.ts'

// Each of them buys an eSIM first.

const GOODS = { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' }

test('an eSIM is topped up: what is on it, what it takes, paid at the same till, and both orders tell of it', async ({
  page,
  request,
  buyer,
}) => {
  await buyer.buys(await findGoods(request, GOODS))
  const first = page.url().split('?')[0] ?? ''

  await openPart(page, 'Manage')
  await page.getByRole('link', { name: 'Top up eSIM 1' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Top up eSIM ••\d{4}$/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'On this eSIM' })).toBeVisible()
  await expect(page.getByText('Came with the eSIM')).toBeVisible()
  await expect(page.getByText('Start not stated')).toBeVisible()
  const last4 = /••(\d{4})/.exec((await page.getByRole('heading', { level: 1 }).textContent()) ?? '')?.[1] ?? ''
  await passesCheck(page)

  await page.getByRole('radio', { name: /1\sGB every day/ }).check()
  const days = page.getByRole('spinbutton', { name: 'Days' })
  await days.fill('99')
  await days.blur()
  await expect(days).toHaveValue('30')
  await days.fill('3')
  await page.getByRole('button', { name: 'Review and pay' }).click()

  await page.waitForURL(/\/checkout\//)
  await expect(page.getByText(`For your eSIM ••${last4}`)).toBeVisible()
  await expect(page.getByLabel('eSIMs', { exact: true })).toHaveCount(0)
  await buyer.order()
  await buyer.payWith('success')

  await page.waitForURL((url) => url.pathname.startsWith('/o/') && !first.endsWith(url.pathname))
  await expect(page.getByRole('heading', { level: 1, name: `The plan is on your eSIM ••${last4}` })).toBeVisible({
    timeout: 30_000,
  })
  await expect
    .poll(async () => (await buyer.mails()).map(({ subject }) => subject))
    .toContain(`Your top-up for eSIM ••${last4} is done`)
  await page.getByRole('link', { name: 'See what is on this eSIM' }).click()
  await expect(page.getByText('Top-up', { exact: false }).first()).toBeVisible()
  await expect(page.locator('.plan-line li')).toHaveCount(2)
  await page.goto(first)
  await openPart(page, 'Manage')
  await expect(page.getByText(/3 days, on the eSIM/)).toBeVisible()
})

test('an eSIM that cannot be topped up says why, and what can be bought instead', async ({ page, request, buyer }) => {
  await buyer.buys(await findGoods(request, { slug: 'japan', title: 'Japan, 1 GB, 1 day', code: '392-0-1-1-G' }))

  await openPart(page, 'Manage')
  await expect(page.getByText('Cannot be topped up.')).toBeVisible()
  const esim = await page.evaluate(() => document.documentElement.innerHTML.match(/crd_[0-9A-Z]{26}/)?.[0] ?? '')
  await page.goto(`${page.url().split('?')[0]}/esims/${esim}/top-up`)

  await expect(page.getByRole('heading', { name: 'This eSIM cannot be topped up' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Plans for Japan' })).toHaveAttribute('href', '/destinations/japan')
})

test('the places an eSIM can go to again are asked for and chosen, without a mouse', async ({
  page,
  request,
  buyer,
}) => {
  await buyer.buys(await findGoods(request, GOODS))
  await openPart(page, 'Manage')
  await page.getByRole('link', { name: 'Top up eSIM 1' }).click()
  const ask = page.getByRole('button', { name: 'Show destinations' })
  const heading = page.getByRole('heading', { name: 'Travel again with this eSIM' })
  await expect(ask).toBeVisible()

  await ask.press('Enter')
  await expect(heading).toBeFocused()
  const place = page.locator('details.place summary', { hasText: 'Asia 12' })
  await expect(place).toBeVisible()
  await place.press('Enter')
  await page.locator('details.place[open] input[type=radio]').first().press('Space')

  await expect(page.getByRole('button', { name: 'Review and pay' })).toBeEnabled()

  // From the page of the eSIM a link leads there, and the question is asked on arrival.
  await opens(page, page.url().replace(/\/top-up.*/, ''))
  await page.getByRole('link', { name: 'Travel again with this eSIM' }).press('Enter')
  await expect(heading).toBeFocused()
  await expect(place).toBeVisible()
})
