import { z } from 'zod'
import { matching } from '#lib/core/rules/field-schemas.ts'
import { DISCREPANCY_KINDS, RESOLUTIONS, type SideDetails } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

const DAY_MS = 86_400_000
// After the day's sales have settled everywhere, before anybody is at a desk.
const NIGHT_MS = (3 * 60 + 10) * 60_000

/** Tells whether the comparison of the last hours is due. `every` is in milliseconds; `last` is `null` before the first. */
export function isQuarterDue(last: Date | null, { now, every }: { now: Date; every: number }): boolean {
  return last === null || now.getTime() - last.getTime() >= every
}

/** Tells whether the nightly comparison is due: 03:10 UTC has passed since the last one, and the store was there then. */
export function isNightDue({ quarter, night, now }: { quarter: Date | null; night: Date | null; now: Date }): boolean {
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS + NIGHT_MS
  const boundary = now.getTime() >= today ? today : today - DAY_MS
  const last = night ?? quarter

  return last !== null && last.getTime() < boundary
}

const QUESTIONS: Partial<Record<string, string>> = {
  upstream_order_unknown:
    'We did not place this order. Please tell us who or what placed it with our account, and whether it can be cancelled.',
  order_not_listed: 'We placed this order, and your list does not show it. Please tell us its state.',
  status_differs:
    'Your list and our records differ in the state of this order. Please tell us what happened, and when.',
  status_unknown: 'Your list gives this order a status that is not documented. Please tell us what it means.',
  cost_differs: 'Another amount was charged than your price list said when we ordered. Please explain or credit it.',
  cards_differ: 'Your list shows other cards for this order than were delivered to us. Please check.',
  iccid_twice: 'One card number stands in more than one order. Please tell us which order it belongs to.',
  top_up_elsewhere: 'We did not place this top-up. Please tell us who or what placed it with our account.',
  cancel_open: 'We asked for a cancellation of this order and cannot see its outcome. Please tell us its state.',
  cancelled_elsewhere: 'More of this order was cancelled than we asked for. Please tell us what happened, and when.',
}

const NAMES: [keyof SideDetails, string][] = [
  ['reference', 'Reference'],
  ['plan', 'Product'],
  ['count', 'Cards ordered'],
  ['state', 'State in your list'],
  ['cards', 'Cards in your list'],
  ['cost', 'Charged'],
  ['at', 'Created'],
]

/**
 * Returns a letter to the network's support about a discrepancy: what it needs to look the case up, without a code, a name
 * or a price of ours. In English for every reader, because that is what support there reads. `null` for a discrepancy that
 * is none of its business.
 */
export function supportText(discrepancy: {
  kind: string
  subject: string
  ours: SideDetails | null
  network: SideDetails | null
}): string | null {
  const question = QUESTIONS[discrepancy.kind]
  if (!question) return null
  const { network, ours } = discrepancy
  const facts = NAMES.flatMap(([key, name]) => {
    const value = network?.[key] ?? (key === 'reference' ? ours?.reference : undefined)

    return value === undefined || String(value) === ''
      ? []
      : [`${name}: ${Array.isArray(value) ? value.join(', ') : value}`]
  })
  const order = network?.order ?? discrepancy.subject

  return [`Order: ${order}`, ...facts, '', question].join('\n')
}

const runId = matching(/^run_\w{1,40}$/)

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

/** What one side says about one fact. `href` leads to the order of ours. */
export type DiscrepancyCell =
  | { kind: 'text' | 'id' | 'line' | 'network' | 'provider' | 'payment'; text: string; href?: string }
  | { kind: 'money'; minor: number; currency: string }
  | { kind: 'cost'; amount: string; currency: string }
  | { kind: 'moment'; at: Date }
  | { kind: 'cards'; iccids: string[] }

/** A fact on both sides. `null`: that side says nothing about it. */
export type DiscrepancyRow = { key: string; differs: boolean; cells: (DiscrepancyCell | null)[] }

/** The kinds of open differences, those with the most first. */
export type DiscrepancyGroup = { kind: string; count: number; risks: RiskSum[] }

/** The views of the books that have pages. */
export type PagedBooks = 'findings' | 'runs' | 'closed'
