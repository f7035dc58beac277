import type { CaptureRow, PaymentRow, RefundRow } from './rows.ts'
import type { Store } from './store.ts'

type Total = { reference: string; currency: string; payments: number; captured: number; refunded: number; net: number }

export type Ledger = { payments: PaymentRow[]; captures: CaptureRow[]; refunds: RefundRow[]; totals: Total[] }

/** What really moved, for one reference or for all. The sums are counted from the movements, not from the payments. */
export function toLedger(store: Store, reference: string | null): Ledger {
  const payments = store.list('payment').filter((payment) => !reference || payment.reference === reference)
  const ids = new Set(payments.map((payment) => payment.id))
  const captures = store.list('capture').filter((capture) => ids.has(capture.paymentId))
  const refunds = store.list('refund').filter((refund) => ids.has(refund.paymentId))
  const totals = new Map<string, Total>()
  for (const payment of payments) {
    const name = `${payment.reference} ${payment.currency}`
    const before = totals.get(name) ?? emptyTotal(payment)
    const captured = before.captured + sumFor(payment, captures)
    const refunded = before.refunded + sumFor(payment, refunds)
    totals.set(name, { ...before, payments: before.payments + 1, captured, refunded, net: captured - refunded })
  }

  return { payments, captures, refunds, totals: [...totals.values()] }
}

function emptyTotal({ reference, currency }: PaymentRow): Total {
  return { reference, currency, payments: 0, captured: 0, refunded: 0, net: 0 }
}

function sumFor(payment: PaymentRow, movements: CaptureRow[]): number {
  return movements
    .filter((movement) => movement.paymentId === payment.id)
    .reduce((total, movement) => total + movement.amount, 0)
}
