import { z } from 'zod'
import type { EsimCancelState } from '#lib/cancellations/rules/cancellation-readings.ts'
import { daySpan } from '#lib/core/rules/field-schemas.ts'
import type { CancellationCredit, LedgerEntry } from '#lib/finance/rules/provider-ledger.ts'
import type { AnswerDetail, RefundReason } from '#lib/refunds/rules/refund-answer.ts'

/** The lists of the cancellation desk, the urgent one first. */
export const QUEUE_VIEWS = ['open', 'refused', 'done'] as const
export type QueueView = (typeof QUEUE_VIEWS)[number]

/** What the address of the desk says: of requests the day in UTC on which they were asked, or ended where they have. */
export const queueFilterSchema = z.object({
  view: z.enum(QUEUE_VIEWS).catch('open'),
  by: z.enum(['buyer', 'staff']).nullable().catch(null),
  ...daySpan,
  q: z.string().trim().max(80).catch(''),
  after: z.string().max(64).nullable().catch(null),
})
export type QueueFilter = z.output<typeof queueFilterSchema>

/** How far a request to give eSIMs back is, in the states of its row. */
export type QueuedState = 'WAITING' | 'ASKED' | 'SENT' | 'OPEN' | 'CONFIRMED' | 'REFUSED' | 'HELD'

/** The answer about an eSIM, as it stood at one moment. */
export type CancellationAnswer = {
  esimId: string
  answer: 'yes' | 'no' | 'ask'
  until: Date | null
  reasons: RefundReason[]
  facts: AnswerDetail[]
}

/** An eSIM of a request. `iccid` is shortened for roles that may not see it. */
export type QueuedEsim = { id: string; iccid: string; state: EsimCancelState; answer: CancellationAnswer | null }

/**
 * How an order and the asked eSIMs stood at one moment. `profiles`: what the provider says of them, `null` for
 * nothing.
 */
type OrderReading = { status: number | null; listed: number; profiles: (string | null)[] }

/**
 * What an open request is decided by: the provider's answer, and order and eSIMs before the call and at the last
 * look.
 */
export type CancellationEvidence = {
  answer: string | null
  code: number | null
  attempts: number
  before: OrderReading | null
  now: OrderReading | null
}

/**
 * One request to give eSIMs of an order back. `refusal` is what the network said, as it came. `credit` stands in the ledger
 * for all its eSIMs that went back, and is `null` for roles that may not see costs.
 */
export type QueuedCancellation = {
  id: string
  orderNum: string
  order: { id: string; number: string }
  state: QueuedState
  askedBy: 'staff' | 'buyer'
  reason: string | null
  askedAt: Date
  sentAt: Date | null
  endedAt: Date | null
  looks: number
  refusal: { code: number | null; text: string | null } | null
  /** `null` once the request has ended, and before it was sent. */
  evidence: CancellationEvidence | null
  esims: QueuedEsim[]
  credit: CancellationCredit | null
  isClosable: boolean
}

/** A credit that the supplier owes, as the ledger has it. A return names no amount: a person confirms it. */
export type ProviderCredit = LedgerEntry

/** So many requests of a list are counted; behind them stands "and more". */
export const QUEUE_COUNTED = 1_000

/**
 * One page of the queue. `counts` end at `QUEUE_COUNTED`, `more` is the key of the next page. `credits` is `null` for roles
 * that may not see costs.
 */
export type CancellationQueue = {
  counts: Record<QueueView, number>
  returns: QueuedCancellation[]
  more: string | null
  credits: ProviderCredit[] | null
}
