import { expect, type Route } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { buys, entersAsOwner } from '#tests/support/browser/owner.ts'

test('the own profile comes to life as it was drawn', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await entersAsOwner(page)
  await page.goto('/admin/profile', { waitUntil: 'networkidle' })
  await expect(page.getByRole('button', { name: 'Sign out everywhere else' })).toBeVisible()
  expect(errors).toEqual([])
})

test('a browser that keeps nothing shows the back office all the same', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('Denied', 'SecurityError')
      },
    }),
  )
  await entersAsOwner(page)
  await page.goto('/admin', { waitUntil: 'networkidle' })
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keys' })
  await keys.getByRole('checkbox').uncheck()
  await expect(keys.getByRole('checkbox')).not.toBeChecked()
})

test('columns are said to be kept once the last choice is', async ({ page }) => {
  await entersAsOwner(page, 'columns@example.com')
  await page.goto('/admin/customers', { waitUntil: 'networkidle' })
  await page.getByText('Columns', { exact: true }).click()
  const [first, second] = await page.locator('.a-menu').getByRole('checkbox').all()
  const status = page.locator('.a-menu').getByRole('status')
  await expect(status).toHaveText('Kept for you, on every device.')
  const answers: Route[] = []
  await page.route('**/api/admin/columns', (route) => {
    answers.push(route)
  })
  await first?.uncheck()
  await expect(status).not.toHaveText('Kept for you, on every device.')
  await second?.uncheck()
  await answers[0]?.continue()
  await expect.poll(() => answers.length).toBe(2)
  await expect(status).not.toHaveText('Kept for you, on every device.')
  await answers[1]?.continue()
  await expect(status).toHaveText('Kept for you, on every device.')
})

test('whoever acts on ticked rows by keys stays among them', async ({ page, request, buyer }) => {
  await buys(request, buyer)
  const number = /LF-\w{4}-\w{4}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? ''
  await entersAsOwner(page)
  await page.goto('/admin/orders?tab=all', { waitUntil: 'networkidle' })
  const bar = page.getByRole('toolbar')
  await page.locator(`[data-tick="${number}"]`).check()
  await bar.getByLabel('Tag').fill('by keys')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Tagged: 1 of 1')).toBeVisible()
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  await page.locator(`[data-tick="${number}"]`).check()
  await bar.getByRole('button', { name: 'Clear' }).focus()
  await page.keyboard.press('Enter')
  await expect(bar).toHaveCount(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
})
