import { z } from 'zod'
import { daySpan } from '#lib/core/rules/field-schemas.ts'
import type { LedgerEntry } from '#lib/finance/rules/provider-ledger.ts'
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

/** A credit that the supplier owes, as the ledger has it. A return names no amount: a person confirms it. */
export type ProviderCredit = LedgerEntry

/** So many requests of a list are counted; behind them stands "and more". */
export const QUEUE_COUNTED = 1_000
