import 'server-only'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { type CsvCell, csvRow, csvStart } from '#lib/core/rules/csv.ts'
import { parseCurrency } from '#lib/core/rules/currency.ts'
import { type ExportedList, LISTS } from '#lib/core/rules/lists.ts'
import { maskEmails, maskIccids } from '#lib/core/rules/mask.ts'
import { money, toDecimalText } from '#lib/core/rules/money.ts'
import type { FinanceMetrics } from '#lib/finance/rules/admin-finance.ts'
import type { EvidenceRow } from '#lib/orders/rules/admin-order.ts'

/** How many rows a file reads at once. Small: between two of them others have their turn, and nothing piles up in memory. */
export const BATCH = 200

/** A list as a file: the filter as it was understood, which part of the list it is, and the rows, read as they are taken. */
export type Exported = { filter: object; part?: string; rows: AsyncIterable<string> }

/** Some rows, and the key behind which it goes on; `null` behind the last. */
export type Batch<Key> = { rows: CsvCell[][]; next: Key | null }

/** Returns a batch of found rows: it goes on behind the last of them where there were as many as asked for. */
export function batchOf<Row, Key>(found: Row[], cells: (row: Row) => CsvCell[], key: (row: Row) => Key): Batch<Key> {
  const last = found.at(-1)

  return { rows: found.map(cells), next: last && found.length >= BATCH ? key(last) : null }
}

/**
 * Yields the file of a list batch by batch, its head first. Throws when the head is taken: `forbidden`, and whatever the
 * first read throws, so that a list which cannot be read is a refusal and no torn file.
 */
export async function* rowsOf<Key>(
  caller: Caller,
  list: ExportedList,
  head: readonly string[],
  read: (after: Key | null) => Promise<Batch<Key>>,
): AsyncIterable<string> {
  requirePermission(caller, LISTS[list].file.permission)
  let batch = await read(null)
  yield csvStart(head)
  if (batch.rows.length > 0) yield batch.rows.map(csvRow).join('')
  while (batch.next !== null) {
    batch = await read(batch.next)
    if (batch.rows.length > 0) yield batch.rows.map(csvRow).join('')
  }
}

/** Looks up once what all batches of a file share. */
export function once<Found>(find: () => Promise<Found>): () => Promise<Found> {
  let found: Promise<Found> | null = null

  return () => {
    found ??= find()

    return found
  }
}

/** The heads above `moneyCells`. */
export const MONEY_HEAD = [
  ...['lines', 'lines_with_cost', 'currency', 'revenue', 'tax', 'discount', 'refunded', 'provider_fees'],
  ...['cost_currency', 'cost_quoted', 'cost_charged', 'supplier_credits', 'cost_net', 'margin'],
]

/** Figures as cells of a CSV file: exact text in main units, nothing where nobody has told. Fees are never told. */
export function moneyCells(metrics: FinanceMetrics, isKnown = metrics.knownLines > 0): CsvCell[] {
  const { lines, knownLines, currency, costCurrency, quoted, charged, credited } = metrics
  const text = (minor: number) => mainUnits(minor, currency)
  // A cost that nobody has told is no zero.
  const known = (value: string) => (isKnown ? value : null)
  const { revenueMinor, taxMinor, discountMinor, refundedMinor, spentMinor, marginMinor } = metrics

  return [
    ...[lines, knownLines, currency, ...[revenueMinor, taxMinor, discountMinor, refundedMinor].map(text), null],
    ...[costCurrency, quoted, known(charged), known(credited), known(text(spentMinor)), known(text(marginMinor))],
  ]
}

/** An amount in main units as exact text. */
export function mainUnits(minor: number, currency: string): string {
  const code = parseCurrency(currency)

  return code ? toDecimalText(money(minor, code)) : String(minor)
}

/**
 * Returns words that somebody wrote, the network or a person, as a role may read them: without the card numbers and addresses
 * that it may not see.
 */
export function maskText<Text extends string | null>(caller: Caller, text: Text): Text {
  if (text === null) return text
  const bare = can(caller, 'iccids.see') ? text : maskIccids(text)

  return (can(caller, 'persons.see') ? bare : maskEmails(bare)) as Text
}

/** Returns rows of evidence as a role may read them. */
export function maskRows(caller: Caller, rows: EvidenceRow[]): EvidenceRow[] {
  return rows.map((row) => ({ ...row, value: maskText(caller, row.value) }))
}
