import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { claimOne } from '#lib/core/repository/leases.ts'
import { claimer, holdLease } from '#lib/fulfilment/commands/hold-lease.ts'
import type { RecoveryPass } from '#lib/fulfilment/commands/recover.ts'
import { rebuildOrder } from '#lib/fulfilment/commands/recover-order.ts'
import { attachObject, findPaymentOfObject, listMovingProviders } from '#lib/fulfilment/repository/recovery-rows.ts'
import { moveLinesOfOrder } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import type { HoldReason } from '#lib/orders/rules/line-reasons.ts'
import { isTestMoney, paymentProvider } from '#lib/payments/commands/payments.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { readNews } from '#lib/payments/commands/watch-payment.ts'
import type { PaymentProvider, ProviderPayment } from '#lib/payments/providers/index.ts'
import { getPayment } from '#lib/payments/repository/payments.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { sumRefundsOfPayment } from '#lib/refunds/repository/refunds.ts'

// A bank transfer has no other book than ours: what is lost there, only the bank's statement tells.
const PROVIDERS = ['stripe', 'test']
const NEVER_MORE = ['voided', 'failed', 'expired']

type Found = 'known' | 'rebuilt' | 'unknown' | 'foreign'

/** Reads every payment of the window from its provider's list: known ones are judged anew, lost orders are rebuilt. */
export async function readPaymentsAgain({ from }: RecoveryPass): Promise<Record<Found, number>> {
  const counts = { known: 0, rebuilt: 0, unknown: 0, foreign: 0 }
  for (const provider of await providersToAsk(from)) {
    for await (const object of provider.listPayments({ since: from })) {
      counts[await readObjectAgain(provider, object)] += 1
    }
  }

  return counts
}

async function providersToAsk(from: Date): Promise<PaymentProvider[]> {
  const moving = await listMovingProviders(from, isTestMoney())

  return PROVIDERS.flatMap((name) => {
    try {
      return [paymentProvider(name)]
    } catch (error) {
      // Money of this provider is under way: without it the store cannot know what was paid.
      if (moving.includes(name)) throw error

      return []
    }
  })
}

async function readObjectAgain(provider: PaymentProvider, object: ProviderPayment): Promise<Found> {
  const ids = { paymentId: object.metadata.paymentId ?? null, objectId: object.id, sessionId: object.sessionId }
  const known = await findPaymentOfObject(provider.name, ids)
  if (known) {
    if (known.state === 'INTENDED') await attachObject(known.id, { objectId: object.id, sessionId: object.sessionId })
    await judgeAgain(known.id, object)

    return 'known'
  }
  if (!object.metadata.orderId || !object.metadata.paymentId) return 'foreign'
  const isOver = NEVER_MORE.includes(object.state)
  if (isOver || (object.capturedMinor > 0 && object.refundedMinor >= object.capturedMinor)) return 'foreign'
  const paymentId = await rebuildOrder(provider.name, object)
  if (paymentId === null) return 'unknown'
  await judgeAgain(paymentId, object)

  return 'rebuilt'
}

/** Brings a payment to what its provider says now, and keeps its lines from being bought for money that went back. */
async function judgeAgain(paymentId: string, object: ProviderPayment): Promise<void> {
  const before = await getPayment(paymentId)
  const wasProven = before?.state === 'AUTHORISED' || before?.state === 'CAPTURED' || before?.state === 'DISPUTED'
  if (!wasProven) await settlePayment(paymentId)
  await refreshPayment(paymentId)
  if (object.refundedMinor > 0) await holdRefunded(paymentId, object.refundedMinor)
}

async function refreshPayment(paymentId: string): Promise<void> {
  const lease = await claimOne('Payment', { ...claimer(), id: paymentId })
  if (!lease) throw new Error('A payment is held by another process.')
  await holdLease('Payment', lease, async () => {
    const payment = await getPayment(paymentId)
    if (payment?.state === 'AUTHORISED' || payment?.state === 'CAPTURED') await readNews(payment, lease)

    // Due at once: whatever is left to do is the worker's, when the store is open again.
    return 0
  })
}

async function holdRefunded(paymentId: string, refundedMinor: number): Promise<void> {
  await transaction(async (tx) => {
    const payment = await getPayment(paymentId, tx)
    if (!payment) return
    const ours = await sumRefundsOfPayment(paymentId, tx)
    if (refundedMinor <= ours) return
    const { orderId } = payment
    const evidence = { atProvider: refundedMinor, ours }
    const changes = { reason: 'refunded_elsewhere' satisfies HoldReason, evidence }
    let held = 0
    for (const from of ['READY', 'REJECTED'] as const) {
      held += await moveLinesOfOrder(orderId, { from, to: 'HELD', changes }, tx)
    }
    await openDiscrepancy({ kind: 'refund_differs', subject: paymentId, orderId, evidence }, tx)
    if (held > 0) await recordOrderEvent({ orderId, kind: 'held', data: { reason: changes.reason } }, tx)
  })
}
