import { expect, type Page, test } from '@playwright/test'
import { holdCalls } from '#tests/support/browser/hold-scripts.ts'

const ROWS = '.full-board li:visible'

test('a letter is answered in the frame that shows it, and the address follows when the typing rests', async ({
  page,
}) => {
  await openField(page)

  const { names, hash } = await page.evaluate(typeAndDraw, 'j')

  expect(names.slice(0, 3)).toEqual(['Japan', 'Jordan', 'Jamaica'])
  expect(hash).toBe('')
  await expect(page).toHaveURL(/#q=j$/)
})

test('a long answer is whole a moment later, and the emptied field brings the list back as it was', async ({
  page,
}) => {
  await openField(page)
  const all = await page.locator(ROWS).allTextContents()
  const first = await page.locator(ROWS).first().elementHandle()

  await page.keyboard.type('a')
  await expect.poll(() => page.locator(ROWS).count()).toBeGreaterThan(12)
  expect(await page.locator(ROWS).count()).toBeLessThan(all.length)
  await page.keyboard.press('Backspace')

  await expect.poll(() => page.locator(ROWS).allTextContents()).toEqual(all)
  expect(await first?.evaluate((row) => row.isConnected)).toBe(true)
  await expect(page).toHaveURL(/\/destinations$/)
})

test('who looked a place up comes back to what they had searched for', async ({ page }) => {
  await openField(page)
  await page.keyboard.type('tokyo')
  await expect(page.locator(ROWS)).toHaveText([/^Japan5G/, /^Japan Premium/])
  await expect(page).toHaveURL(/#q=tokyo$/)

  await page.locator(ROWS).getByRole('link').first().press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Japan')
  await page.goBack()

  await expect(page.getByRole('searchbox')).toHaveValue('tokyo')
  await expect(page.locator(ROWS)).toHaveText([/^Japan5G/, /^Japan Premium/])
})

test('a press in the moment after the last letter leads to the page, however late that comes', async ({ page }) => {
  await openField(page)
  const goOn = await holdCalls(page, '**/destinations/japan**')

  await page.evaluate(typeAndPress, 'tokyo')
  await expect(page).toHaveURL(/#q=tokyo$/)
  // Longer than the typing would have rested.
  await page.waitForTimeout(600)
  goOn()

  await expect(page.getByRole('heading', { level: 1 })).toContainText('Japan')
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('tokyo')
})

test('what was searched for and is on no shelf is said, and can be taken back', async ({ page }) => {
  await openField(page)
  await page.getByRole('radio', { name: 'Europe' }).check()
  await expect(page).toHaveURL(/#shelf=europe$/)
  await page.getByRole('searchbox').fill('japan')
  await expect(page.locator(ROWS)).toHaveCount(0)

  await page.locator('.board-none button').click()

  await expect(page.getByRole('searchbox')).toHaveValue('')
  await expect.poll(() => page.locator(ROWS).count()).toBeGreaterThan(150)
  await expect(page).toHaveURL(/\/destinations$/)
})

test('while other names are on their way nothing is said to be missing, and Enter takes the words along', async ({
  page,
}) => {
  const goOn = await holdCalls(page, '**/api/catalogue/**')
  await page.goto('/')
  await page.getByRole('combobox').fill('nrt')
  await expect(page.locator('.hits-none')).toHaveCount(0)

  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/destinations#q=nrt$/)
  await expect(page.locator('.board-none')).toHaveCount(0)
  goOn()

  await expect(page.locator(ROWS)).toHaveText([/^Japan/, /^Japan Premium/])
})

test('how many places answer is said, and whoever empties the field by its button stands in it again', async ({
  page,
}) => {
  await openField(page)
  await page.keyboard.type('tokyo')
  await expect(page.locator('.full-board [aria-live]')).toHaveText(/^2 /)

  await page.getByRole('searchbox').fill('qqqqq')
  await page.locator('.board-none button').press('Enter')

  await expect(page.getByRole('searchbox')).toBeFocused()
})

/** Opens the list and stands in its field, with the other names read. */
async function openField(page: Page): Promise<void> {
  await page.goto('/destinations', { waitUntil: 'networkidle' })
  await page.getByRole('searchbox').focus()
  await page.waitForLoadState('networkidle')
}

/** In the page: types as a key does, and answers what the next frame is drawn with. */
function typeAndDraw(text: string): Promise<{ names: (string | null)[]; hash: string }> {
  document.execCommand('insertText', false, text)

  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const rows = [...document.querySelectorAll('.full-board li')].filter((row) => row.checkVisibility())
      const names = rows.map((row) => row.querySelector('b')?.firstChild?.textContent ?? null)
      resolve({ names, hash: location.hash })
    })
  })
}

/** In the page: types, and presses the first answer while the address does not say the words yet. */
function typeAndPress(text: string): Promise<void> {
  document.execCommand('insertText', false, text)

  return new Promise((resolve) => {
    setTimeout(() => {
      const links = [...document.querySelectorAll<HTMLAnchorElement>('.full-board li a')]
      links.find((link) => link.checkVisibility())?.click()
      resolve()
    }, 200)
  })
}
