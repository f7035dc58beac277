import 'server-only'
import type { Tx } from '#lib/core/repository/client.ts'
import {
  leaveOutOfCapture,
  lockLinesOfOrder,
  moveLinesOfOrder,
  wakeLinesOfOrder,
} from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { ExitReason, HoldReason } from '#lib/orders/rules/line-reasons.ts'
import type { ProviderPayment } from '#lib/payments/providers/index.ts'
import type { PaymentRow } from '#lib/payments/repository/payments.ts'
import { guessLeftOut } from '#lib/payments/rules/capture-sum.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

// What a person gets to see before anything is bought or handed over for it.
const STOPPED = ['READY', 'REJECTED', 'PLACED', 'CAPTURING'] as const

/**
 * Understands a hold of which a part was taken before this database knew: the lines it left out are never bought again.
 * Where the sum does not tell which those are, a person does. Does nothing for a hold that was taken whole.
 */
export async function noteTakenInPart(payment: PaymentRow, object: ProviderPayment, tx: Tx): Promise<void> {
  const { capturedMinor } = object
  if (capturedMinor <= 0 || capturedMinor >= payment.amountMinor) return
  const leftOut = guessLeftOut(await lockLinesOfOrder(payment.orderId, tx), capturedMinor)
  const isClear = leftOut?.every(({ state }) => state === 'READY' || state === 'REFUND_DUE') ?? false
  if (!leftOut || !isClear) return askPerson(payment, capturedMinor, tx)
  const { orderId } = payment
  const only = leftOut.map(({ id }) => id)
  await leaveOutOfCapture(only, tx)
  const changes = { reason: 'not_placed' satisfies ExitReason }
  await moveLinesOfOrder(orderId, { from: 'READY', to: 'REFUND_DUE', changes, only }, tx)
  for (const lineId of only) {
    await recordOrderEvent({ orderId, lineId, kind: 'not_placed', data: { reason: changes.reason } }, tx)
  }
  await wakeLinesOfOrder(orderId, tx)
}

async function askPerson({ id, orderId, amountMinor }: PaymentRow, captured: number, tx: Tx): Promise<void> {
  const evidence = { asked: amountMinor, captured }
  const changes = { reason: 'payment_mismatch' satisfies HoldReason, evidence }
  for (const from of STOPPED) await moveLinesOfOrder(orderId, { from, to: 'HELD', changes }, tx)
  await openDiscrepancy({ kind: 'payment_mismatch', subject: id, orderId, evidence }, tx)
  await recordOrderEvent({ orderId, kind: 'held', data: { reason: changes.reason } }, tx)
}
