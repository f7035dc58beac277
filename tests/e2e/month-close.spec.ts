import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, type Locator, type Page } from '@playwright/test'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { findGoods, lookUp } from '#tests/support/browser/goods.ts'
import { test } from '#tests/support/browser/journey.ts'
import { opens } from '#tests/support/browser/open-page.ts'
import { entersAsOwner } from '#tests/support/browser/owner.ts'
import { innerServers } from '#tests/support/browser/store-under-test.ts'
import type { PaymentLedger } from '#tests/support/sale.ts'

const NAMES = ['revenue', 'tax', 'discount', 'refunded'] as const
const COSTS = ['cost_quoted', 'cost_charged', 'supplier_credits', 'cost_net', 'margin'] as const
const COLUMNS = [...NAMES, 'provider_fees', ...COSTS]

/** Figures of sold lines in millionths of main units, by the names that files give them. */
type Metrics = Record<string, number>

/** Adds figures up, each by itself. */
function addMetrics(all: Metrics[]): Metrics {
  const sum = (name: string) => all.reduce((total, metrics) => total + (metrics[name] ?? 0), 0)

  return Object.fromEntries([...NAMES, ...COSTS].map((name) => [name, sum(name)]))
}

/** Reads the figures in the last columns of each row of a table. There is one row at least. */
async function readRows(rows: Locator): Promise<Metrics[]> {
  await expect(rows.first()).toBeVisible()

  return Promise.all(
    (await rows.all()).map(async (row) => {
      const cells = (await row.locator('td').allTextContents()).slice(-COLUMNS.length)

      return Object.fromEntries(COLUMNS.map((name, index) => [name, millionths(cells[index] ?? '')]))
    }),
  )
}

/** Reads the figures of each row of a file that the store hands out. There is one row at least. */
async function readFile(page: Page, path: string): Promise<Metrics[]> {
  // Asked by the page itself: a browser asks again where a connection that was kept open has just been closed.
  const { status, text } = await page.evaluate(async (address) => {
    const answer = await fetch(address)

    return { status: answer.status, text: await answer.text() }
  }, path)
  expect(status, path).toBe(200)
  const [head = [], ...rows] = parseCsv(text.replace('\ufeff', '')) ?? []
  expect(rows.length, path).toBeGreaterThan(0)

  return rows.map((row) => Object.fromEntries(COLUMNS.map((name) => [name, millionths(row[head.indexOf(name)] ?? '')])))
}

// `−1,234.50 USD` and `-1234.5` alike. What nobody has told counts nothing, on pages as in files.
function millionths(text: string): number {
  const [found] = /[−-]?[\d,]+(\.\d+)?/.exec(text) ?? ['0']

  return Math.round(Number(found.replaceAll(',', '').replace('−', '-')) * 1e6)
}

const DATA_DIR = process.env.E2E_DATA_DIR ?? 'test-results/store'

/** Dates an order back into two months that nobody has closed. Returns them. */
async function dateBack(orderId: string): Promise<[string, string]> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['tests/support/browser/join-store.mjs', 'tests/support/browser/date-back.ts'],
    { env: { ...process.env, DATA_DIR, ENV_FILE: 'off', ORDER_TO_DATE_BACK: orderId } },
  )

  return JSON.parse(stdout)
}

/** What the payment provider has of an order, in millionths of main units. */
async function keptFor(number: string): Promise<number> {
  const answer = await fetch(`${innerServers().payments}/_control/ledger`)
  const { payments } = (await answer.json()) as PaymentLedger
  const own = payments.filter(({ reference }) => reference === number)

  return own.reduce((total, { captured, refunded }) => total + captured - refunded, 0) * 10_000
}

async function giveOneBack(page: Page, number: string): Promise<void> {
  await opens(page, `/admin/cancellations?q=${number}`)
  await page.getByRole('button', { name: 'Choose eSIMs' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByLabel('Reason').fill('cannot travel')
  await dialog.getByRole('button', { name: 'Send the return' }).click()
  await expect(dialog.getByRole('button', { name: 'Close' })).toBeVisible()
}

async function closeMonth(page: Page, month: string): Promise<void> {
  await opens(page, '/admin/finance/months')
  await page.getByRole('button', { name: `Close ${month}` }).click()
  await page.getByRole('button', { name: 'Close it for good' }).click()
  await expect(page.getByRole('region', { name: 'Closed months' }).getByText(month).first()).toBeVisible()
}

test('closed months add up to the same figures on every page, in every file, and to the money that was kept', async ({
  page,
  request,
  buyer,
}) => {
  await buyer.buys(await findGoods(request, { slug: 'japan', title: 'Japan, 3 GB, 7 days', code: '392-0-7-3-G' }), {
    count: 2,
  })
  const orderId = /ord_[0-9A-Z]+/.exec(page.url())?.[0] ?? ''
  await entersAsOwner(page)
  await page.goto(`/admin/orders/${orderId}`)
  const number = /LF-\w{4}-\w{4}/.exec((await page.locator('main').textContent()) ?? '')?.[0] ?? ''
  await giveOneBack(page, number)
  await lookUp(page, '/admin/finance/refunds', number)
  await lookUp(page, '/admin/finance/supplier', number, '[aria-labelledby="entries"]')
  const months = await dateBack(orderId)
  for (const month of months) await closeMonth(page, month)

  const closed = page.getByRole('region', { name: 'Closed months' }).getByRole('row')
  const [own] = await readRows(closed.filter({ hasText: months[0] }))
  const [correction] = await readRows(closed.filter({ hasText: months[1] }))
  if (!own || !correction) throw new Error('Two months were closed.')
  expect(own.refunded).toBeGreaterThan(0)
  expect(correction).toMatchObject({ revenue: 0, refunded: 0 })
  expect(correction.supplier_credits).toBeGreaterThan(0)

  for (const [month, part, booked] of [
    [months[0], 'own', own],
    [months[1], 'corrections', correction],
  ] as const) {
    await page.goto(`/admin/finance/months/trial-${month}?part=${part}`)
    const [sums, lines] = [page.getByRole('table').first(), page.getByRole('table').last()]
    expect(await readRows(sums.locator('tbody tr')), month).toEqual([booked])
    expect(await readRows(lines.locator('tbody tr')), month).toEqual([booked])
    expect(await readFile(page, `/api/admin/export/month?id=trial-${month}`), month).toEqual([booked])
  }

  const all = addMetrics([own, correction])
  const span = `book=trial&from=${months[0]}-01&to=${months[1]}-28`
  for (const by of ['day', 'month', 'destination', 'plan', 'method']) {
    await page.goto(`/admin/finance?${span}&by=${by}`)
    const rows = page.getByRole('table').locator('tbody tr')
    const [total] = await readRows(rows.filter({ hasText: 'All together' }))
    expect(addMetrics([total ?? {}]), by).toEqual(all)
    expect(addMetrics(await readRows(rows.filter({ hasNotText: 'All together' }))), by).toEqual(all)
    // Sums of a few dollars lie between whole ones, and each mark of the axis says which it is.
    const marks = page.locator(`.recharts-${by === 'day' || by === 'month' ? 'y' : 'x'}Axis-tick-labels text`)
    await expect(marks).not.toHaveCount(0)
    const said = (await marks.allTextContents()).map((text) => Number(text.replace(',', '')))
    const steps = said.slice(1).map((mark, place) => (mark - (said[place] ?? 0)).toFixed(2))
    expect(new Set(said).size, by).toBe(said.length)
    expect(new Set(steps).size, by).toBe(1)
    for (const what of ['sums', 'lines']) {
      const file = await readFile(page, `/api/admin/export/finance?${span}&by=${by}&what=${what}`)
      expect(addMetrics(file), `${by} ${what}`).toEqual(all)
    }
  }
  expect((all.revenue ?? 0) - (all.refunded ?? 0)).toBe(await keptFor(number))
})
