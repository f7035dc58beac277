import 'server-only'
import { BATCH, batchOf, once, rowsOf } from '#lib/core/queries/export-rows.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import type { CsvCell } from '#lib/core/rules/csv.ts'
import {
  MONEY_PART_NAMES,
  MONEY_PARTS,
  type MoneyFilter,
  type MoneyPart,
  moneyFilterSchema,
} from '#lib/payments/rules/money-discrepancies.ts'
import { discrepancyIds } from '#lib/reconciliation/queries/discrepancy-view.ts'
import {
  countOpenDiscrepancies,
  findOrderNumbers,
  listOpenDiscrepancies,
  type StoredDiscrepancy,
  toDecimal,
} from '#lib/reconciliation/repository/discrepancies.ts'
import { findLastComplete } from '#lib/reconciliation/repository/reconciliation-runs.ts'
import { MONEY_KINDS } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

const PAGE = 50

/**
 * Reads what the comparison with the payment providers has found and nobody has settled, a page of each part, the oldest
 * first. Throws `forbidden`.
 */
export async function getMoneyDiscrepancies(
  caller: Caller,
  { part, q, after }: MoneyFilter = moneyFilterSchema.parse({}),
) {
  requirePermission(caller, 'costs.see')
  const ids = await discrepancyIds(caller, q)
  // Each part by itself: many of one kind would leave no room for another, and an empty part says that all is well.
  const read = (name: MoneyPart) => readPart(name, { ids, after: name === part ? after : null })
  const [paymentsWithoutOrder, ordersWithoutPayment, sumsDiffer, last] = await Promise.all([
    read('paymentsWithoutOrder'),
    read('ordersWithoutPayment'),
    read('sumsDiffer'),
    findLastComplete(),
  ])

  return { paymentsWithoutOrder, ordersWithoutPayment, sumsDiffer, comparedAt: last?.finishedAt ?? null }
}

async function readPart(name: MoneyPart, { ids, after }: { ids: string[] | null; after: string | null }) {
  const kinds = MONEY_PARTS[name]
  const [found, { open }] = await Promise.all([
    listOpenDiscrepancies(kinds, { ids, after, limit: PAGE + 1 }),
    countOpenDiscrepancies(kinds, ids),
  ])
  const rows = await toRows(found.slice(0, PAGE))

  return { rows, count: open, next: found.length > PAGE ? (rows.at(-1)?.id ?? null) : null }
}

async function toRows(found: StoredDiscrepancy[]) {
  const numbers = await findOrderNumbers(found.flatMap(({ orderId }) => orderId ?? []))

  return found.map(({ id, kind, subject, orderId, riskAmount, riskCurrency, openedAt }) => {
    const number = orderId === null ? undefined : numbers.get(orderId)

    return {
      ...{ id, kind, subject, openedAt },
      order: orderId !== null && number ? { id: orderId, number } : null,
      risk: riskAmount !== null && riskCurrency ? { amount: toDecimal(riskAmount), currency: riskCurrency } : null,
    }
  })
}

const HEAD = ['part', 'finding', 'kind', 'subject', 'order', 'order_id', 'risk', 'risk_currency', 'opened']

/** The open differences about money as a file, of one part or all, the oldest first. */
export function exportedPayments(caller: Caller, { part, q }: MoneyFilter): AsyncIterable<string> {
  const kinds = part === null ? MONEY_KINDS : MONEY_PARTS[part]
  const ids = once(() => discrepancyIds(caller, q))

  return rowsOf<string>(caller, 'payments', HEAD, async (after) => {
    const found = await listOpenDiscrepancies(kinds, { ids: await ids(), after, limit: BATCH })

    return batchOf(await toRows(found), cellsOf, ({ id }) => id)
  })
}

function cellsOf({ id, kind, subject, order, risk, openedAt }: MoneyDiscrepancy): CsvCell[] {
  const part = MONEY_PART_NAMES.find((name) => MONEY_PARTS[name].some((one) => one === kind))

  return [part, id, kind, subject, order?.number, order?.id, risk?.amount, risk?.currency, openedAt]
}

/** A difference about money, as the comparison of the books found it. */
export type MoneyDiscrepancy = Awaited<ReturnType<typeof toRows>>[number]

/** A page of the differences about money of one part, how many there are in all, and where it goes on. */
export type MoneyDiscrepanciesPart = Awaited<ReturnType<typeof readPart>>
