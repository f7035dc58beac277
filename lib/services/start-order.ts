import 'server-only'
import { transaction } from '#lib/db/client.ts'
import { grantOrder } from '#lib/db/links.ts'
import { recordOrderEvent } from '#lib/db/order-events.ts'
import {
  countOpenOrders,
  createOrderOnce,
  findQuoteToOrder,
  findStarted,
  type NewOrder,
  type Once,
  type StartedOrder,
} from '#lib/db/orders.ts'
import { AppError } from '#lib/domain/app-error.ts'
import type { Caller } from '#lib/domain/caller.ts'
import { CONSENT_TEXT_VERSION } from '#lib/domain/consent-text.ts'
import { newId, newLineRef, newOrderNumber } from '#lib/domain/ids.ts'
import { TIMERS } from '#lib/domain/timers.ts'
import { env } from '#lib/env.ts'
import type { ProviderName } from '#lib/payments/index.ts'
import { recheckQuote } from '#lib/services/make-quote.ts'
import { openSession } from '#lib/services/open-session.ts'
import { choosePaymentMethod, isTestMoney } from '#lib/services/payments.ts'
import { requireOpenTill } from '#lib/services/till.ts'
import { scaled } from '#lib/services/time-scale.ts'

const OPEN_ORDERS_PER_HOUR = 10
const HOUR_MS = 3_600_000
const SESSION_MS = 15 * 60_000
const SHORTEST_SESSION_MS = 60_000
const DEADLINE_MS = 24 * HOUR_MS

/** What a buyer sends to order. No price, currency or cost: all of those come from the quote. */
export type OrderWish = {
  quoteId: string
  email: string
  consents: { terms: boolean; withdrawalInfo: boolean; deviceChecked: boolean }
  /** Names for the cards, in their order; fewer than cards is fine. */
  travellers: string[]
  once: Once
  locale: string
  /** How to pay; the store's usual way when it is left out. */
  method?: ProviderName
}

/** Where to pay, and the token that lets this browser see the order. */
export type StartedSale = { orderId: string; number: string; payUrl: string; guestToken: string }

/**
 * Makes an order of a quote and answers where to pay it. The same key gives the same order and the same payment.
 *
 * Throws `bad_input`, `not_found`, `quote_expired`, `price_changed`, `sold_out`, `not_on_sale`, `rate_limited`,
 * `conflict` (the key or the quote made another order), `till_closed`, `upstream_unavailable`.
 */
export async function startOrder(caller: Caller, wish: OrderWish): Promise<StartedSale> {
  const scope = `quote:${wish.quoteId}`
  const order = (await findStarted({ scope, once: wish.once })) ?? (await makeOrder(wish, scope))
  const payUrl = order.payUrl ?? (await openSession(order.paymentId))
  const formerSessionId = caller.kind === 'guest' ? caller.sessionId : null
  const guestToken = await grantOrder({ orderId: order.id, kind: 'paid_here', formerSessionId })

  return { orderId: order.id, number: order.number, payUrl, guestToken }
}

async function makeOrder(wish: OrderWish, scope: string): Promise<StartedOrder> {
  if (!wish.consents.terms || !wish.consents.withdrawalInfo) throw new AppError('bad_input', 'A consent is missing.')
  await requireOpenTill()
  const quote = await findQuoteToOrder(wish.quoteId)
  if (!quote) throw new AppError('not_found', 'There is no such quote.')
  if (quote.expiresAt.getTime() <= Date.now()) throw new AppError('quote_expired', 'The quote has run out.')
  if (wish.travellers.length > quote.count) throw new AppError('bad_input', 'More names than cards.')
  if (Date.now() - quote.checkedAt.getTime() > scaled(TIMERS.factsAreFresh)) await recheckQuote(quote.id)
  const email = wish.email.trim().toLowerCase()
  const order = toNewOrder({ ...wish, email }, { ...quote, scope })

  return transaction(async (tx) => {
    const started = await createOrderOnce(order, tx)
    if (!started.isNew) return started
    // Counted after the insert, inside the lock of the quote: parallel orders cannot slip below the limit together.
    const open = await countOpenOrders(email, new Date(Date.now() - HOUR_MS), tx)
    if (open > OPEN_ORDERS_PER_HOUR) throw new AppError('rate_limited', 'Too many unpaid orders.')
    await recordOrderEvent({ orderId: started.id, kind: 'order_started', actor: 'buyer' }, tx)

    return started
  })
}

type Quote = NonNullable<Awaited<ReturnType<typeof findQuoteToOrder>>>

function toNewOrder(wish: OrderWish, quote: Quote & { scope: string }): NewOrder {
  const now = new Date()
  const id = newId('ord')
  const provider = choosePaymentMethod(wish.method)
  const payWithinMs = Math.max(SHORTEST_SESSION_MS, scaled(provider === 'bank_transfer' ? transferMs() : SESSION_MS))
  const sessionEndsAt = new Date(now.getTime() + payWithinMs)

  return {
    id,
    number: newOrderNumber(),
    personId: newId('per'),
    scope: quote.scope,
    once: wish.once,
    email: wish.email,
    locale: wish.locale,
    currency: quote.currency,
    totalMinor: quote.totalMinor,
    mode: env.STORE_MODE,
    consent: { ...wish.consents, text: CONSENT_TEXT_VERSION, travellers: wish.travellers, at: now.toISOString() },
    line: {
      id: newId('lin'),
      lineRef: newLineRef(now),
      quoteId: quote.id,
      priceMinor: quote.totalMinor,
      // A transfer may take its days; the time to place the order starts after that.
      deadlineAt: new Date((provider === 'bank_transfer' ? sessionEndsAt : now).getTime() + DEADLINE_MS),
    },
    payment: {
      id: newId('pay'),
      key: `order:${id}:pay:1`,
      provider,
      isTest: isTestMoney(),
      sessionEndsAt,
      graceMs: scaled(TIMERS.intendedGrace),
    },
  }
}

function transferMs(): number {
  return env.BANK_TRANSFER_DAYS * 24 * HOUR_MS
}
