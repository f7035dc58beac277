import 'server-only'
import { transaction } from '#lib/db/client.ts'
import { grantOrder } from '#lib/db/links.ts'
import { recordOrderEvent } from '#lib/db/order-events.ts'
import {
  countOpenOrders,
  createOrderOnce,
  findQuotesToOrder,
  findStarted,
  type NewOrder,
  type Once,
  type QuoteToOrder,
  type StartedOrder,
} from '#lib/db/orders.ts'
import { allocate } from '#lib/domain/allocate.ts'
import { AppError } from '#lib/domain/app-error.ts'
import type { Caller } from '#lib/domain/caller.ts'
import { cartProblem } from '#lib/domain/cart-limits.ts'
import { checkoutIdOf } from '#lib/domain/checkout-id.ts'
import { CONSENT_TEXT_VERSION } from '#lib/domain/consent-text.ts'
import { newId, newLineRef, newOrderNumber } from '#lib/domain/ids.ts'
import { money } from '#lib/domain/money.ts'
import { currencyCodeSchema } from '#lib/domain/money-schema.ts'
import { TIMERS } from '#lib/domain/timers.ts'
import { env } from '#lib/env.ts'
import type { ProviderName } from '#lib/payments/index.ts'
import { crashPoint } from '#lib/services/fulfil-line/crash-point.ts'
import { recheckQuote } from '#lib/services/make-quote.ts'
import { openSession } from '#lib/services/open-session.ts'
import { choosePaymentMethod, isTestMoney } from '#lib/services/payments.ts'
import { requireOpenTill } from '#lib/services/till.ts'
import { scaled } from '#lib/services/time-scale.ts'
import { recheckTopUp } from '#lib/services/top-up/make-top-up-quote.ts'

const OPEN_ORDERS_PER_HOUR = 10
const HOUR_MS = 3_600_000
const SESSION_MS = 15 * 60_000
const SHORTEST_SESSION_MS = 60_000
const DEADLINE_MS = 24 * HOUR_MS

/** What a buyer sends to order. No price, currency or cost: all of those come from the quote. */
export type OrderWish = {
  /** A line for each quote, in the buyer's order. `travellers` names its cards, in theirs; fewer than cards is fine. */
  lines: { quoteId: string; travellers: string[] }[]
  email: string
  consents: { terms: boolean; withdrawalInfo: boolean; deviceChecked: boolean }
  once: Once
  locale: string
  /** How to pay; the store's usual way when it is left out. */
  method?: ProviderName
}

/** Where to pay, and the token that lets this browser see the order. */
export type StartedSale = { orderId: string; number: string; payUrl: string; guestToken: string }

/**
 * Makes one order of one quote or several and answers where to pay it. The same key gives the same order and payment.
 *
 * Throws `bad_input`, `not_found`, `quote_expired`, `price_changed`, `sold_out`, `not_on_sale`, `rate_limited`,
 * `conflict` (the key or a quote made another order), `till_closed`, `upstream_unavailable`. What is wrong with one line
 * names it: `line` in the details is the id of its quote.
 */
export async function startOrder(caller: Caller, wish: OrderWish): Promise<StartedSale> {
  const scope = `quote:${checkoutIdOf(wish.lines.map(({ quoteId }) => quoteId))}`
  const order = (await findStarted({ scope, once: wish.once })) ?? (await makeOrder(caller, wish, scope))
  await crashPoint('order_made')
  const payUrl = order.payUrl ?? (await openSession(order.paymentId))
  const formerSessionId = caller.kind === 'guest' ? caller.sessionId : null
  const guestToken = await grantOrder({ orderId: order.id, kind: 'paid_here', formerSessionId })

  return { orderId: order.id, number: order.number, payUrl, guestToken }
}

async function makeOrder(caller: Caller, wish: OrderWish, scope: string): Promise<StartedOrder> {
  if (!wish.consents.terms || !wish.consents.withdrawalInfo) throw new AppError('bad_input', 'A consent is missing.')
  await requireOpenTill()
  const quotes = await findQuotesToOrder(wish.lines.map(({ quoteId }) => quoteId))
  if (!quotes) throw new AppError('not_found', 'There is no such quote.')
  const reason = cartProblem(quotes)
  if (reason) throw new AppError('bad_input', 'These lines do not make an order.', { reason })
  if (quotes.some(({ count }, index) => (wish.lines[index]?.travellers.length ?? 0) > count)) {
    throw new AppError('bad_input', 'More names than cards.')
  }
  await Promise.all(quotes.map((quote) => requireGood(caller, quote)))
  const email = wish.email.trim().toLowerCase()
  const order = toNewOrder({ ...wish, email }, { quotes, scope })

  return transaction(async (tx) => {
    const started = await createOrderOnce(order, tx)
    if (!started.isNew) return started
    // Counted after the insert, inside the locks of the quotes: parallel orders cannot slip below the limit together.
    const open = await countOpenOrders(email, new Date(Date.now() - HOUR_MS), tx)
    if (open > OPEN_ORDERS_PER_HOUR) throw new AppError('rate_limited', 'Too many unpaid orders.')
    await recordOrderEvent({ orderId: started.id, kind: 'order_started', actor: 'buyer' }, tx)

    return started
  })
}

/** Refuses a quote that has run out or holds no more; what is wrong says with which line. */
async function requireGood(caller: Caller, { id, kind, expiresAt, checkedAt }: QuoteToOrder): Promise<void> {
  const line = { line: id }
  if (expiresAt.getTime() <= Date.now()) throw new AppError('quote_expired', 'The quote has run out.', line)
  // What a card takes may change from one minute to the next: a top-up is always asked about again.
  if (kind === 'PURCHASE' && Date.now() - checkedAt.getTime() <= scaled(TIMERS.factsAreFresh)) return
  try {
    await (kind === 'RENEWAL' ? recheckTopUp(caller, id) : recheckQuote(id))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, error.message, { ...error.details, ...line }, { cause: error })
  }
}

type Ordered = { quotes: QuoteToOrder[]; scope: string }

function toNewOrder(wish: OrderWish, { quotes, scope }: Ordered): NewOrder {
  const now = new Date()
  const id = newId('ord')
  const [first] = quotes
  const currency = currencyCodeSchema.parse(first?.currency)
  const prices = quotes.map(({ totalMinor }) => totalMinor)
  const total = money(
    prices.reduce((sum, price) => sum + price, 0),
    currency,
  )
  // By largest remainder: whatever the order costs as a whole, its lines add up to exactly that.
  const shares = allocate(total, prices)
  const provider = choosePaymentMethod(wish.method)
  const payWithinMs = Math.max(SHORTEST_SESSION_MS, scaled(provider === 'bank_transfer' ? transferMs() : SESSION_MS))
  const sessionEndsAt = new Date(now.getTime() + payWithinMs)
  const lines = quotes.map((quote, index) => ({
    id: newId('lin'),
    lineRef: newLineRef(now),
    quoteId: quote.id,
    kind: quote.kind,
    cardId: quote.cardId,
    priceMinor: shares[index]?.minor ?? 0,
    // A transfer may take its days; the time to place the order starts after that.
    deadlineAt: new Date((provider === 'bank_transfer' ? sessionEndsAt : now).getTime() + DEADLINE_MS),
  }))
  const travellers = Object.fromEntries(lines.map((line, index) => [line.id, wish.lines[index]?.travellers ?? []]))

  return {
    id,
    number: newOrderNumber(),
    personId: newId('per'),
    scope,
    once: wish.once,
    email: wish.email,
    locale: wish.locale,
    currency,
    totalMinor: total.minor,
    mode: env.STORE_MODE,
    consent: { ...wish.consents, text: CONSENT_TEXT_VERSION, travellers, at: now.toISOString() },
    lines,
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
