import 'server-only'
import { grantOrder } from '#lib/auth/repository/links.ts'
import { coveredTime } from '#lib/catalog/rules/trip.ts'
import { recheckQuote } from '#lib/checkout/commands/make-quote.ts'
import { requireSalesOpen } from '#lib/checkout/commands/sales-pause.ts'
import { cartProblem } from '#lib/checkout/rules/cart-limits.ts'
import { checkoutIdOf } from '#lib/checkout/rules/checkout-id.ts'
import { CONSENT_TEXT_VERSION } from '#lib/checkout/rules/consent-text.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { env } from '#lib/core/env.ts'
import { type Tx, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import type { CompanyData } from '#lib/core/rules/company.ts'
import { calendarDateSchema, currencyCodeSchema, type VisitOrigin } from '#lib/core/rules/field-schemas.ts'
import { newId, newItemRef, newOrderNumber } from '#lib/core/rules/ids.ts'
import type { PaymentMethod } from '#lib/core/rules/payment-method.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { plainCode, withoutMarks } from '#lib/core/rules/typed-text.ts'
import { isTimeZone } from '#lib/core/rules/zoned-time.ts'
import { recheckTopUp } from '#lib/esims/commands/make-top-up-quote.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { toGift } from '#lib/orders/commands/gifts.ts'
import { addGift } from '#lib/orders/repository/gifts.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import {
  createOrderOnce,
  findQuotesToOrder,
  findStarted,
  type NewOrder,
  type Once,
  type QuoteToOrder,
  type StartedOrder,
} from '#lib/orders/repository/orders.ts'
import type { GiftInput } from '#lib/orders/rules/gift.ts'
import { openSession } from '#lib/payments/commands/open-session.ts'
import { choosePaymentMethod, isTestMoney, offeredMethods } from '#lib/payments/commands/payments.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { listPaymentsOfQuotes, replaceUnpaid } from '#lib/payments/repository/payments.ts'
import { type CodesInput, countCodes, type Evaluation, takeCodes } from '#lib/pricing/commands/promotions/use-codes.ts'
import { listHolding } from '#lib/pricing/repository/promotions.ts'
import { leastOf, toOrderRate } from '#lib/pricing/rules/selling-currency.ts'
import type { VoucherProblem } from '#lib/pricing/rules/voucher.ts'
import { scaled } from '#lib/provider/commands/throttle.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'
import { readLegalVersions } from '#lib/settings/repository/texts.ts'

const HOUR_MS = 3_600_000
const SESSION_MS = 15 * 60_000
const SHORTEST_SESSION_MS = 60_000
/** The legal texts that a buyer agrees to: with which version of them is kept with the consent. */
const AGREED_PAGES = ['terms', 'withdrawal'] as const

/** What a buyer sends to order. No price, currency or cost: all of those come from the quote. */
export type OrderInput = {
  /** An item for each quote, in the buyer's order. `travellers` names its eSIMs, in theirs; fewer than eSIMs is fine. */
  items: { quoteId: string; travellers: string[] }[]
  email: string
  /** `remind`: one mail is wanted when no payment comes. */
  consents: { terms: boolean; withdrawalInfo: boolean; deviceChecked: boolean; remind?: true }
  once: Once
  locale: string
  /** The zone of the buyer's clock, for times in mails. */
  timeZone?: string
  /** Where the buyer's visit came from; kept only while visits are counted. */
  origin?: VisitOrigin | null
  /** How to pay; the store's usual way when it is left out. */
  method?: PaymentMethod
  /** Codes that take something off. */
  voucher?: CodesInput
  /** To whom the eSIMs go as a gift. */
  gift?: GiftInput
  /** Whom an invoice is made out to when the order is done. */
  invoice?: CompanyData
}

/** Where to pay, and the token that lets this browser see the order. */
export type StartedSale = { orderId: string; number: string; payUrl: string; guestToken: string }

/**
 * Makes one order of one quote or several and answers where to pay it. The same key gives the same order and payment.
 *
 * Throws `bad_input`, `not_found`, `quote_expired`, `price_changed`, `sold_out`, `not_on_sale`,
 * `conflict` (the key or a quote made another order; `former` tells how one of this browser stands), `voucher_refused`,
 * `till_closed`, `upstream_unavailable`. What is wrong with one item names it: `item` in the details is the id of its quote.
 */
export async function startOrder(caller: Caller, input: OrderInput): Promise<StartedSale> {
  const { orderId, number, payUrl } = await beginOrder(caller, input)
  const formerSessionId = caller.kind === 'guest' ? caller.sessionId : null
  const guestToken = await grantOrder({ orderId, kind: 'paid_here', formerSessionId })

  return { orderId, number, payUrl, guestToken }
}

/** What staff decide about an order for a customer: nobody but `staff-orders` and `staff-top-up` hand it in. */
export type StaffTerms = {
  /** What the key is unique in, where the quotes are made anew for each request. */
  scope: string
  isFree: boolean
  /** How long there is to pay, in milliseconds. */
  payWithinMs: number
  /** Written down in the transaction that makes the order. */
  note: (order: { id: string; number: string }, tx: Tx) => Promise<void>
}

/** As `startOrder`, without giving the order to the browser that asks; on terms of our own where staff order. */
export async function beginOrder(
  caller: Caller,
  input: OrderInput,
  terms?: StaffTerms,
): Promise<{ orderId: string; number: string; payUrl: string; isNew: boolean }> {
  const scope = terms?.scope ?? `quote:${checkoutIdOf(input.items.map(({ quoteId }) => quoteId))}`
  const started = () => findStarted({ scope, once: input.once })
  const order =
    (await started()) ??
    (await makeOrder(caller, input, { scope, terms })
      .catch(orElse(started))
      .catch((error) => tellFormer(caller, { error, input })))
  await failpoint('order_made')
  const payUrl = order.payUrl ?? (await openSession(order.paymentId))

  return { orderId: order.id, number: order.number, payUrl, isNew: order.isNew }
}

/** A twin of the request may have made the order meanwhile, and used up the code or the stock that this one was refused. */
function orElse(started: () => Promise<StartedOrder | null>) {
  return async (error: unknown): Promise<StartedOrder> => {
    const made = await started()
    if (!made) throw error

    return made
  }
}

/**
 * Says of quotes that have made an order of this browser how that stands: `unpaid`, so that one of new offers may take its
 * place, or `standing`, where one order was made of exactly these. Of a transfer that is waited for its buyer decides, and of orders of others nothing is said.
 */
async function tellFormer(caller: Caller, { error, input }: { error: unknown; input: OrderInput }): Promise<never> {
  if (!(error instanceof AppError) || error.details?.reason !== 'quote_ordered') throw error
  const quoteIds = input.items.map(({ quoteId }) => quoteId)
  const own = begunHere(caller)
  const former = await listPaymentsOfQuotes(quoteIds)
  const isOfOthers = former.some(({ orderId }) => !own.includes(orderId))
  if (isOfOthers || former.some((payment) => payment.provider === 'bank_transfer' && isOpen(payment))) throw error
  // Whoever has just paid may be back before the news of it are.
  for (const { id, state } of former) if (state === 'OPEN') await settlePayment(id)
  const isUnpaid = (await listPaymentsOfQuotes(quoteIds)).every(isReplaceable)
  const isOne = former.every(
    ({ orderId, order }) => orderId === former[0]?.orderId && order.items.length === quoteIds.length,
  )
  if (!isUnpaid && !isOne) throw error
  const details = { ...error.details, former: isUnpaid ? 'unpaid' : 'standing' }
  throw new AppError(error.code, error.message, details, { cause: error })
}

type FormerPayment = Awaited<ReturnType<typeof listPaymentsOfQuotes>>[number]

function isOpen({ state }: FormerPayment): boolean {
  return state === 'INTENDED' || state === 'OPEN'
}

/** No money of it was ever here. */
function isReplaceable(payment: FormerPayment): boolean {
  const isUntouched = payment.order.items.every(({ state }) => state === 'AWAITING_PAYMENT' || state === 'EXPIRED')

  return isUntouched && (isOpen(payment) || payment.state === 'EXPIRED' || payment.state === 'FAILED')
}

type Terms = { scope: string; terms: StaffTerms | undefined }

/** Codes that the former order of this browser still holds are free once that has ended: then it is tried once more. */
async function makeOrder(caller: Caller, input: OrderInput, terms: Terms): Promise<StartedOrder> {
  const id = newId('ord')
  try {
    return await tryOrder(caller, input, { ...terms, id })
  } catch (error) {
    const isHeld = error instanceof AppError && HELD_REASONS.includes(String(error.details?.reason))
    if (!(isHeld && (await endFormer(caller, { id, input })))) throw error

    return tryOrder(caller, input, { ...terms, id })
  }
}

const HELD_REASONS = ['used_up', 'used_by_you', 'changed', 'nothing_left'] satisfies VoucherProblem[] as string[]

/** Ends unpaid orders that hold its codes and that the one with this id is to replace, at their provider too. `false` for none. */
async function endFormer(caller: Caller, { id, input }: { id: string; input: OrderInput }): Promise<boolean> {
  const holding = await listHolding(begunHere(caller), (input.voucher?.codes ?? []).map(plainCode))
  const quotes = holding.length > 0 && (await findQuotesToOrder(input.items.map(({ quoteId }) => quoteId)))
  if (!quotes) return false
  const former = await transaction((tx) => replaceFormer(holding, { orderId: id, quotes }, tx))
  for (const paymentId of former) await settlePayment(paymentId)

  return former.length > 0
}

type Tried = Terms & { id: string }

async function tryOrder(caller: Caller, input: OrderInput, { scope, terms, id }: Tried): Promise<StartedOrder> {
  if (!input.consents.terms || !input.consents.withdrawalInfo) throw new AppError('bad_input', 'A consent is missing.')
  await requireSalesOpen()
  const quotes = await findQuotesToOrder(input.items.map(({ quoteId }) => quoteId))
  if (!quotes) throw new AppError('not_found', 'There is no such quote.')
  const reason = cartProblem(quotes)
  if (reason) throw new AppError('bad_input', 'These lines do not make an order.', { reason })
  if (quotes.some(({ count }, index) => (input.items[index]?.travellers.length ?? 0) > count)) {
    throw new AppError('bad_input', 'More names than cards.')
  }
  await Promise.all(quotes.map((quote) => requireGood(caller, quote)))
  const email = withoutMarks(input.email).toLowerCase()
  const taken = input.voucher ? await takeCodes(quotes, input.voucher) : null
  const [offered, legal, origin] = await Promise.all([
    offeredMethods(quotes[0]?.currency),
    readLegalVersions(AGREED_PAGES, input.locale),
    keptOrigin(input.origin ?? null),
  ])
  if (input.gift && quotes.some(({ kind }) => kind === 'RENEWAL')) {
    throw new AppError('bad_input', 'What goes onto an eSIM that somebody has is no gift.', { fields: ['gift'] })
  }
  const timeZone = input.timeZone && isTimeZone(input.timeZone) ? input.timeZone : null
  const gift = input.gift ? toGift(input.gift, timeZone) : null
  const order = toNewOrder({ ...input, email, origin, timeZone }, { id, quotes, scope, terms, taken, offered, legal })
  requireChargeable(order, quotes)

  const made = await transaction(async (tx) => {
    const started = await createOrderOnce(order, tx)
    if (!started.isNew) return { started, replaced: [] }
    if (taken) await countCodes(order, taken, tx)
    if (gift) await addGift(started.id, gift, tx)
    if (terms) {
      await terms.note(started, tx)

      return { started, replaced: [] }
    }
    await recordOrderEvent({ orderId: started.id, kind: 'order_started', actor: 'buyer' }, tx)

    return { started, replaced: await replaceFormer(begunHere(caller), { orderId: started.id, quotes }, tx) }
  })
  if (made.replaced.length > 0) wakeWorker()

  return made.started
}

/** Whoever orders the same anew in this browser is to find one payment page open, not two. */
async function replaceFormer(former: string[], order: { orderId: string; quotes: QuoteToOrder[] }, tx: Tx) {
  if (former.length === 0) return []
  const esimIds = order.quotes.flatMap(({ esimId }) => esimId ?? [])
  const skuIds = order.quotes.flatMap(({ esimId, skuId }) => (esimId === null ? [skuId] : []))

  return replaceUnpaid(former, { orderId: order.orderId, skuIds, esimIds }, tx)
}

function begunHere(caller: Caller): string[] {
  const grants = caller.kind === 'guest' ? caller.grants : []

  return grants.flatMap(({ orderId, grant }) => (grant === 'paid_here' ? [orderId] : []))
}

/** Refuses a quote that has run out or holds no more; what is wrong says with which item. */
async function requireGood(caller: Caller, quote: QuoteToOrder): Promise<void> {
  const { id, kind, expiresAt, checkedAt } = quote
  const item = { item: id }
  // The first day may have passed since it was chosen, on the provider's calendar.
  if (Math.min(expiresAt.getTime(), endOfFirstDay([quote])) <= Date.now())
    throw new AppError('quote_expired', 'The quote has run out.', item)
  // What an eSIM takes may change from one minute to the next: a top-up is always asked about again.
  if (kind === 'PURCHASE' && Date.now() - checkedAt.getTime() <= scaled(TIMERS.readingsAreFresh)) return
  try {
    await (kind === 'RENEWAL' ? recheckTopUp(caller, id) : recheckQuote(id))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError(error.code, error.message, { ...error.details, ...item }, { cause: error })
  }
}

/** A card is charged no less than a certain sum. Refused before the offers are used up: more days or another plan can be added. */
function requireChargeable({ payment, totalMinor, currency }: NewOrder, [first]: QuoteToOrder[]): void {
  const leastMinor = leastOf(currencyCodeSchema.parse(currency), first ? toOrderRate(first) : null)
  if (payment.provider !== 'stripe' || totalMinor >= leastMinor) return
  throw new AppError('bad_input', 'A card is charged no less.', { reason: 'total_too_small', leastMinor, currency })
}

/** When the earliest first day among these ends, in milliseconds; never where none was chosen. */
function endOfFirstDay(quotes: readonly Pick<QuoteToOrder, 'startDate'>[]): number {
  return Math.min(
    ...quotes.flatMap(({ startDate }) =>
      startDate === null ? [] : coveredTime(calendarDateSchema.parse(startDate), 1).ends.getTime(),
    ),
  )
}

async function keptOrigin(told: VisitOrigin | null): Promise<VisitOrigin | null> {
  return told && (await readSettings(['tools.visits']))['tools.visits'] === true ? told : null
}

type Ordered = Tried & {
  quotes: QuoteToOrder[]
  taken: Evaluation | null
  offered: PaymentMethod[]
  legal: Record<string, number>
}

type Checked = Omit<OrderInput, 'timeZone'> & Pick<NewOrder, 'timeZone'>

function toNewOrder(input: Checked, { id, quotes, scope, terms, taken, offered, legal }: Ordered): NewOrder {
  const now = new Date()
  const [first] = quotes
  const currency = currencyCodeSchema.parse(first?.currency)
  // Each discount was shared out over the items to the minor unit, so that order, lines and discounts add up exactly.
  const cuts = quotes.map((_, at) => (taken?.discounts ?? []).reduce((sum, { shares }) => sum + (shares[at] ?? 0), 0))
  const prices = quotes.map(({ totalMinor }, index) => (terms?.isFree ? 0 : totalMinor - (cuts[index] ?? 0)))
  const provider = terms?.isFree ? 'no_charge' : choosePaymentMethod(input.method, offered)
  const timeToPay = provider === 'bank_transfer' ? transferMs() : (terms?.payWithinMs ?? SESSION_MS)
  const payWithinMs = Math.max(SHORTEST_SESSION_MS, scaled(timeToPay))
  // Money that comes when the first day is over buys nothing any more.
  const usefulMs = Math.max(SHORTEST_SESSION_MS, endOfFirstDay(quotes) - now.getTime())
  const sessionEndsAt = new Date(now.getTime() + Math.min(payWithinMs, usefulMs))
  const items = quotes.map((quote, index) => ({
    id: newId('lin'),
    itemRef: newItemRef(now),
    quoteId: quote.id,
    kind: quote.kind,
    esimId: quote.esimId,
    priceMinor: prices[index] ?? 0,
    discountMinor: cuts[index] ?? 0,
  }))
  const travellers = Object.fromEntries(items.map((item, index) => [item.id, input.items[index]?.travellers ?? []]))

  return {
    id,
    number: newOrderNumber(),
    personId: newId('per'),
    scope,
    once: input.once,
    email: input.email,
    company: input.invoice ?? null,
    locale: input.locale,
    timeZone: input.timeZone,
    origin: input.origin ?? null,
    currency,
    totalMinor: prices.reduce((sum, price) => sum + price, 0),
    mode: env.STORE_MODE,
    consent: consentOf(input, { legal, travellers, at: now }),
    items,
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

/** What was agreed to: the version of its words, the language they were shown in, and when. */
function consentOf(
  { consents, locale }: Pick<OrderInput, 'consents' | 'locale'>,
  { legal, travellers, at }: Pick<Ordered, 'legal'> & { travellers: Record<string, string[]>; at: Date },
) {
  return { ...consents, text: CONSENT_TEXT_VERSION, locale, legal, travellers, at: at.toISOString() }
}

function transferMs(): number {
  return env.BANK_TRANSFER_DAYS * 24 * HOUR_MS
}
