import 'server-only'
import { createHash } from 'node:crypto'
import { cache } from 'react'
import { ESIM_RETURN_COLUMNS, readEsimReturns } from '#lib/cancellations/queries/esim-return.ts'
import { type PlaceNames, readPlaceNames } from '#lib/catalog/queries/place-names.ts'
import { parseQuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote-snapshot.ts'
import { env } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import { type Caller, can, ownsOrder } from '#lib/core/rules/caller.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { money } from '#lib/core/rules/money.ts'
import { currencyCodeSchema } from '#lib/core/rules/money-schema.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { type LineState, statusOf } from '#lib/orders/rules/line-states.ts'
import { paymentStatusOf, wayOfMoney } from '#lib/orders/rules/order-money.ts'
import { isSettled } from '#lib/orders/rules/order-status.ts'
import type {
  EsimReturn,
  EsimView,
  LineView,
  LookTimes,
  OrderEventView,
  OrderPage,
  OrderProgress,
  TransferTerms,
} from '#lib/settings/rules/shop.ts'

type Line = {
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
  refundItems: { amountMinor: number }[]
}

type Reading = { currency: CurrencyCode; returnOf: (esimId: string) => EsimReturn }
type LineReading = Reading & { refundedOf: Map<string, number>; isTaken: boolean; nameOf: PlaceNames; now: Date }

/** Returns a line as its buyer reads it. Cards are shown once they are delivered. */
function toLineView(line: Line, { refundedOf, isTaken, nameOf, now, ...reading }: LineReading): LineView {
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
  } = parseQuoteSnapshot(line.quote.snapshot)
  // Cards of a line under way are not shown: they may still turn out not to be what was ordered.
  const isReady = line.state === 'DELIVERED'

  return {
    id: line.id,
    status: statusOf(line),
    reason: line.reason,
    destination: nameOf(line.quote, destination),
    ...{ amount, term, networks, words, canTopUp, startsAtOnce, timeZone },
    days: quotedDays({ term }, line.quote.days),
    startDate: line.quote.startDate,
    count: line.quote.count,
    price: money(line.priceMinor, currency),
    discount: money(line.discountMinor, currency),
    isCharged: isTaken && !line.notCaptured,
    refunded: money(refundedOf.get(line.id) ?? 0, currency),
    topUp,
    refundOfferedAt: line.state === 'UNKNOWN' && line.unknownSince ? offeredAt(line.unknownSince) : null,
    looks: lookTimesOf(line, now),
    esims: isReady ? line.esims.map((esim) => toEsimView(esim, reading)) : [],
  }
}

function toEsimView(esim: Esim, { currency, returnOf }: Reading): EsimView {
  return {
    id: esim.id,
    position: esim.position,
    iccidLast4: esim.iccid.slice(-4),
    travellerName: esim.travellerName,
    activateBefore: esim.activateBefore,
    isSealed: esim.revealedAt === null,
    revealedAt: esim.revealedAt,
    codeRemovedAt: esim.codeRemovedAt,
    price: money(esim.priceShareMinor, currency),
    refunded: money(
      esim.refundItems.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      currency,
    ),
    return: returnOf(esim.id),
  }
}

function offeredAt(unknownSince: Date): Date {
  const scale = env.STORE_MODE === 'live' ? 1 : Math.max(1, env.TIME_SCALE)

  return new Date(unknownSince.getTime() + TIMERS.refundOfferAfter / scale)
}

/** What must be read of a line to tell when the network was asked about it. */
const LOOK_COLUMNS = {
  nextActionAt: true,
  leaseUntil: true,
  attempts: { where: { state: 'UNKNOWN' }, orderBy: { n: 'desc' }, take: 1, select: { lastLookAt: true } },
} as const

type Looked = {
  state: LineState
  nextActionAt: Date | null
  leaseUntil: Date | null
  attempts: { lastLookAt: Date | null }[]
}

/** When the network was last asked for a line of unknown fate, and when it is asked next. `null` before the first look. */
function lookTimesOf(line: Looked, now: Date): LookTimes | null {
  const lastAt = line.attempts[0]?.lastLookAt ?? null
  if (line.state !== 'UNKNOWN' || lastAt === null) return null
  // While a worker holds the line, its next action is the end of the lease, not a look.
  const isHeld = line.leaseUntil !== null && line.leaseUntil > now
  const isComing = line.nextActionAt !== null && line.nextActionAt > now

  return { lastAt, nextAt: isHeld || !isComing ? null : line.nextActionAt }
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

const SHOWN_FACTS = new Set(['reason', 'amountMinor', 'cards', 'last4', 'by'])
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
      amountMinor: true,
      sessionEndsAt: true,
      payUrl: true,
      capturedMinor: true,
      refundedMinor: true,
      captureUsedAt: true,
    },
  },
  lines: {
    orderBy: { position: 'asc' },
    select: {
      id: true,
      state: true,
      reason: true,
      priceMinor: true,
      discountMinor: true,
      notCaptured: true,
      readyAt: true,
      unknownSince: true,
      ...LOOK_COLUMNS,
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
          refundItems: { where: { refund: { state: 'DONE' } }, select: { amountMinor: true } },
          ...ESIM_RETURN_COLUMNS,
        },
      },
    },
  },
} as const

/**
 * The order as its buyer reads it: product words, no state of ours, no code. `null` when the caller may not see it.
 *
 * Reads our database only: the order, its history, what went back for its lines, and what was judged of its plans' words.
 * Destinations have their names in `locale`, where it is given.
 */
export const getOrderPage = cache(
  async (caller: Caller, orderId: string, locale?: string): Promise<OrderPage | null> => {
    if (!maySee(caller, orderId)) return null
    const [order, events, refunds] = await Promise.all([
      db().order.findUnique({ where: { id: orderId }, select: pageSelect }),
      db().orderEvent.findMany({
        where: { orderId, kind: { in: SHOWN_EVENTS } },
        orderBy: { id: 'asc' },
        select: { at: true, lineId: true, kind: true, data: true },
      }),
      db().refundItem.groupBy({
        by: ['lineId'],
        where: { refund: { state: 'DONE', payment: { orderId } } },
        _sum: { amountMinor: true },
      }),
    ])
    if (!order) return null
    const currency = currencyCodeSchema.parse(order.currency)
    const isDisputed = order.payments.some(({ state }) => state === 'DISPUTED')
    const now = new Date()
    const returnOf = await readEsimReturns(order.lines, { isDisputed, now })
    const nameOf = await readPlaceNames(
      order.lines.map(({ quote }) => quote),
      locale,
    )
    const captured = order.payments.reduce((total, payment) => total + payment.capturedMinor, 0)
    const refunded = order.payments.reduce((total, payment) => total + payment.refundedMinor, 0)
    const refundedOf = new Map(refunds.map(({ lineId, _sum }) => [lineId, _sum.amountMinor ?? 0]))
    const isTaken = order.payments.some(({ state }) => state === 'CAPTURED' || state === 'DISPUTED')
    const isSealed = order.lines.every((line) => line.esims.every((esim) => esim.revealedAt === null))

    return {
      id: order.id,
      number: order.number,
      createdAt: order.createdAt,
      emailMasked: maskEmail(order.person.email),
      locale: order.locale,
      total: money(order.totalMinor, currency),
      vouchers: order.uses.map(({ code, discountMinor }) => ({ code, amount: money(discountMinor, currency) })),
      tax: money(taxOf(order.lines), currency),
      captured: money(captured, currency),
      refunded: money(refunded, currency),
      money: paymentStatusOf(order.payments),
      isTest: order.mode === 'trial',
      payUrl: order.payments.find((payment) => payment.state === 'OPEN')?.payUrl ?? null,
      transfer: toTransferTerms(order, currency),
      paidAt: events.find(({ kind }) => kind === 'paid' || kind === 'not_charged')?.at ?? null,
      canCorrectEmail: hasPaidHere(caller, orderId) && isSealed,
      lines: order.lines.map((line) => toLineView(line, { currency, returnOf, refundedOf, isTaken, nameOf, now })),
      history: events.map((event) => toEventView(event, wayOfMoney(order.payments))),
    }
  },
)

/** The small answer that a waiting page asks for again. `version` changes whenever anything shown does. */
export async function getOrderProgress(caller: Caller, orderId: string): Promise<OrderProgress | null> {
  if (!maySee(caller, orderId)) return null
  const [lines, latest, returning] = await Promise.all([
    db().line.findMany({ where: { orderId }, orderBy: { position: 'asc' }, select: { state: true, ...LOOK_COLUMNS } }),
    db().orderEvent.findFirst({ where: { orderId }, orderBy: { id: 'desc' }, select: { id: true } }),
    db().esim.findMany({
      where: { line: { orderId }, cancelState: { not: 'NONE' } },
      orderBy: { id: 'asc' },
      select: { cancelState: true },
    }),
  ])
  if (lines.length === 0) return null
  const states = lines.map((line) => line.state)
  const returns = returning.map(({ cancelState }) => cancelState)
  const now = new Date()
  const looks = lines.map((line) => JSON.stringify(lookTimesOf(line, now)))
  const mark = `${latest?.id ?? 0} ${states.join(' ')} ${returns.join(' ')} ${looks.join(' ')}`

  return {
    id: orderId,
    version: createHash('sha256').update(mark).digest('hex').slice(0, 16),
    statuses: lines.map(statusOf),
    isSettled: isSettled(states) && !returns.some((state) => UNDER_WAY.has(state)),
  }
}

type Paying = {
  number: string
  payments: { state: string; provider: string; amountMinor: number; sessionEndsAt: Date | null }[]
}

function toTransferTerms({ number, payments }: Paying, currency: CurrencyCode): TransferTerms | null {
  const awaited = payments.find(({ state, provider }) => provider === 'bank_transfer' && state === 'OPEN')
  const { BANK_TRANSFER_HOLDER: holder, BANK_TRANSFER_ACCOUNT: account } = env
  if (!awaited || !holder || !account) return null
  const amount = money(awaited.amountMinor, currency)

  return { holder, account, reference: number, amount, until: awaited.sessionEndsAt }
}

function maySee(caller: Caller, orderId: string): boolean {
  return ownsOrder(caller, orderId) || can(caller, 'orders.see')
}

function hasPaidHere(caller: Caller, orderId: string): boolean {
  return (
    caller.kind === 'guest' && caller.grants.some((grant) => grant.orderId === orderId && grant.grant === 'paid_here')
  )
}

type StoredEvent = { at: Date; lineId: string | null; kind: string; data: unknown }

function toEventView(event: StoredEvent, way: string): OrderEventView {
  const entries = typeof event.data === 'object' && event.data !== null ? Object.entries(event.data) : []
  // Order numbers of the provider and ids of ours say nothing to a buyer.
  const shown = entries.filter(([name]) => SHOWN_FACTS.has(name))

  const { at, lineId, kind } = event

  const data = Object.fromEntries(shown) as OrderEventView['data']

  return { at, lineId, kind, data: kind === 'paid' ? { ...data, way } : data }
}

function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@')

  return `${name.slice(0, 1)}•••@${domain}`
}

/** The tax inside what was paid: that of each offer, less the share of it that a discount took off. */
function taxOf(lines: readonly { priceMinor: number; quote: { totalMinor: number; taxMinor: number } }[]): number {
  return lines.reduce(
    (sum, { priceMinor, quote: { totalMinor, taxMinor } }) =>
      sum + (totalMinor > 0 ? Math.round((taxMinor * priceMinor) / totalMinor) : 0),
    0,
  )
}
