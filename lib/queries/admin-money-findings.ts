import 'server-only'
import { findOrderNumbers, listOpenFindings, type StoredFinding, toDecimal } from '#lib/db/reconciliation-findings.ts'
import { findLastComplete } from '#lib/db/reconciliation-runs.ts'
import { type Caller, requirePermission } from '#lib/domain/caller.ts'
import { MONEY_FINDINGS, type MoneyFinding } from '#lib/domain/findings.ts'

const MOST = 200

/** The two halves that have no other half, and sums that differ. `comparedAt` is null before the first comparison. */
export type MoneyFindings = {
  paymentsWithoutOrder: MoneyFinding[]
  ordersWithoutPayment: MoneyFinding[]
  sumsDiffer: MoneyFinding[]
  comparedAt: Date | null
}

/** Reads what the comparison with the payment providers has found and nobody has settled. Throws `forbidden`. */
export async function getMoneyFindings(caller: Caller): Promise<MoneyFindings> {
  requirePermission(caller, 'costs.see')
  const [found, last] = await Promise.all([listOpenFindings(MONEY_FINDINGS, MOST), findLastComplete()])
  const numbers = await findOrderNumbers(found.flatMap(({ orderId }) => orderId ?? []))
  const rows = found.map((row) => toRow(row, numbers))
  const of = (...kinds: string[]) => rows.filter(({ kind }) => kinds.includes(kind))

  return {
    paymentsWithoutOrder: of('payment_unknown', 'paid_without_line'),
    ordersWithoutPayment: of('line_without_payment'),
    sumsDiffer: of('capture_differs', 'refund_differs'),
    comparedAt: last?.finishedAt ?? null,
  }
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
