import { expect } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'

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
