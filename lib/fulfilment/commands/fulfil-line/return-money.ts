import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { type Lease, wakeRow } from '#lib/core/repository/leases.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { holdLine } from '#lib/fulfilment/commands/fulfil-line/end-line.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { isGivingBack } from '#lib/fulfilment/repository/held-lines.ts'
import { lockLinesOfOrder, stepLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { findPayingPayment, lockPayment, type PaymentRow } from '#lib/payments/repository/payments.ts'
import { isAllDecided, leftOutOf } from '#lib/payments/rules/capture-sum.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import { addRefund, listRefundsOfLine, type RefundShare, sumRefundsOfLine } from '#lib/refunds/repository/refunds.ts'

type Tx = Parameters<Parameters<typeof transaction>[0]>[0]

/** Starts the way back of a line's money: a hold is released or not taken, taken money is refunded. */
export async function startReturn(line: WorkLine, lease: Lease): Promise<Next> {
  const found = await findPayingPayment(line.orderId)
  if (found?.state === 'DISPUTED') return holdLine(line, lease, { from: 'REFUND_DUE', reason: 'disputed' })
  if (found?.state === 'CAPTURING') return scaled(TIMERS.safetyNet)

  return transaction(async (tx) => {
    const payment = found && (await lockPayment(found.id, tx))
    if (payment && payment.state !== found.state) return 'again'
    const lines = await lockLinesOfOrder(line.orderId, tx)
    if (payment?.state === 'AUTHORISED' && leftOutOf(lines).length < lines.length) {
      // The others' capture decides what of the hold is taken. It may have waited for this line alone.
      if (isAllDecided(lines)) await wakeRow('Payment', payment.id, tx)

      return scaled(TIMERS.safetyNet)
    }
    await stepLine(lease, { from: 'REFUND_DUE', to: 'REFUNDING' }, tx)
    if (payment?.state === 'AUTHORISED') await wakeRow('Payment', payment.id, tx)
    const isTaken = lines.some(({ id, notCaptured }) => id === line.id && !notCaptured)
    if (payment?.state === 'CAPTURED' && isTaken) await planRefund(line, { payment, tx })

    return 'again'
  })
}

/** Follows the money back until the provider has let go of it. */
export async function followReturn(line: WorkLine, lease: Lease): Promise<Next> {
  const payment = await findPayingPayment(line.orderId)
  if (payment?.state === 'DISPUTED') return holdLine(line, lease, { from: 'REFUNDING', reason: 'disputed' })
  if (payment && ['AUTHORISED', 'VOIDING', 'CAPTURING'].includes(payment.state)) {
    // A wake-up that got lost must not leave a hold standing.
    if (payment.state === 'AUTHORISED') await wakeRow('Payment', payment.id)

    return scaled(TIMERS.safetyNet)
  }
  if (!payment && (await isGivingBack(line.orderId))) return scaled(TIMERS.safetyNet)
  if (payment?.state !== 'CAPTURED' || line.notCaptured || line.priceMinor === 0) return end(line, lease)
  const refunds = await listRefundsOfLine(line.id, payment.id)
  const [latest] = refunds
  if (!latest) return planLate(line, payment)
  if (refunds.some(({ state }) => state === 'INTENDED' || state === 'SENT')) return scaled(TIMERS.safetyNet)
  if (latest.state === 'REFUSED') return holdLine(line, lease, { from: 'REFUNDING', reason: 'refund_refused' })

  return end(line, lease)
}

async function planLate(line: WorkLine, payment: PaymentRow): Promise<Next> {
  await transaction(async (tx) => {
    const current = await lockPayment(payment.id, tx)
    await planRefund(line, { payment: current, tx })
  })

  return scaled(TIMERS.safetyNet)
}

/** What the line has not got back yet, card by card where there are cards. Nothing when everything is on its way. */
async function planRefund(line: WorkLine, { payment, tx }: { payment: PaymentRow; tx: Tx }): Promise<void> {
  const rest = line.priceMinor - (await sumRefundsOfLine(line.id, payment.id, tx))
  if (rest <= 0) return
  const byCard: RefundShare[] = line.cards
    .filter((card) => card.priceShareMinor > 0)
    .map((card) => ({ lineId: line.id, cardId: card.id, amountMinor: card.priceShareMinor }))
  const isExact = byCard.reduce((sum, share) => sum + share.amountMinor, 0) === rest
  const shares = isExact ? byCard : [{ lineId: line.id, cardId: null, amountMinor: rest }]
  await addRefund({ payment, kind: 'AUTOMATIC', reason: line.reason ?? 'not_placed', requestedBy: 'store', shares }, tx)
}

async function end(line: WorkLine, lease: Lease): Promise<Next> {
  return transaction(async (tx) => {
    await stepLine(lease, { from: 'REFUNDING', to: 'REFUNDED' }, tx)
    await tx.card.updateMany({
      where: { lineId: line.id, cancelState: 'MONEY_DUE' },
      data: { cancelState: 'MONEY_BACK' },
    })
    await recordOrderEvent({ orderId: line.orderId, lineId: line.id, kind: 'money_back' }, tx)

    return null
  })
}
