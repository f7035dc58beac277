import 'server-only'
import {
  countOpenFindings,
  findOrderNumbers,
  listOpenFindings,
  type StoredFinding,
  toDecimal,
} from '#lib/db/reconciliation-findings.ts'
import { findLastComplete } from '#lib/db/reconciliation-runs.ts'
import { type Caller, requirePermission } from '#lib/domain/caller.ts'
import type { MONEY_FINDINGS, MoneyFinding, MoneyFindings, MoneyFindingsPart } from '#lib/domain/findings.ts'

const MOST = 100
type Kind = (typeof MONEY_FINDINGS)[number]

/** Reads what the comparison with the payment providers has found and nobody has settled. Throws `forbidden`. */
export async function getMoneyFindings(caller: Caller): Promise<MoneyFindings> {
  requirePermission(caller, 'costs.see')
  // Each part by itself: many of one kind would leave no room for another, and an empty part says that all is well.
  const [paymentsWithoutOrder, ordersWithoutPayment, sumsDiffer, last] = await Promise.all([
    readPart('payment_unknown', 'paid_without_line'),
    readPart('line_without_payment'),
    readPart('capture_differs', 'refund_differs'),
    findLastComplete(),
  ])

  return { paymentsWithoutOrder, ordersWithoutPayment, sumsDiffer, comparedAt: last?.finishedAt ?? null }
}

async function readPart(...kinds: Kind[]): Promise<MoneyFindingsPart> {
  const [found, { open }] = await Promise.all([listOpenFindings(kinds, MOST), countOpenFindings(kinds)])
  const numbers = await findOrderNumbers(found.flatMap(({ orderId }) => orderId ?? []))

  return { rows: found.map((row) => toRow(row, numbers)), count: open }
}

function toRow(row: StoredFinding, numbers: ReadonlyMap<string, string>): MoneyFinding {
  const { id, kind, subject, orderId, riskAmount, riskCurrency, openedAt } = row
  const number = orderId === null ? undefined : numbers.get(orderId)

  return {
    ...{ id, kind, subject, openedAt },
    order: orderId !== null && number ? { id: orderId, number } : null,
    risk: riskAmount !== null && riskCurrency ? { amount: toDecimal(riskAmount), currency: riskCurrency } : null,
  }
}
