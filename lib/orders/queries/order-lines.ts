import 'server-only'
import type { PlaceNames } from '#lib/catalog/queries/place-names.ts'
import { parseQuoteSnapshot, quotedDays } from '#lib/checkout/rules/quote-snapshot.ts'
import { env } from '#lib/core/env.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { money } from '#lib/core/rules/money.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import { lookTimesOf } from '#lib/orders/queries/order-looks.ts'
import { statusOf } from '#lib/orders/rules/line-states.ts'
import type { CardReturn, CardView, LineView } from '#lib/settings/rules/shop.ts'

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
  cards: Card[]
}

type Card = {
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

type Reading = { currency: CurrencyCode; returnOf: (cardId: string) => CardReturn }
type LineReading = Reading & { refundedOf: Map<string, number>; isTaken: boolean; nameOf: PlaceNames; now: Date }

/** Returns a line as its buyer reads it. Cards are shown once they are delivered. */
export function toLineView(line: Line, { refundedOf, isTaken, nameOf, now, ...reading }: LineReading): LineView {
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
    cards: isReady ? line.cards.map((card) => toCardView(card, reading)) : [],
  }
}

function toCardView(card: Card, { currency, returnOf }: Reading): CardView {
  return {
    id: card.id,
    position: card.position,
    iccidLast4: card.iccid.slice(-4),
    travellerName: card.travellerName,
    activateBefore: card.activateBefore,
    isSealed: card.revealedAt === null,
    revealedAt: card.revealedAt,
    codeRemovedAt: card.codeRemovedAt,
    price: money(card.priceShareMinor, currency),
    refunded: money(
      card.refundItems.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
      currency,
    ),
    return: returnOf(card.id),
  }
}

function offeredAt(unknownSince: Date): Date {
  const scale = env.STORE_MODE === 'live' ? 1 : Math.max(1, env.TIME_SCALE)

  return new Date(unknownSince.getTime() + TIMERS.refundOfferAfter / scale)
}
