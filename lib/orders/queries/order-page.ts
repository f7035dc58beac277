import 'server-only'
import { createHash } from 'node:crypto'
import { cache } from 'react'
import { ESIM_RETURN_COLUMNS, readEsimCancellations } from '#lib/cancellations/queries/esim-cancellation.ts'
import { type PlaceNames, readPlaceNames } from '#lib/catalog/queries/places.ts'
import { parseQuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote.ts'
import { env } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import { paidTax } from '#lib/core/rules/allocate.ts'
import { type Caller, seesOrder } from '#lib/core/rules/caller.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { maskLocalPart } from '#lib/core/rules/mask.ts'
import { money } from '#lib/core/rules/money.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { type ItemState, statusOf } from '#lib/orders/rules/item-states.ts'
import { paymentStatusOf, wayOfMoney } from '#lib/orders/rules/order-money.ts'
import { isSettled } from '#lib/orders/rules/order-status.ts'
import { shortTransferOf, type TransferOrder } from '#lib/orders/rules/with-team.ts'
import type {
  EsimCancellation,
  EsimView,
  ItemView,
  LookTimes,
  OrderEventView,
  OrderPage,
  OrderProgress,
  TransferTerms,
} from '#lib/settings/rules/shop.ts'

type OrderItem = {
  id: string
  state: Parameters<typeof statusOf>[0]['state']
  reason: string | null
  priceMinor: number
  discountMinor: number
  notCaptured: boolean
  unknownSince: Date | null
  nextActionAt: Date | null
  leaseUntil: Date | null
  attempts: { lastLookAt: Date | null }[]
  quote: {
    count: number
    days: number | null
    startDate: string | null
    skuId: number
    locale: string
    snapshot: unknown
  }
  esims: Esim[]
}

type Esim = {
  id: string
  position: number
  iccid: string
  travellerName: string | null
  activateBefore: string | null
  revealedAt: Date | null
  codeRemovedAt: Date | null
  priceShareMinor: number
  refundItems: { amountMinor: number; refund: { state: string; kind: string } }[]
}

type Reading = { currency: CurrencyCode; cancellationOf: (esimId: string) => EsimCancellation }
type ItemReading = Reading & { refundedOf: Map<string, number>; isTaken: boolean; nameOf: PlaceNames; now: Date }

/** Returns a line as its buyer reads it. Cards are shown once they are delivered. */
function toItemView(item: OrderItem, { refundedOf, isTaken, nameOf, now, ...reading }: ItemReading): ItemView {
  const { currency } = reading
  const {
    destination,
    amount,
    term,
    networks,
    words,
    canTopUp,
    startsAtOnce,
    timeZone,
    topUp = null,
  } = parseQuoteSnapshot(item.quote.snapshot)
  // Cards of an item under way are not shown: they may still turn out not to be what was ordered.
  const isReady = item.state === 'DELIVERED'

  return {
    id: item.id,
    status: statusOf(item),
    reason: item.reason,
    destination: nameOf(item.quote, destination),
    ...{ amount, term, networks, words, canTopUp, startsAtOnce, timeZone },
    days: quotedDays({ term }, item.quote.days),
    startDate: item.quote.startDate,
    count: item.quote.count,
    price: money(item.priceMinor, currency),
    discount: money(item.discountMinor, currency),
    isCharged: isTaken && !item.notCaptured,
    refunded: money(refundedOf.get(item.id) ?? 0, currency),
    topUp,
    refundOfferedAt: item.state === 'UNKNOWN' && item.unknownSince ? offeredAt(item.unknownSince) : null,
    looks: lookTimesOf(item, now),
    esims: isReady ? item.esims.map((esim) => toEsimView(esim, reading)) : [],
  }
}

function toEsimView(esim: Esim, { currency, cancellationOf }: Reading): EsimView {
  const ofReturn = esim.refundItems.filter(({ refund }) => refund.kind === 'CARDS')
  const rest = Math.max(0, esim.priceShareMinor - sumOf(esim.refundItems))

  return {
    id: esim.id,
    position: esim.position,
    iccidLast4: esim.iccid.slice(-4),
    travellerName: esim.travellerName,
    activateBefore: esim.activateBefore,
    isUnrevealed: esim.revealedAt === null,
    revealedAt: esim.revealedAt,
    codeRemovedAt: esim.codeRemovedAt,
    price: money(esim.priceShareMinor, currency),
    refunded: money(sumOf(esim.refundItems.filter(({ refund }) => refund.state === 'DONE')), currency),
    refundable: money(ofReturn.length > 0 ? sumOf(ofReturn) : rest, currency),
    return: cancellationOf(esim.id),
  }
}

function sumOf(items: readonly { amountMinor: number }[]): number {
  return items.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
}

function offeredAt(unknownSince: Date): Date {
  const scale = env.STORE_MODE === 'live' ? 1 : Math.max(1, env.TIME_SCALE)

  return new Date(unknownSince.getTime() + TIMERS.refundOfferAfter / scale)
}

/** What must be read of an item to tell when the network was asked about it. */
const LOOK_UP_COLUMNS = {
  nextActionAt: true,
  leaseUntil: true,
  attempts: { where: { state: 'UNKNOWN' }, orderBy: { n: 'desc' }, take: 1, select: { lastLookAt: true } },
} as const

type Looked = {
  state: ItemState
  nextActionAt: Date | null
  leaseUntil: Date | null
  attempts: { lastLookAt: Date | null }[]
}

/** When the network was last asked for an item of unknown fate, and when it is asked next. `null` before the first look. */
function lookTimesOf(item: Looked, now: Date): LookTimes | null {
  const lastAt = item.attempts[0]?.lastLookAt ?? null
  if (item.state !== 'UNKNOWN' || lastAt === null) return null
  // While a worker holds the item, its next action is the end of the lease, not a look.
  const isLeased = item.leaseUntil !== null && item.leaseUntil > now
  const isComing = item.nextActionAt !== null && item.nextActionAt > now

  return { lastAt, nextAt: isLeased || !isComing ? null : item.nextActionAt }
}

// What a buyer reads in the history. The rest of the timeline is for staff.
const SHOWN_EVENTS = [
  'order_started',
  'paid',
  'not_charged',
  'expired',
  'unknown',
  'placed',
  'ready',
  'held',
  'not_placed',
  'refund_accepted',
  'cancelling',
  'cancelled',
  'hold_released',
  'refunded',
  'surplus_returned',
  'return_asked',
  'returned',
  'return_refused',
  'topped_up',
  'shared',
  'share_opened',
  'share_swapped',
  'share_taken_back',
  'share_closed',
  'revealed',
  'copy_sent',
  'code_mailed',
  'email_corrected',
]

const SHOWN_DETAILS = new Set(['reason', 'amountMinor', 'currency', 'cards', 'last4', 'by'])
const UNDER_WAY = new Set(['ASKED', 'SENT', 'OPEN', 'MONEY_DUE'])

const pageSelect = {
  id: true,
  number: true,
  createdAt: true,
  locale: true,
  currency: true,
  totalMinor: true,
  mode: true,
  person: { select: { email: true } },
  uses: { orderBy: { id: 'asc' }, select: { code: true, discountMinor: true } },
  payments: {
    orderBy: { n: 'asc' },
    select: {
      state: true,
      provider: true,
      reason: true,
      amountMinor: true,
      sessionEndsAt: true,
      payUrl: true,
      currency: true,
      capturedMinor: true,
      refundedMinor: true,
      captureUsedAt: true,
    },
  },
  items: {
    orderBy: { position: 'asc' },
    select: {
      id: true,
      state: true,
      reason: true,
      evidence: true,
      priceMinor: true,
      discountMinor: true,
      notCaptured: true,
      readyAt: true,
      unknownSince: true,
      ...LOOK_UP_COLUMNS,
      kind: true,
      placedAt: true,
      createdAt: true,
      quote: {
        select: {
          count: true,
          days: true,
          startDate: true,
          skuId: true,
          locale: true,
          snapshot: true,
          totalMinor: true,
          taxMinor: true,
        },
      },
      esims: {
        orderBy: { position: 'asc' },
        select: {
          id: true,
          position: true,
          iccid: true,
          travellerName: true,
          activateBefore: true,
          revealedAt: true,
          codeRemovedAt: true,
          priceShareMinor: true,
          refundItems: {
            where: { refund: { state: { not: 'REFUSED' } } },
            select: { amountMinor: true, refund: { select: { state: true, kind: true } } },
          },
          ...ESIM_RETURN_COLUMNS,
        },
      },
    },
  },
} as const

/**
 * The order as its buyer reads it: product words, no state of ours, no code. `null` when the caller may not see it.
 *
 * Reads our database only: the order, its history, what went back for its items, and what was judged of its plans' words.
 * Destinations have their names in `locale`, where it is given.
 */
export const getOrderPage = cache(
  async (caller: Caller, orderId: string, locale?: string): Promise<OrderPage | null> => {
    if (!seesOrder(caller, orderId)) return null
    const [order, events, refunds] = await Promise.all([
      db().order.findUnique({ where: { id: orderId }, select: pageSelect }),
      db().orderEvent.findMany({
        where: { orderId, kind: { in: SHOWN_EVENTS } },
        orderBy: { id: 'asc' },
        select: { at: true, itemId: true, kind: true, data: true },
      }),
      db().refundItem.findMany({
        where: { refund: { state: 'DONE', payment: { orderId } } },
        select: { itemId: true, amountMinor: true, refund: { select: { payment: { select: { currency: true } } } } },
      }),
    ])
    if (!order) return null
    const currency = currencyCodeSchema.parse(order.currency)
    const isDisputed = order.payments.some(({ state }) => state === 'DISPUTED')
    const now = new Date()
    const cancellationOf = await readEsimCancellations(order.items, { isDisputed, now })
    const nameOf = await readPlaceNames(
      order.items.map(({ quote }) => quote),
      locale,
    )
    // Money that came in another currency is no part of these sums.
    const payments = order.payments.filter((payment) => payment.currency === currency)
    const captured = payments.reduce((total, payment) => total + payment.capturedMinor, 0)
    const refunded = payments.reduce((total, payment) => total + payment.refundedMinor, 0)
    const inCurrency = refunds.filter(({ refund }) => refund.payment.currency === currency)
    const refundedOf = new Map(
      [...Map.groupBy(inCurrency, ({ itemId }) => itemId)].map(([itemId, rows]) => [itemId, sumOf(rows)]),
    )
    const isTaken = order.payments.some(({ state }) => state === 'CAPTURED' || state === 'DISPUTED')
    const isUnrevealed = order.items.every((item) => item.esims.every((esim) => esim.revealedAt === null))

    return {
      id: order.id,
      number: order.number,
      createdAt: order.createdAt,
      emailMasked: maskLocalPart(order.person.email),
      locale: order.locale,
      total: money(order.totalMinor, currency),
      vouchers: order.uses.map(({ code, discountMinor }) => ({ code, amount: money(discountMinor, currency) })),
      tax: money(taxOf(order.items), currency),
      captured: money(captured, currency),
      refunded: money(refunded, currency),
      money: paymentStatusOf(order.payments),
      isTest: order.mode === 'trial',
      payUrl: order.payments.find((payment) => payment.state === 'OPEN')?.payUrl ?? null,
      transfer: toTransferTerms(order, currency),
      paidAt: events.find(({ kind }) => kind === 'paid' || kind === 'not_charged')?.at ?? null,
      canCorrectEmail: hasPaidHere(caller, orderId) && isUnrevealed,
      items: order.items.map((item) =>
        toItemView(item, { currency, cancellationOf, refundedOf, isTaken, nameOf, now }),
      ),
      history: events.map((event) => toEventView(event, wayOfMoney(order.payments))),
    }
  },
)

/** The small answer that a waiting page asks for again. `version` changes whenever anything shown does. */
export async function getOrderProgress(caller: Caller, orderId: string): Promise<OrderProgress | null> {
  if (!seesOrder(caller, orderId)) return null
  const [items, latest, returning] = await Promise.all([
    db().orderItem.findMany({
      where: { orderId },
      orderBy: { position: 'asc' },
      select: { state: true, ...LOOK_UP_COLUMNS },
    }),
    db().orderEvent.findFirst({ where: { orderId }, orderBy: { id: 'desc' }, select: { id: true } }),
    db().esim.findMany({
      where: { item: { orderId }, cancelState: { not: 'NONE' } },
      orderBy: { id: 'asc' },
      select: { cancelState: true },
    }),
  ])
  if (items.length === 0) return null
  const states = items.map((item) => item.state)
  const returns = returning.map(({ cancelState }) => cancelState)
  const now = new Date()
  const lookTimes = items.map((item) => JSON.stringify(lookTimesOf(item, now)))
  const mark = `${latest?.id ?? 0} ${states.join(' ')} ${returns.join(' ')} ${lookTimes.join(' ')}`

  return {
    id: orderId,
    version: createHash('sha256').update(mark).digest('hex').slice(0, 16),
    statuses: items.map(statusOf),
    isSettled: isSettled(states) && !returns.some((state) => UNDER_WAY.has(state)),
  }
}

type Paying = {
  number: string
  items: TransferOrder['items']
  payments: (TransferOrder['payments'][number] & { state: string; sessionEndsAt: Date | null })[]
}

function toTransferTerms(order: Paying, currency: CurrencyCode): TransferTerms | null {
  const awaited = order.payments.find(({ state, provider }) => provider === 'bank_transfer' && state === 'OPEN')
  const short = shortTransferOf(order)
  const missingMinor = awaited?.amountMinor ?? short?.missingMinor
  const { BANK_TRANSFER_HOLDER: holder, BANK_TRANSFER_ACCOUNT: account } = env
  if (missingMinor === undefined || !holder || !account) return null

  return {
    holder,
    account,
    reference: order.number,
    amount: money(missingMinor, currency),
    arrived: short && money(short.arrivedMinor, currency),
    until: awaited?.sessionEndsAt ?? null,
  }
}

function hasPaidHere(caller: Caller, orderId: string): boolean {
  return (
    caller.kind === 'guest' && caller.grants.some((grant) => grant.orderId === orderId && grant.grant === 'paid_here')
  )
}

type StoredEvent = { at: Date; itemId: string | null; kind: string; data: unknown }

function toEventView(event: StoredEvent, way: string): OrderEventView {
  const entries = typeof event.data === 'object' && event.data !== null ? Object.entries(event.data) : []
  // Order numbers of the provider and ids of ours say nothing to a buyer.
  const shown = entries.filter(([name]) => SHOWN_DETAILS.has(name))

  const { at, itemId, kind } = event

  const data = Object.fromEntries(shown) as OrderEventView['data']

  return { at, itemId, kind, data: kind === 'paid' ? { ...data, way } : data }
}

/** The tax inside what was paid: that of each offer, less the share of it that a discount took off. */
function taxOf(items: readonly { priceMinor: number; quote: { totalMinor: number; taxMinor: number } }[]): number {
  return items.reduce((sum, { priceMinor, quote }) => sum + paidTax(quote, priceMinor), 0)
}
