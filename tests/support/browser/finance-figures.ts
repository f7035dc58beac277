import { expect, type Locator, type Page } from '@playwright/test'
import { parseCsv } from '#lib/core/rules/csv.ts'

const NAMES = ['revenue', 'tax', 'discount', 'refunded'] as const
const COSTS = ['cost_quoted', 'cost_charged', 'supplier_credits', 'cost_net', 'margin'] as const
const COLUMNS = [...NAMES, 'provider_fees', ...COSTS]

/** Figures of sold lines in millionths of main units, by the names that files give them. */
export type Figures = Record<string, number>

/** Adds figures up, each by itself. */
export function addFigures(all: Figures[]): Figures {
  const sum = (name: string) => all.reduce((total, figures) => total + (figures[name] ?? 0), 0)

  return Object.fromEntries([...NAMES, ...COSTS].map((name) => [name, sum(name)]))
}

/** Reads the figures in the last columns of each row of a table. There is one row at least. */
export async function readRows(rows: Locator): Promise<Figures[]> {
  await expect(rows.first()).toBeVisible({ timeout: 30_000 })

  return Promise.all(
    (await rows.all()).map(async (row) => {
      const cells = (await row.locator('td').allTextContents()).slice(-COLUMNS.length)

      return Object.fromEntries(COLUMNS.map((name, index) => [name, millionths(cells[index] ?? '')]))
    }),
  )
}

/** Reads the figures of each row of a file that the store hands out. There is one row at least. */
export async function readFile(page: Page, path: string): Promise<Figures[]> {
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
