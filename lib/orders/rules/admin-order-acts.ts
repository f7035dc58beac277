import type { PauseReason } from '#lib/checkout/rules/pause-reasons.ts'
import type { HeldChoice } from '#lib/fulfilment/rules/held-acts.ts'
import type { EvidenceRow } from '#lib/orders/rules/admin-order.ts'

/** An order at the network that may be the one of a held line, as it was last read. */
export type Candidate = {
  orderNum: string
  count: number | null
  status: number | null
  createdAt: string | null
  esims: number | null
}

/** What can be decided about a held line by this member of staff. `epoch` goes back with the decision. */
export type HeldActs = {
  itemId: string
  epoch: number
  /** What a role may do, with what stands in its way; other acts are absent. */
  choices: (HeldChoice & { needsSecond: boolean })[]
  candidates: Candidate[]
}

/** An act that waits for a second person. `path` and `body` are what that person sends. */
export type WaitingAct = {
  id: string
  act: string
  itemId: string | null
  amountMinor: number | null
  reason: string
  askedBy: string | null
  askedAt: Date
  isOwn: boolean
}

/** A note of the team. */
export type Note = { id: string; text: string; by: string | null; at: Date }

/** A payout by bank that nobody has made yet. */
export type OpenPayout = { id: string; amountMinor: number; currency: string; facts: EvidenceRow[] }

/** An order at the network with what a full record of it would cost. */
export type RecordSubject = { orderNum: string; esims: number; isLocked: boolean; atStakeMinor: number }

/** Everything that a member of staff can do to one order, beside reading it. */
export type OrderActs = {
  held: HeldActs[]
  waiting: WaitingAct[]
  notes: Note[] | null
  tags: string[]
  assignee: { id: string; name: string } | null
  assignable: { id: string; name: string }[]
  payouts: OpenPayout[]
  records: RecordSubject[]
  /** Refunds that were refused, and that nobody has settled. */
  refusedRefunds: string[]
  /** Returns that stay open. */
  openReturns: string[]
  goodwill: { itemId: string; position: number; leftMinor: number }[]
  salesPause: PauseReason | null
  /** The sum up to which this member of staff may give eSIMs back; `null` without a limit. */
  limitMinor: number | null
  /** For how long the network has not answered; `null` while it does. */
  silentForMs: number | null
}
