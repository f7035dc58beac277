import { z } from 'zod'
import type { CardCancelState } from '#lib/cancellations/rules/return-facts.ts'
import { calendarDateSchema } from '#lib/core/rules/calendar-date.ts'
import type { LedgerEntry, ReturnCredit } from '#lib/finance/rules/supplier-ledger.ts'
import type { RefundReason, UsedFact } from '#lib/refunds/rules/refund-answer.ts'

/** The lists of the cancellation desk, the urgent one first. */
export const DESK_VIEWS = ['open', 'refused', 'done'] as const
export type DeskView = (typeof DESK_VIEWS)[number]

/** What the address of the desk says: of requests the day in UTC on which they were asked, or ended where they have. */
export const deskFilterSchema = z.object({
  view: z.enum(DESK_VIEWS).catch('open'),
  by: z.enum(['buyer', 'staff']).nullable().catch(null),
  from: calendarDateSchema.nullable().catch(null),
  to: calendarDateSchema.nullable().catch(null),
  q: z.string().trim().max(80).catch(''),
  after: z.string().max(64).nullable().catch(null),
})
export type DeskFilter = z.output<typeof deskFilterSchema>

/** How far a request to give cards back is, in the states of its row. */
export type DeskState = 'WAITING' | 'ASKED' | 'SENT' | 'OPEN' | 'CONFIRMED' | 'REFUSED' | 'HELD'

/** The answer about a card, as it stood at one moment. */
export type DeskAnswer = {
  cardId: string
  answer: 'yes' | 'no' | 'ask'
  until: Date | null
  reasons: RefundReason[]
  facts: UsedFact[]
}

/** A card of a request. `iccid` is shortened for roles that may not see it. */
export type DeskCard = { id: string; iccid: string; state: CardCancelState; answer: DeskAnswer | null }

/** How an order and the asked eSIMs stood at one moment. `profiles`: what the provider says of them, `null` for nothing. */
type DeskReading = { status: number | null; listed: number; profiles: (string | null)[] }

/** What an open request is decided by: the provider's answer, and order and eSIMs before the call and at the last look. */
export type DeskEvidence = {
  answer: string | null
  code: number | null
  attempts: number
  before: DeskReading | null
  now: DeskReading | null
}

/**
 * One request to give cards of an order back. `refusal` is what the network said, as it came. `credit` stands in the ledger
 * for all its cards that went back, and is `null` for roles that may not see costs.
 */
export type DeskReturn = {
  id: string
  orderNum: string
  order: { id: string; number: string }
  state: DeskState
  askedBy: 'staff' | 'buyer'
  reason: string | null
  askedAt: Date
  sentAt: Date | null
  endedAt: Date | null
  looks: number
  refusal: { code: number | null; text: string | null } | null
  /** `null` once the request has ended, and before it was sent. */
  evidence: DeskEvidence | null
  cards: DeskCard[]
  credit: ReturnCredit | null
}

/** A credit that the supplier owes, as the ledger has it. A return names no amount: a person confirms it. */
export type DeskCredit = LedgerEntry

/** So many requests of a list are counted; behind them stands "and more". */
export const DESK_COUNTED = 1_000

/** What the desk shows. `counts` end at `DESK_COUNTED`, `more` is the key of the next page. `credits` is `null` for roles that may not see costs. */
export type Desk = {
  counts: Record<DeskView, number>
  returns: DeskReturn[]
  more: string | null
  credits: DeskCredit[] | null
}
