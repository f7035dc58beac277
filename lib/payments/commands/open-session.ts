import 'server-only'
import { checkoutIdOf } from '#lib/checkout/rules/checkout-id.ts'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { money } from '#lib/core/rules/money.ts'
import { pollPause } from '#lib/core/rules/timers.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { moveItemsOfOrder } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import { isOutcomeOpen, PaymentError, type PaymentSession, type SessionRequest } from '#lib/payments/providers/index.ts'
import { getPayment, type PaymentRow, recordSession } from '#lib/payments/repository/payments.ts'
import { writeLines, writeUses } from '#lib/payments/rules/payment.ts'
import { releaseUses } from '#lib/pricing/repository/promotions.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'

const WERE_PAID = ['AUTHORISED', 'CAPTURING', 'CAPTURED', 'VOIDING', 'VOIDED', 'DISPUTED']

/**
 * Opens the payment's session at the provider and returns the address to pay at, or the order's own page where there is
 * nothing to visit or nothing left to pay. Safe to repeat: the key is stored.
 *
 * Throws `upstream_unavailable` while the provider does not answer, and `gone` when the payment cannot be paid any more.
 */
export async function openSession(paymentId: string): Promise<string> {
  const payment = await getPayment(paymentId)
  if (!payment) throw new AppError('gone', 'There is no such payment.')
  if (payment.payUrl !== null) return payment.payUrl
  const orderPage = new URL(`/o/${payment.orderId}`, env.PUBLIC_URL).href
  if (payment.state === 'OPEN' || WERE_PAID.includes(payment.state)) return orderPage
  if (payment.state !== 'INTENDED') throw new AppError('gone', 'This payment has ended.')
  const { sessionId, paymentId: objectId, url } = await createSession(payment)
  await failpoint('session_answered')
  const isNoted = await recordSession(paymentId, { sessionId, objectId, payUrl: url }, scaled(pollPause(0)))
  await failpoint('session_noted')
  // Nobody may pay at a session that our row does not know: it was given up meanwhile, or somebody noted the same one.
  if (!isNoted && (await getPayment(paymentId))?.sessionId !== sessionId) {
    throw new AppError('gone', 'This payment has ended.')
  }

  return url ?? orderPage
}

/** Gives the payment up only where the provider itself refused. A failure of ours leaves it to be repeated. */
async function createSession({ id, orderId, provider }: PaymentRow): Promise<PaymentSession> {
  const request = await toRequest(id)
  try {
    return await paymentProvider(provider).createSession(request)
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    log.warn('payment session not opened', { paymentId: id, error })
    if (!isOutcomeOpen(error)) await giveUp(id, orderId)
    const details = { reason: 'payment_provider' }
    throw new AppError('upstream_unavailable', 'The payment provider did not open a session.', details, {
      cause: error,
    })
  }
}

/** Everything comes from rows, so that a repeat with the same key asks for exactly the same. */
async function toRequest(paymentId: string): Promise<SessionRequest> {
  const row = await db().payment.findUniqueOrThrow({
    where: { id: paymentId },
    select: {
      key: true,
      amountMinor: true,
      currency: true,
      sessionEndsAt: true,
      createdAt: true,
      order: {
        select: {
          id: true,
          number: true,
          locale: true,
          person: { select: { email: true } },
          uses: { select: { promotionId: true, discountMinor: true }, orderBy: { promotionId: 'asc' } },
          items: {
            select: { id: true, itemRef: true, quoteId: true, priceMinor: true, discountMinor: true, quote: true },
            orderBy: { position: 'asc' },
          },
        },
      },
    },
  })
  const { order } = row
  const page = new URL(`/checkout/${checkoutIdOf(order.items.map(({ quoteId }) => quoteId))}`, env.PUBLIC_URL).href

  return {
    key: row.key,
    orderId: order.id,
    reference: order.number,
    amount: money(row.amountMinor, toCurrency(row.currency)),
    description: order.number,
    metadata: {
      ...writeLines(order.items.map(({ quote, ...item }) => ({ ...quote, ...item }))),
      ...writeUses(order.uses),
      paymentId,
    },
    successUrl: `${page}/return?order=${order.id}`,
    cancelUrl: page,
    formUrl: `${page}/pay?order=${order.id}`,
    expiresAt: row.sessionEndsAt ?? row.createdAt,
    locale: order.locale,
    // Kept by the provider, it is what a lost order's links can be sent to.
    ...(order.person.email === '' ? {} : { customerEmail: order.person.email }),
  }
}

async function giveUp(paymentId: string, orderId: string): Promise<void> {
  await transaction(async (tx) => {
    const { count } = await tx.payment.updateMany({
      where: { id: paymentId, state: 'INTENDED' },
      data: { state: 'FAILED', reason: 'declined', nextActionAt: null },
    })
    if (count === 0) return
    await moveItemsOfOrder(
      orderId,
      { from: 'AWAITING_PAYMENT', to: 'EXPIRED', changes: { reason: 'payment_failed' } },
      tx,
    )
    await recordOrderEvent({ orderId, kind: 'expired' }, tx)
    await releaseUses(orderId, tx)
  })
}

function toCurrency(code: string): CurrencyCode {
  return currencyCodeSchema.parse(code)
}
