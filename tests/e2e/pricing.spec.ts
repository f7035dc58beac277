import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { entersAsOwner, readsAgain } from '#tests/support/browser/owner.ts'
import { passesCheck } from '#tests/support/browser/page-checks.ts'

// They change the prices of one store one after the other.
test.describe.configure({ mode: 'serial' })

const PLACE = 'Portugal'

/** Opens the form of a new rule for one destination and fills it in. */
async function fillRule(page: Page, percent: string): Promise<void> {
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Applies to').selectOption('destination')
  await form.getByLabel('Destination').selectOption({ label: PLACE })
  await form.getByLabel('Percent on top').fill(percent)
  await form.getByRole('button', { name: 'Put into the draft' }).click()
}

const apply = (page: Page) => page.getByRole('button', { name: /^Apply to \d+ plans?$/ })

test('a rule is changed with a preview, the shop shows its price, and it is undone', async ({ page, request }) => {
  await entersAsOwner(page)
  const before = await pricesInShop(request)
  await opens(page, '/admin/pricing')

  await fillRule(page, '1,234')
  await expect(page.getByText('Type a percentage such as 38 or 12.5.')).toBeVisible()
  await page.getByLabel('Percent on top').fill('137,5')
  await page.getByRole('button', { name: 'Put into the draft' }).click()

  await expect(page.getByRole('heading', { name: /^Draft: 1 rule, \d+ plans? change/ })).toBeVisible()
  const rows = page.getByRole('table', { name: 'Changed plans' }).locator('tbody tr')
  const shown = await rows.locator('td:nth-of-type(3)').allTextContents()
  expect(shown.length).toBeGreaterThan(0)
  expect(await pricesInShop(request)).toEqual(before)
  await passesCheck(page)
  await apply(page).click()
  await expect(page.getByText('Applied. The shop shows the new prices.')).toBeVisible()
  const isNew = async () =>
    (await pricesInShop(request)).some((price) => shown.includes(price) && !before.includes(price))
  await expect.poll(isNew).toBe(true)

  await page
    .getByRole('button', { name: /^Undo: Portugal/ })
    .first()
    .click()
  await apply(page).click()
  await expect(page.getByText('Applied. The shop shows the new prices.')).toBeVisible()
  await expect.poll(() => pricesInShop(request)).toEqual(before)
})

test('a draft that ends under the floor cannot be applied', async ({ page }) => {
  await entersAsOwner(page)
  await opens(page, '/admin/pricing')

  await fillRule(page, '1')

  await expect(page.getByText(/^\d+ plans? (is|are) below the minimum margin/)).toBeVisible()
  await expect(apply(page)).toBeDisabled()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: /^Draft:/ })).toBeHidden()
})

test('of two editors the second is shown both versions and chooses, and a form that is open overwrites nothing', async ({
  page,
  browser,
}) => {
  await entersAsOwner(page)
  await page.clock.install()
  const other = await (await browser.newContext()).newPage()
  await entersAsOwner(other)
  for (const [editor, percent] of [
    [page, '90'],
    [other, '95'],
  ] as const) {
    await opens(editor, '/admin/pricing')
    await fillRule(editor, percent)
    await expect(apply(editor)).toBeEnabled()
  }

  await apply(page).click()
  await expect(page.getByText('Applied. The shop shows the new prices.')).toBeVisible()
  await apply(other).click()

  await expect(other.getByText('This rule was changed since you began.')).toBeVisible()
  const conflict = other.locator('.notice', { hasText: 'after this draft was begun' })
  await expect(conflict).toContainText('cost + 90 %')
  await expect(conflict).toContainText('cost + 95 %')
  await conflict.getByRole('button', { name: 'Keep what is there now' }).click()
  await expect(conflict).toBeHidden()

  // Nor is a rule overwritten that was changed under an open form.
  await opens(page, '/admin/pricing')
  await page.getByRole('button', { name: `Edit ${PLACE}` }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Percent on top').fill('93')

  await opens(other, '/admin/pricing')
  await fillRule(other, '97')
  await apply(other).click()
  await expect(other.getByText('Applied. The shop shows the new prices.')).toBeVisible()
  // The page behind the form.
  await readsAgain(page)
  await expect(page.locator('tr', { hasText: PLACE })).toContainText('97')
  await form.getByRole('button', { name: 'Put into the draft' }).click()
  await expect(form.getByText('This rule was changed since you began.')).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: `Edit ${PLACE}` }).click()
  await expect(form.getByLabel('Percent on top')).toHaveValue('97')
  await expect(form.getByText('This rule was changed since you began.')).toHaveCount(0)

  // A form of settings asks in the same way, and saves what was chosen.
  const days = (editor: Page) => editor.getByLabel('Mails that were sent or given up, in days')
  const save = (editor: Page) => editor.getByRole('button', { name: 'Save', exact: true })
  for (const [editor, kept] of [
    [page, '120'],
    [other, '150'],
  ] as const) {
    await opens(editor, '/admin/settings/data')
    await days(editor).fill(kept)
  }
  await save(page).click()
  await expect(page.getByText('Saved. It holds from now on.')).toBeVisible()
  await save(other).click()
  const both = other.locator('.notice', {
    hasText: '“Mails that were sent or given up, in days” has been changed',
  })
  await expect(both).toContainText('Stored now120')
  await expect(both).toContainText('Typed here150')
  await expect(save(other)).toBeDisabled()
  await both.getByRole('button', { name: 'Keep mine' }).click()
  await expect(both).toHaveCount(0)
  await save(other).click()
  await expect(other.getByText('Saved. It holds from now on.')).toBeVisible()
  await page.reload()
  await expect(days(page)).toHaveValue('150')
  await other.context().close()
})

test('what was typed into the form of a rule that a colleague takes away stays, and makes it anew', async ({
  page,
  browser,
}) => {
  await entersAsOwner(page)
  await page.clock.install()
  await opens(page, '/admin/pricing')
  await page.getByRole('button', { name: 'New rule' }).click()
  const form = page.getByRole('dialog')
  const percent = form.getByLabel('Percent on top')
  const save = form.getByRole('button', { name: 'Put into the draft' })
  await percent.fill('71')
  await save.click()
  await expect(form.getByLabel('Shelf')).toBeFocused()
  await form.getByLabel('Applies to').selectOption('destination')
  await save.click()
  await expect(form.getByLabel('Destination')).toBeFocused()
  await form.getByLabel('Destination').selectOption('Mexico')
  await save.click()
  await apply(page).click()
  await expect(page.getByText('Applied. The shop shows the new prices.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit Mexico' }).click()
  await percent.fill('72')

  const other = await (await browser.newContext()).newPage()
  await entersAsOwner(other)
  await opens(other, '/admin/pricing')
  await other.getByRole('button', { name: 'Edit Mexico' }).click()
  await other.getByRole('button', { name: 'Take the rule away' }).click()
  await apply(other).click()
  await expect(other.getByText('Applied. The shop shows the new prices.')).toBeVisible()
  await other.context().close()

  await readsAgain(page)
  await expect(form.getByText('A colleague took this rule away.')).toBeVisible()
  await expect(percent).toHaveValue('72')
  await save.click()
  await expect(form).toHaveCount(0)
  const rules = page.getByRole('table', { name: 'Rules, from general to specific' })
  await expect(rules.locator('tr', { hasText: 'Mexico' })).toContainText('72')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: /^Draft:/ })).toBeHidden()
})

test('keys that open a page out of the palette do not apply a draft', async ({ page }) => {
  await entersAsOwner(page)
  await opens(page, '/admin/pricing')
  await fillRule(page, '98')
  await expect(apply(page)).toBeEnabled()

  const applied: string[] = []
  page.on('request', (one) => one.url().endsWith('/apply') && applied.push(one.url()))
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('Orders')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByRole('heading', { name: /^Draft:/ })).toBeHidden()
  expect(applied).toEqual([])
})

type Request = { get: (address: string) => Promise<{ text: () => Promise<string> }> }

/** The amounts that the page of the destination shows, in their order, without the currency. */
async function pricesInShop(request: Request): Promise<string[]> {
  const html = await (await request.get(`/destinations/${PLACE.toLowerCase()}`)).text()

  return [...new Set(html.match(/(?<=\$)\d+\.\d\d/g))].sort()
}
