import { expect, type Page } from '@playwright/test'

const PATIENCE = { timeout: 60_000 }

/** Looks something up by the search field of a list: its rows alone are shown, and no row where nothing is called so. */
export async function lookUp(page: Page, path: string, text: string, within = 'main'): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  const named = page.locator(`${within} tbody tr`, { hasText: text })
  await send(page, text)
  await expect(named, path).not.toHaveCount(0, PATIENCE)
  await expect(page.locator(`${within} tr[data-row]`, { hasNotText: text }), path).toHaveCount(0)
  await send(page, 'LF-0000-0000')
  await expect(named, path).toHaveCount(0, PATIENCE)
  await expect(page.locator(`${within} .a-emptyline`).last(), path).toBeVisible()
}

/** Sends what is looked for, and waits until the address says it. */
async function send(page: Page, text: string): Promise<void> {
  await page.locator('#list-search').fill(text)
  await page.locator('#list-search').press('Enter')
  await expect(page).toHaveURL((url) => url.searchParams.get('q') === text, PATIENCE)
}
