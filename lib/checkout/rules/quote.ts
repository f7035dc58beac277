import { z } from 'zod'
import { isWithinBounds } from '#lib/catalog/rules/day-pass.ts'
import type { CatalogPlan } from '#lib/catalog/rules/plan.ts'
import { networkDay } from '#lib/catalog/rules/trip.ts'
import { CART_LIMITS, type CartProblem } from '#lib/checkout/rules/cart-limits.ts'
import { startDayProblem } from '#lib/checkout/rules/start-day.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { parseCalendarDate } from '#lib/core/rules/field-schemas.ts'
import { type Money, money } from '#lib/core/rules/money.ts'
import type { CancelRule, QuoteView } from '#lib/settings/rules/shop.ts'

/** What a buyer chooses about a plan. */
export type QuoteInput = { count: number; days?: number; startDate?: string }

/** Choices as they are sold: days only for a day pass, a start date only where the plan needs one. */
export type QuoteChoice = { count: number; days: number | null; startDate: string | null }

/** Why a choice cannot be sold. */
export type InputProblem =
  | 'count_out_of_range'
  | 'days_missing'
  | 'days_out_of_range'
  | 'start_date_missing'
  | 'start_date_invalid'
  | 'start_date_past'
  | 'start_date_too_far'

/** Returns a choice that a plan can be sold with, or the first thing that is wrong with it. */
export function checkInput(
  plan: CatalogPlan,
  input: QuoteInput,
  now: Date,
): { choice: QuoteChoice; problem: null } | { choice: null; problem: InputProblem } {
  const problem = countProblem(input) ?? daysProblem(plan, input) ?? startProblem(plan, input, now)
  if (problem) return { choice: null, problem }

  return {
    choice: {
      count: input.count,
      days: plan.kind === 'day_pass' ? (input.days ?? null) : null,
      startDate: plan.needsStartDate ? (input.startDate ?? null) : null,
    },
    problem: null,
  }
}

function countProblem({ count }: QuoteInput): InputProblem | null {
  return Number.isSafeInteger(count) && count >= 1 && count <= CART_LIMITS.esimsPerItem ? null : 'count_out_of_range'
}

function daysProblem({ kind, minDays, maxDays }: CatalogPlan, { days }: QuoteInput): InputProblem | null {
  if (kind !== 'day_pass') return null
  if (days === undefined) return 'days_missing'
  if (minDays === null || maxDays === null) return 'days_out_of_range'

  return isWithinBounds({ minDays, maxDays }, days) ? null : 'days_out_of_range'
}

function startProblem({ needsStartDate }: CatalogPlan, { startDate }: QuoteInput, now: Date): InputProblem | null {
  if (!needsStartDate) return null
  if (startDate === undefined) return 'start_date_missing'
  const date = parseCalendarDate(startDate)
  if (date === null) return 'start_date_invalid'

  return startDayProblem(date, networkDay(now))
}

// Rows say `cardId`, as they did before an eSIM was called one.
const topUpFields = { orderId: z.string().nullable(), iccidLast4: z.string() }
const generation = z.enum(['2G', '3G', '4G', '5G']).nullable()

/**
 * What a quote says about its plan, as it stood when the offer was made.
 *
 * An order shows this and not the catalogue, which moves on. `networks`, `startsAtOnce` and `timeZone` are null when
 * they were not stated; `seenUnitMinor` is the price of one piece that the buyer's page had shown.
 */
const quoteSnapshotSchema = z.object({
  destination: z.object({ slug: z.string(), name: z.string(), iso2: z.string().nullable() }),
  amount: z.object({ value: z.number(), unit: z.enum(['MB', 'GB']) }),
  term: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('fixed'), days: z.int() }),
    z.object({ kind: z.literal('day_pass'), minDays: z.int(), maxDays: z.int() }),
  ]),
  networks: z.array(z.object({ operator: z.string(), generation })).nullable(),
  words: z.array(z.string()),
  canTopUp: z.boolean(),
  startsAtOnce: z.boolean().nullable(),
  timeZone: z.string().nullable(),
  seenUnitMinor: z.int().nullable(),
  /** Made of what was read earlier, because the network was silent: its delivery may take longer. */
  isFromMirror: z.boolean().exactOptional(),
  /** The eSIM that the plan is for; left out for a plan that comes with an eSIM of its own. No order: an eSIM in hand. */
  topUp: z
    .codec(z.object({ cardId: z.string(), ...topUpFields }), z.object({ esimId: z.string(), ...topUpFields }), {
      decode: ({ cardId, ...fields }) => ({ esimId: cardId, ...fields }),
      encode: ({ esimId, ...fields }) => ({ cardId: esimId, ...fields }),
    })
    .exactOptional(),
})

export type QuoteSnapshot = z.output<typeof quoteSnapshotSchema>

/** Reads a stored snapshot. Throws when it is not one: that is a fault of ours. */
export function parseQuoteSnapshot(value: unknown): QuoteSnapshot {
  return quoteSnapshotSchema.parse(value)
}

/** Returns a snapshot as it is stored. */
export function storedSnapshot(snapshot: QuoteSnapshot): z.input<typeof quoteSnapshotSchema> {
  return quoteSnapshotSchema.encode(snapshot)
}

/** Returns how many days one piece runs: those chosen for a day pass, the plan's own otherwise. */
export function quotedDays({ term }: Pick<QuoteSnapshot, 'term'>, days: number | null): number {
  return term.kind === 'fixed' ? term.days : (days ?? term.minDays)
}

/** A quote as it is stored. `days` is null for a plan that has days of its own. */
export type StoredQuote = {
  id: string
  planId: string
  count: number
  days: number | null
  startDate: string | null
  currency: CurrencyCode
  unitMinor: number
  totalMinor: number
  taxMinor: number
  expiresAt: Date
  snapshot: QuoteSnapshot
}

/** Returns what a buyer reads of a quote: nothing of its cost, its rule or the provider. */
export function toQuoteView(quote: StoredQuote, { now, cancelRule }: { now: Date; cancelRule: CancelRule }): QuoteView {
  const { id, planId, count, startDate, currency, unitMinor, expiresAt, snapshot } = quote
  const { destination, amount, term, canTopUp, words, seenUnitMinor, topUp = null } = snapshot
  const hasChanged = seenUnitMinor !== null && seenUnitMinor !== unitMinor

  return {
    ...{ id, planId, destination, amount, term, count, startDate, canTopUp, words, cancelRule, expiresAt, topUp },
    days: quotedDays(snapshot, quote.days),
    unit: money(unitMinor, currency),
    total: money(quote.totalMinor, currency),
    tax: money(quote.taxMinor, currency),
    changedFrom: hasChanged ? money(seenUnitMinor, currency) : null,
    msLeft: Math.max(0, expiresAt.getTime() - now.getTime()),
    mayBeDelayed: snapshot.isFromMirror ?? false,
  }
}

/** A line of a cart: an offer, or why there is none. `about` names what was wanted; null for what nobody knows. */
export type CartItem =
  | { quote: QuoteView; refusal: null; about: null }
  | { quote: null; refusal: { code: string; reason: string | null }; about: CartSubject | null }
export type CartSubject = Pick<QuoteView, 'destination' | 'amount' | 'term'>

/** What a cart costs now, line by line as asked for, with a sum per currency of all that is offered. */
export type CartView = {
  items: CartItem[]
  totals: Money[]
  /** Where it can be ordered; null while a line has no offer, or they are too many for one order. */
  checkoutId: string | null
  problem: CartProblem | null
}

const DAY_MS = 86_400_000
const AFTER_END_DAYS = 30

type Details = { endsAt: Date | null; deadline: Date | null; days: number; now: Date }

/**
 * Returns until when a device keeps the page of an eSIM: 30 days after its plan ends. While nobody knows that end, the
 * latest it can be counts: installed at the last minute, or today where no such minute was named.
 */
export function keptUntil({ endsAt, deadline, days, now }: Details): Date {
  const begins = deadline !== null && deadline > now ? deadline : now
  const end = endsAt ?? new Date(begins.getTime() + days * DAY_MS)

  return new Date(end.getTime() + AFTER_END_DAYS * DAY_MS)
}
