import { z } from 'zod'
import { daySpan, instantSchema, matching } from '#lib/core/rules/field-schemas.ts'
import { bareCode, withoutMarks } from '#lib/core/rules/typed-text.ts'
import { customerIdSchema } from '#lib/customers/rules/admin-customers.ts'
import { ITEM_STATES } from '#lib/orders/rules/item-states.ts'

/** The lists of the order page, the most urgent first. */
export const ORDER_TABS = ['needs-action', 'open', 'delivered', 'returned', 'all'] as const
export type OrderTab = (typeof ORDER_TABS)[number]

/**
 * What a figure counts that leads to the orders behind it, in this store's mode: `sold` those whose money was taken, given
 * back since or not, in its currency; `delivered` those that have got eSIMs.
 */
export const COUNTED_ORDERS = ['sold', 'delivered'] as const

/** What the address of the order list says. Whatever cannot be read is left out, never an error. */
export const orderFilterSchema = z.object({
  tab: z.enum(ORDER_TABS).catch('all'),
  q: z.string().trim().max(254).catch(''),
  ...daySpan,
  state: z.enum(ITEM_STATES).nullable().catch(null),
  tag: z.string().trim().toLowerCase().min(1).max(40).nullable().catch(null),
  /** A member of staff, or whoever asks. */
  assignee: matching(/^(me|stf_\w{1,40})$/),
  counted: z.enum(COUNTED_ORDERS).nullable().catch(null),
  /** The stretch of a figure, to the instant: a day of whoever reads it is none of the network's or of UTC. */
  since: instantSchema.nullable().catch(null),
  until: instantSchema.nullable().catch(null),
  /** A promotion that took something off. */
  promotion: matching(/^prm_\w{1,40}$/),
  customer: customerIdSchema,
  after: z.string().max(80).nullable().catch(null),
  before: z.string().max(80).nullable().catch(null),
})
export type OrderFilter = z.output<typeof orderFilterSchema>

/** Which orders are taken out as a file: the named ones, `ids` parted by commas, or all of a filter. */
export const orderExportSchema = orderFilterSchema.omit({ q: true, after: true, before: true }).extend({
  ids: z
    .string()
    .max(4_000)
    .catch('')
    .transform((text) => text.split(',').filter((id) => id !== '')),
})
export type OrderExport = z.output<typeof orderExportSchema>

/** The three answers to "can it still be cancelled", as far as our own acts decide it. */
export type LockBadge = { kind: 'cancellable' } | { kind: 'not_certain' } | { kind: 'locked'; by: string; at: Date }

/** A plan as lists name it. `null` stands for what is not known there, or said beside it. */
export type PlanLabel = { destination: string | null; amount: string; days: number | null; count: number | null }

/** What a text in the search box can mean. */
export type OrderSearch = { kind: 'number' | 'network' | 'iccid' | 'iccid_end' | 'email' | 'payment'; value: string }

/** Returns the number of an eSIM that a text is, `null` for any other text. */
export function wholeIccid(text: string): string | null {
  const bare = bareCode(text)

  return /^\d{18,22}$/.test(bare) ? bare : null
}

/** Returns every meaning of a searched text, `[]` when it is none of the numbers and addresses that are looked up. */
export function readSearch(text: string): OrderSearch[] {
  const wanted = withoutMarks(text)
  const bare = bareCode(text)
  if (wanted.includes('@')) return [{ kind: 'email', value: wanted.toLowerCase() }]
  const number = /^LF([0-9A-Z]{4})([0-9A-Z]{4})$/.exec(bare)
  if (number) return [{ kind: 'number', value: `LF-${number[1]}-${number[2]}` }]
  if (/^\d{6}$/.test(bare)) return [{ kind: 'iccid_end', value: bare }]
  const iccid = wholeIccid(text)
  if (iccid) return [{ kind: 'iccid', value: iccid }]
  if (!/^[\w-]{6,120}$/.test(wanted)) return []

  return [
    { kind: 'network', value: wanted },
    { kind: 'payment', value: wanted },
  ]
}
