import { z } from 'zod'
import type { EvidenceRow } from '#lib/orders/rules/admin-order.ts'
import {
  DISCREPANCY_KINDS,
  type DiscrepancyAct,
  RESOLUTIONS,
  type Side,
} from '#lib/reconciliation/rules/discrepancy-kinds.ts'

const runId = z
  .string()
  .regex(/^run_\w{1,40}$/)
  .nullable()
  .catch(null)

/** What the address says about the differences that are listed. Whatever cannot be read is left out, never an error. */
export const discrepancyFilterSchema = z.object({
  view: z.enum(['findings', 'closed']).catch('findings'),
  kind: z.enum(DISCREPANCY_KINDS).nullable().catch(null),
  q: z.string().trim().max(254).catch(''),
  /** How a closed one was closed. */
  resolution: z.enum(RESOLUTIONS).nullable().catch(null),
  /** The comparison that opened it, and the one that closed it. */
  opened: runId,
  ended: runId,
})
export type DiscrepancyFilter = z.output<typeof discrepancyFilterSchema>

/** Which differences the page is to show: those of a filter, or one alone by its id. */
export type DiscrepancyQuestion = Partial<Omit<DiscrepancyFilter, 'view'>> & { discrepancy?: string | null }

/** An amount as exact text in main units. */
export type RiskSum = { amount: string; currency: string }

/** A comparison in a list. `parts` are the lists that were to be read, with `complete` or why not. */
export type RunView = {
  id: string
  trigger: string
  state: string
  from: Date
  until: Date
  calls: number
  ours: number
  listed: number
  payments: number
  differing: number
  opened: number
  closed: number
  parts: { name: string; outcome: string }[]
  startedAt: Date | null
  finishedAt: Date | null
}

/** What one side says about one fact. `href` leads to the order of ours. */
export type DiscrepancyCell =
  | { kind: 'text' | 'id' | 'line' | 'network' | 'provider' | 'payment'; text: string; href?: string }
  | { kind: 'money'; minor: number; currency: string }
  | { kind: 'cost'; amount: string; currency: string }
  | { kind: 'moment'; at: Date }
  | { kind: 'cards'; iccids: string[] }

/** A fact on both sides. `null`: that side says nothing about it. */
export type DiscrepancyRow = { key: string; differs: boolean; cells: (DiscrepancyCell | null)[] }

/** An open difference as a role may see it. `rows` are empty where only facts were written down. */
export type DiscrepancyView = {
  id: string
  kind: string
  subject: string
  order: { id: string; number: string } | null
  openedAt: Date
  seenAt: Date | null
  risk: RiskSum | null
  sides: Side[]
  rows: DiscrepancyRow[]
  facts: EvidenceRow[]
  acts: DiscrepancyAct[]
  /** Orders of ours that an unclaimed order may belong to. */
  likely: { id: string; number: string; at: Date }[]
  /** The plan whose price may want another rule. */
  planId: string | null
  supportText: string | null
  isHeld: boolean
  isClosed: boolean
  /** Acts that one person has asked for, and a second one has to ask for too. */
  waiting: { act: string; by: string | null; reason: string }[]
}

/** A difference that was closed: by the store when both sides agreed, or by a person with a reason. */
export type ClosedDiscrepancy = {
  id: string
  kind: string
  /** Shortened, where it is the number of an eSIM, for roles that may not see it. */
  subject: string
  order: { id: string; number: string } | null
  closedAt: Date
  by: string | null
  resolution: string
  reason: string | null
}

/** The kinds of open differences, those with the most first. */
export type DiscrepancyGroup = { kind: string; count: number; risks: RiskSum[] }

/** The views of the books that have pages. */
export type PagedBooks = 'findings' | 'runs' | 'closed'

/** What the books say. `next` leads to the following page of the view that was asked for. */
export type ReconciliationView = {
  readAt: Date
  isComparing: boolean
  last: RunView | null
  newest: RunView | null
  runs: RunView[]
  groups: DiscrepancyGroup[]
  open: number
  /** How many of the open ones the filter means. */
  count: number
  /** What has become of those that the named comparison opened. */
  openedBy: { open: number; closed: number } | null
  discrepancies: DiscrepancyView[]
  closed: ClosedDiscrepancy[]
  next: string | null
}

/** How the comparisons are, for the page that watches everything. */
export type BooksHealthView = { open: number; oldestAt: Date | null; last: RunView | null; newest: RunView | null }
