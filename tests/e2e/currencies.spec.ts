import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from '@playwright/test'
import { holdScripts } from '#tests/support/browser/hold-scripts.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { test } from '#tests/support/browser/other-journey.ts'
import type { OtherStore } from '#tests/support/browser/other-store.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import { passesCheck } from '#tests/support/browser/page-checks.ts'
import { ecb } from '#tests/support/rates.ts'

// They change the currencies of one store one after the other.
test.describe.configure({ mode: 'serial' })

const open = async (page: Page, other: OtherStore) => {
  await entersAsOwner(page, 'olga@example.com', other.dataDir)
  await opens(page, '/admin/pricing/currencies')
}
const table = (page: Page, name: string) => page.getByRole('table', { name })
const rowOf = (page: Page, code: string) => table(page, 'Further currencies').getByRole('row', { name: code })
const apply = (page: Page) => page.getByRole('button', { name: 'Apply', exact: true })

async function applyShown(page: Page): Promise<void> {
  await apply(page).click()
  await expect(page.getByText('Applied. The shop shows the new prices.')).toBeVisible()
}

async function fillCurrency(page: Page, { code, rate, markup }: { code?: string; rate: string; markup: string }) {
  const form = page.getByRole('dialog')
  if (code) await form.getByLabel('Currency').selectOption(code)
  await form.getByLabel(/^1 USD in/).fill(rate)
  await form.getByLabel('Markup in percent').fill(markup)
  await form.getByLabel(/^Rounding/).selectOption('whole')
  await form.getByRole('button', { name: 'Show what it changes' }).click()
}

test('a currency is typed, previewed, applied, and put back', async ({ page, other }) => {
  await open(page, other)
  await expect(page.getByText('The shop sells in USD alone.')).toBeVisible()
  await passesCheck(page)

  await page.getByRole('button', { name: 'Add a currency' }).click()
  await fillCurrency(page, { code: 'JPY', rate: '0', markup: '51' })
  await expect(page.getByText('Type a rate such as 0.9203.')).toBeVisible()
  await expect(page.getByText('Type a percentage from 0 to 50.')).toBeVisible()
  await fillCurrency(page, { rate: '150', markup: '2' })

  await expect(page.getByRole('heading', { name: /^[\d,]+ prices change$/ })).toBeVisible()
  await expect(table(page, 'Changes by currency').getByRole('row', { name: 'JPY' })).toBeVisible()
  await expect(table(page, 'Changed plans').locator('tbody tr').first()).toContainText('JPY')
  await expect(page.getByText(/^Rows 1 to 50 of \d+$/)).toBeVisible()
  const firstPlan = await table(page, 'Changed plans').locator('tbody tr').first().textContent()
  await page.getByRole('button', { name: 'More rows' }).click()
  await expect(page.getByText(/^Rows 51 to \d+ of \d+$/)).toBeVisible()
  await expect(table(page, 'Changed plans').locator('tbody tr').first()).not.toHaveText(firstPlan ?? '')
  await page.getByRole('button', { name: 'Earlier rows' }).click()
  await expect(page.getByText(/^Rows 1 to 50 of \d+$/)).toBeVisible()
  await expect(table(page, 'Changed plans').locator('tbody tr').first()).toHaveText(firstPlan ?? '')
  await passesCheck(page)
  await applyShown(page)
  await expect(rowOf(page, 'JPY')).toContainText('1 USD = 150 JPY')
  await expect(rowOf(page, 'JPY')).toContainText('today')

  // Another rate, so far off that it has to be said that it is right.
  await page.getByRole('button', { name: 'Change JPY' }).click()
  await fillCurrency(page, { rate: '15', markup: '2' })
  const tick = page.getByLabel('JPY: 15 instead of 150 differs by more than 10%. The rate is right.')
  await expect(tick).toBeVisible()
  await expect(apply(page)).toBeDisabled()
  await tick.check()
  await applyShown(page)
  await expect(rowOf(page, 'JPY')).toContainText('1 USD = 15 JPY')

  await page.getByRole('button', { name: 'Put back version 1' }).click()
  await page.getByLabel(/^JPY: 150 instead of 15 differs/).check()
  await applyShown(page)
  await expect(rowOf(page, 'JPY')).toContainText('1 USD = 150 JPY')
  await expect(page.getByText('puts version 1 back')).toBeVisible()
})

test('a file fills what it has, and says what it lacks', async ({ page, other }) => {
  await open(page, other)
  const day = new Date().toISOString().slice(0, 10)
  const choose = (name: string, text: string) =>
    page.getByLabel('Or a file').setInputFiles({ name, mimeType: 'text/xml', buffer: Buffer.from(text) })

  // Also one that is chosen before the scripts have come.
  const release = await holdScripts(page)
  await page.reload({ waitUntil: 'commit' })
  await choose('page.xml', '<!doctype html><p>Sign in')
  await release()
  await expect(page.getByText('This is neither the European Central Bank’s daily XML')).toBeVisible()
  await choose('rates.xml', ecb({ USD: '1.0', GBP: '0.8' }, day))
  await expect(page.getByText('JPY: rate kept, because the source has none')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No price changes' })).toBeVisible()
  await passesCheck(page)
  await expect(apply(page)).toBeDisabled()

  await choose('rates.xml', ecb({ USD: '1.0', JPY: '152' }, day))
  await expect(page.getByText(`JPY: 152 of ${day} taken over`)).toBeVisible()
  await applyShown(page)
  await expect(rowOf(page, 'JPY')).toContainText('1 USD = 152 JPY')
  await expect(rowOf(page, 'JPY')).toContainText('file')

  // As it was before, for whatever comes after it.
  await page.getByRole('button', { name: 'Remove JPY' }).click()
  await applyShown(page)
  await expect(page.getByText('The shop sells in USD alone.')).toBeVisible()
})

test('of two editors the second is told and begins again', async ({ page, browser, other: store }) => {
  await open(page, store)
  const other = await (await browser.newContext({ baseURL: store.url })).newPage()
  await open(other, store)
  for (const [editor, code] of [
    [page, 'GBP'],
    [other, 'CHF'],
  ] as const) {
    await editor.getByRole('button', { name: 'Add a currency' }).click()
    await fillCurrency(editor, { code, rate: '0.8', markup: '0' })
    await expect(apply(editor)).toBeEnabled()
  }

  await applyShown(page)
  await expect(rowOf(page, 'GBP')).toBeVisible()
  await apply(other).click()

  await expect(other.getByText('The currencies have been changed since you began.').first()).toBeVisible()
  await other.getByRole('button', { name: 'Begin again from what counts now' }).click()
  await expect(rowOf(other, 'GBP')).toBeVisible()
  await other.getByRole('button', { name: 'Remove GBP' }).click()
  await applyShown(other)
  await expect(other.getByText('The shop sells in USD alone.')).toBeVisible()
  await other.context().close()
})

test('an address that does not answer says so, and keeps every rate', async ({ page, other }) => {
  await open(page, other)
  await page.getByLabel('Address of rates').fill('ftp://rates.example')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Type an address that begins with https.')).toBeVisible()

  await page.getByLabel('Address of rates').fill('http://127.0.0.1:9/rates.xml')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Not fetched yet.').or(page.getByText('The last fetch failed'))).toBeVisible()
  await page.getByRole('button', { name: 'Fetch now' }).click()
  await expect(page.getByText('The address did not answer.').first()).toBeVisible()
  await expect(page.getByText('The last fetch failed')).toBeVisible()
  await passesCheck(page)

  await page.getByLabel('Address of rates').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('No address of rates is set.')).toBeVisible()
})

test('a rate at the address counts by itself, and one that moved far when it was ticked', async ({ page, other }) => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  const shownDay = (ago: number) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day(ago)))
  let rates = ecb({ USD: '1.0', JPY: '150' }, day(2))
  const server = createServer((_, response) => response.end(rates))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await open(page, other)
  await page.getByLabel('Address of rates').fill(`http://127.0.0.1:${port}/daily.xml`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Fetch now' })).toBeVisible()

  await page.getByRole('button', { name: 'Add a currency' }).click()
  await page.getByRole('dialog').getByLabel('Currency').selectOption('JPY')
  await page.getByRole('dialog').getByLabel('From the address').check()
  await page.getByRole('button', { name: 'Show what it changes' }).click()
  await expect(page.getByText(`JPY: 150 of ${day(2)} taken over`)).toBeVisible()
  await applyShown(page)
  rates = ecb({ USD: '1.0', JPY: '155' }, day(1))
  await page.getByRole('button', { name: 'Fetch now' }).click()
  await expect(rowOf(page, 'JPY')).toContainText(`1 USD = 155 JPYaddress, ${shownDay(1)}`)

  rates = ecb({ USD: '1.0', JPY: '200' }, day(0))
  await page.getByRole('button', { name: 'Fetch now' }).click()
  await expect(page.getByText(`JPY: rate kept, 200 of ${day(0)} differs by more than 10%`)).toBeVisible()
  await expect(rowOf(page, 'JPY')).toContainText('1 USD = 155 JPY')
  await passesCheck(page)
  await page.getByRole('button', { name: 'Use 200 for JPY' }).click()
  await page.getByLabel('JPY: 200 instead of 155 differs by more than 10%. The rate is right.').check()
  await applyShown(page)
  await expect(rowOf(page, 'JPY')).toContainText(`1 USD = 200 JPYaddress, ${shownDay(0)}`)
  await expect(page.getByText('rate kept')).toBeHidden()
  server.close()
})
