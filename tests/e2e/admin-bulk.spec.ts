import { expect } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'
import { isAlive, opens } from '#tests/support/browser/open-page.ts'
import { buys, entersAsOwner } from '#tests/support/browser/owner.ts'
import { fitsPhone, passesCheck } from '#tests/support/browser/page-checks.ts'

test('staff reach all by keys, order for a customer without charge, keep a view and act on what is ticked', async ({
  page,
}) => {
  // The view that is kept here opens for its owner alone.
  await entersAsOwner(page, 'views@example.com')
  await page.goto('/admin')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const field = palette.getByRole('combobox')
  const openPalette = async (text: string) => {
    await isAlive(page)
    // The keys work once the page has come to life.
    await expect(async () => {
      if (!(await field.isVisible())) await page.keyboard.press('Control+k')
      await expect(field).toBeFocused({ timeout: 1_000 })
    }).toPass()
    await page.keyboard.type(text)
  }

  await openPalette('new order')
  await expect(palette.getByRole('option', { name: /^New order for a customer/ })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await passesCheck(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'New order' })).toBeVisible()

  await page.getByLabel('Destination').selectOption({ label: 'Japan' })
  await page.getByLabel('Payment', { exact: true }).selectOption('no_charge')
  await page.getByLabel('Name, email').fill('Ana Ruiz, ana@\n')
  await page.getByRole('checkbox', { name: /terms/ }).check()
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('This is no email address')).toBeVisible()
  await page.getByLabel('Name, email').fill(`Ana Ruiz, hands-${Date.now()}@example.com`)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(page.getByText('Good', { exact: true })).toBeVisible()
  const give = page.getByRole('button', { name: 'Buy and give the order' })
  await give.click()
  await expect(page.getByText('Say in a few words why.')).toBeVisible()
  const typed = page.getByLabel(/^Type .* to go on$/)
  const sum = /[\d.]+ [A-Z]{3}/.exec((await page.locator('label[for="new-typed"]').textContent()) ?? '')?.[0] ?? ''
  await page.getByLabel('Reason').fill('lost case')
  await typed.fill(sum)
  await passesCheck(page)
  await give.click()
  await expect(page.getByText('Made: 1 of 1')).toBeVisible()
  const number = (await page.getByRole('link', { name: /^LF-/ }).textContent()) ?? ''

  await openPalette(number)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: number })).toBeVisible()
  await expect(page).toHaveTitle(new RegExp(`^${number} `))
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('Delivered', { exact: true }).first()).toBeVisible({ timeout: 1_000 })
  }).toPass()

  await opens(page, '/admin/orders?tab=delivered')
  await page.getByRole('button', { name: 'Save as view' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save as view' })
  await dialog.getByLabel('Name').fill('Done')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('The view Done is saved.')).toBeVisible()
  await opens(page, '/admin/orders')
  await expect(page).toHaveURL(/tab=delivered/)

  const bar = page.getByRole('toolbar', { name: 'Actions for 1 selected order' })
  // The list hears keys once its script runs.
  await expect(async () => {
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await expect(bar).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await bar.getByLabel('Tag').fill('kept')
  // A key inside a field is a letter of it.
  await page.keyboard.press('x')
  await expect(bar.getByLabel('Tag')).toHaveValue('keptx')
  await bar.getByRole('button', { name: 'Tag' }).click()
  await expect(page.getByText('Tagged: 1 of 1')).toBeVisible()
  await passesCheck(page)
  const results = page.locator('[data-bulk-results]')
  await results.getByRole('button').press('Enter')
  await expect(results).toHaveCount(0)
  await expect(page.locator('[data-tick]').first()).toBeFocused()
  // Where the head of the table is not shown, what stands in it takes no focus.
  await page.setViewportSize({ width: 1000, height: 700 })
  await expect(page.locator('[data-tick-all]')).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.getByRole('button', { name: 'Delete the view Done' }).click()
  await expect(page.getByText('The view Done is deleted.')).toBeVisible()

  for (const path of ['/admin/orders?tab=all', '/admin/orders/new?destination=japan']) {
    await opens(page, path)
    await fitsPhone(page)
  }
})

test('a ticked order that has left the list is acted on no more', async ({ page, request, buyer }) => {
  await buys(request, buyer)
  const number = /LF-\w{4}-\w{4}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? ''
  await entersAsOwner(page, 'leaving@example.com')
  const tag = `leaving${Date.now()}`
  const office = async (address: string) => {
    const tab = await page.context().newPage()
    await opens(tab, address)
    const tick = tab.locator(`[data-tick="${number}"]`)
    const bar = tab.getByRole('toolbar', { name: 'Actions for 1 selected order' })
    // The bar hears a tick once its script runs.
    await expect(async () => {
      await tick.uncheck()
      await tick.check()
      await expect(bar).toBeVisible({ timeout: 5_000 })
    }).toPass()

    return { tab, bar }
  }
  const all = await office('/admin/orders?tab=all')
  await all.bar.getByLabel('Tag').fill(tag)
  await all.bar.getByRole('button', { name: 'Tag' }).click()
  await expect(all.tab.getByText('Tagged: 1 of 1')).toBeVisible()
  const tagged = await office(`/admin/orders?tab=all&tag=${tag}`)
  const other = await office(`/admin/orders?tab=all&tag=${tag}`)
  await other.bar.getByLabel('Tag').fill(tag)
  await other.bar.getByRole('button', { name: 'Take off' }).click()
  await expect(other.tab.getByText('Tag taken off: 1 of 1')).toBeVisible()

  // It reads the list again.
  await tagged.tab.getByText('Columns', { exact: true }).click()
  await tagged.tab.getByRole('checkbox', { name: 'Customer' }).uncheck()
  await expect(tagged.tab.getByRole('link', { name: number })).toHaveCount(0)

  await expect(tagged.tab.getByRole('toolbar')).toHaveCount(0)
})
