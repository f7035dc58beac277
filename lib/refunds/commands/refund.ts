import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import { money } from '#lib/core/rules/money.ts'
import { currencyCodeSchema } from '#lib/core/rules/money-schema.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { holdLease, type Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { wakeItemsOfOrder } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import { isOutcomeOpen, PaymentError, type ProviderRefund } from '#lib/payments/providers/index.ts'
import { sumPaidElsewhere } from '#lib/payments/repository/judged-payments.ts'
import { lockPayment } from '#lib/payments/repository/payments.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import {
  getRefund,
  isAnotherRefundOut,
  moveRefund,
  noteMoneyBack,
  type RefundRow,
} from '#lib/refunds/repository/refunds.ts'

/** Does everything that is due about a claimed refund: asks for it once, and finds out how that ended. */
export async function runRefund(lease: Lease): Promise<void> {
  await holdLease('Refund', lease, async () => {
    const refund = await getRefund(lease.id)
    if (refund) await failpoint(`refund:${refund.state}`)
    if (refund?.state === 'INTENDED') return sendIntended(refund, lease)
    if (refund?.state === 'SENT') return settleSent(refund, lease)

    return null
  })
  wakeWorker()
}

async function sendIntended(refund: RefundRow, lease: Lease): Promise<Next> {
  return transaction(async (tx) => {
    const payment = await lockPayment(refund.paymentId, tx)
    // One at a time per payment: the provider compares our idea of what was refunded before with its own.
    if (await isAnotherRefundOut({ id: refund.id, paymentId: payment.id }, tx)) return scaled(TIMERS.sessionGrace)
    const atProvider = payment.refundedMinor - (await sumPaidElsewhere(payment.id, tx))
    const changes = { sentAt: new Date(), expectedRefundedSoFar: atProvider }

    return (await moveRefund(lease, { from: 'INTENDED', to: 'SENT', changes }, tx)) ? 'again' : null
  })
}

async function settleSent(refund: RefundRow, lease: Lease): Promise<Next> {
  const known = await findAtProvider(refund)
  await failpoint('refund_noted')
  if (known) return noteAnswer(refund, { lease, known })
  const { objectId, currency } = refund.payment
  if (!objectId) throw new Error('A refund has no payment object.')
  const code = currencyCodeSchema.parse(currency)
  try {
    const done = await paymentProvider(refund.payment.provider).refund({
      key: refund.key,
      paymentId: objectId,
      amount: money(refund.amountMinor, code),
      expectedRefundedSoFar: money(refund.expectedRefundedSoFar, code),
      reason: refund.reason,
    })
    await failpoint('refund_answered')

    return noteAnswer(refund, { lease, known: done })
  } catch (error) {
    if (isOutcomeOpen(error)) return scaled(TIMERS.placementRetry)
    if (!(error instanceof PaymentError)) throw error
    const after = await findAtProvider(refund)

    return after ? noteAnswer(refund, { lease, known: after }) : noteRefused(refund, { lease, code: error.code })
  }
}

/** The provider's own list is asked first: keys are forgotten after a day, the list is not. */
async function findAtProvider(refund: RefundRow): Promise<ProviderRefund | null> {
  const { objectId, provider } = refund.payment
  const list = objectId ? await paymentProvider(provider).listRefunds(objectId) : []

  return list.find(({ key }) => key === refund.key) ?? null
}

/** A refund that the bank sent back is not asked for again under its key; a person finds another way. */
function noteAnswer(refund: RefundRow, { lease, known }: { lease: Lease; known: ProviderRefund }): Promise<Next> {
  if (known.state === 'failed') return noteRefused(refund, { lease, code: 'returned' })

  return noteDone(refund, { lease, known })
}

async function noteDone(refund: RefundRow, { lease, known }: { lease: Lease; known: ProviderRefund }): Promise<Next> {
  return transaction(async (tx) => {
    await lockPayment(refund.paymentId, tx)
    const changes = { providerRefundId: known.id, doneAt: new Date() }
    if (!(await moveRefund(lease, { from: 'SENT', to: 'DONE', changes }, tx))) return null
    await tx.payment.update({
      where: { id: refund.paymentId },
      data: { refundedMinor: { increment: refund.amountMinor } },
      select: { id: true },
    })
    await noteMoneyBack(refund.id, tx)
    const { orderId } = refund.payment
    const data = { amountMinor: refund.amountMinor, reason: refund.reason }
    await recordOrderEvent({ orderId, kind: 'refunded', data }, tx)
    await queueMail(tx, { kind: 'refund', orderId, dedupeKey: `refund:${refund.id}`, payload: { refundId: refund.id } })
    await wakeItemsOfOrder(orderId, tx)

    return null
  })
}

async function noteRefused(refund: RefundRow, { lease, code }: { lease: Lease; code: string | null }): Promise<Next> {
  return transaction(async (tx) => {
    await lockPayment(refund.paymentId, tx)
    if (!(await moveRefund(lease, { from: 'SENT', to: 'REFUSED' }, tx))) return null
    await noteRefusal(refund, code, tx)

    return null
  })
}

async function noteRefusal(refund: RefundRow, code: string | null, tx: Tx): Promise<void> {
  const { orderId } = refund.payment
  const evidence = { amountMinor: refund.amountMinor, code: code ?? 'none' }
  await openDiscrepancy({ kind: 'refund_refused', subject: refund.id, orderId, evidence }, tx)
  await recordOrderEvent({ orderId, kind: 'refund_refused', data: evidence }, tx)
  await wakeItemsOfOrder(orderId, tx)
}
