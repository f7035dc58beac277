import type { Permission } from '#lib/core/rules/caller.ts'
import type { Decimal } from '#lib/core/rules/decimal.ts'

/** Every kind of difference between us and an outside party that the store can find. */
export const DISCREPANCY_KINDS = [
  'payment_mismatch',
  'payment_unknown',
  'dispute',
  'refund_differs',
  'refund_refused',
  'transfer_payout',
  'cost_differs',
  'placements_refused',
  'duplicate_order',
  'late_order',
  'upstream_order_unknown',
  'lookup_lost',
  'cancel_open',
  'cancelled_elsewhere',
  'return_unpaid',
  'address_unknown',
  'foreign_login',
  'order_not_listed',
  'status_differs',
  'status_unknown',
  'cards_differ',
  'iccid_twice',
  'top_up_elsewhere',
  'paid_without_line',
  'line_without_payment',
  'capture_differs',
] as const
export type DiscrepancyKind = (typeof DISCREPANCY_KINDS)[number]

/** The differences that comparing our rows with the network's list finds. */
export const NETWORK_KINDS = [
  'upstream_order_unknown',
  'order_not_listed',
  'status_differs',
  'status_unknown',
  'cost_differs',
  'cards_differ',
  'iccid_twice',
  'top_up_elsewhere',
] as const satisfies DiscrepancyKind[]

/** The differences that comparing our payments with the providers' lists finds. */
export const MONEY_KINDS = [
  'payment_unknown',
  'paid_without_line',
  'line_without_payment',
  'capture_differs',
  'refund_differs',
] as const satisfies DiscrepancyKind[]

/** A difference about money, as the comparison of the books found it. */
export type MoneyDiscrepancy = {
  id: string
  kind: string
  subject: string
  order: { id: string; number: string } | null
  risk: { amount: string; currency: string } | null
  openedAt: Date
}

/** A page of the differences about money of one part, how many there are in all, and where it goes on. */
export type MoneyDiscrepanciesPart = { rows: MoneyDiscrepancy[]; count: number; next: string | null }

/** The two halves that have no other half, and sums that differ. `comparedAt` is null before the first comparison. */
export type MoneyDiscrepancies = {
  paymentsWithoutOrder: MoneyDiscrepanciesPart
  ordersWithoutPayment: MoneyDiscrepanciesPart
  sumsDiffer: MoneyDiscrepanciesPart
  comparedAt: Date | null
}

/** Every kind that a comparison opens, and closes again when both sides agree. */
export const RECONCILED_KINDS = [...NETWORK_KINDS, ...MONEY_KINDS] as const
export type ReconciledKind = (typeof RECONCILED_KINDS)[number]

/** What a person can do about a discrepancy. Reading a text for the network's support and following a link are none. */
export const DISCREPANCY_ACTIONS = [
  'look_again',
  'adopt',
  'link',
  'cancel',
  'bought_elsewhere',
  'refund',
  'hold',
  'accept',
  'open_cancellation',
  'claim',
  'fetch_details',
  'finish',
  'book_loss',
  'ignore',
] as const
export type DiscrepancyAction = (typeof DISCREPANCY_ACTIONS)[number]

/** How a difference was closed: by the store, by an act of this page, or by one of another page that settled it. */
export const RESOLUTIONS = [
  ...(['agrees', 'replaced', 'proven'] as const),
  ...DISCREPANCY_ACTIONS.filter((action) => action !== 'look_again'),
  ...(['accepted', 'given_back', 'ended', 'lost', 'booked', 'taken', 'refused'] as const),
  ...(['try_again', 'paid_elsewhere', 'paid_out'] as const),
] as const
export type Resolution = (typeof RESOLUTIONS)[number]

/** The address of one difference, open or closed. */
export function discrepancyAddress(id: string): string {
  return `/admin/reconciliation?discrepancy=${id}`
}

const ACTIONS: Record<ReconciledKind, readonly DiscrepancyAction[]> = {
  upstream_order_unknown: ['adopt', 'link', 'cancel', 'bought_elsewhere', 'look_again'],
  order_not_listed: ['look_again', 'refund', 'hold', 'ignore'],
  status_differs: ['accept', 'open_cancellation', 'look_again', 'ignore'],
  status_unknown: ['accept', 'look_again'],
  cost_differs: ['accept', 'claim', 'look_again'],
  cards_differ: ['fetch_details', 'refund', 'hold', 'look_again', 'ignore'],
  iccid_twice: ['hold', 'look_again', 'ignore'],
  top_up_elsewhere: ['link', 'bought_elsewhere', 'look_again'],
  payment_unknown: ['finish', 'book_loss', 'look_again', 'ignore'],
  paid_without_line: ['finish', 'refund', 'book_loss', 'look_again', 'ignore'],
  line_without_payment: ['finish', 'hold', 'book_loss', 'look_again', 'ignore'],
  capture_differs: ['finish', 'book_loss', 'look_again', 'ignore'],
  refund_differs: ['finish', 'hold', 'book_loss', 'look_again', 'ignore'],
}

/**
 * Returns what can be done about a difference of a kind. Kinds that other parts of the store open are settled by
 * hand.
 */
export function actionsFor(kind: string): readonly DiscrepancyAction[] {
  return isReconciledKind(kind) ? ACTIONS[kind] : ['ignore']
}

/** Tells whether a comparison finds differences of this kind. */
export function isReconciledKind(kind: string): kind is ReconciledKind {
  return (RECONCILED_KINDS as readonly string[]).includes(kind)
}

const PERMISSIONS: Record<DiscrepancyAction, Permission> = {
  look_again: 'findings.settle',
  adopt: 'findings.adopt',
  link: 'findings.settle',
  cancel: 'findings.adopt',
  bought_elsewhere: 'findings.settle',
  refund: 'findings.money',
  hold: 'findings.settle',
  accept: 'findings.settle',
  open_cancellation: 'returns.ask',
  claim: 'findings.money',
  fetch_details: 'findings.settle',
  finish: 'findings.settle',
  book_loss: 'findings.money',
  ignore: 'findings.settle',
}

// Accepting these moves money, or decides what the books say about it.
const MONEY_WHEN_ACCEPTED: readonly string[] = ['status_differs', 'cost_differs'] satisfies ReconciledKind[]

/** Returns the permission that an act on a difference of a kind needs. */
export function permissionFor(action: DiscrepancyAction, kind: string): Permission {
  if (action === 'accept' && MONEY_WHEN_ACCEPTED.includes(kind)) return 'findings.money'

  return PERMISSIONS[action]
}

/** Tells whether an act closes a case on somebody's word alone, without a look at either side. */
export function isByWord(action: DiscrepancyAction): boolean {
  return action === 'ignore' || action === 'bought_elsewhere'
}

/** Tells when an act needs a second person: a loss always does, money that goes back does above a sum. */
export function secondRule(action: DiscrepancyAction, kind: string): 'always' | 'above_sum' | 'never' {
  if (action === 'book_loss') return 'always'
  const isGivingBack = action === 'refund' || (action === 'accept' && kind === 'status_differs')

  return isGivingBack ? 'above_sum' : 'never'
}

/** Tells whether an act must say why: all that change something or close the case by hand. */
export function needsReason(action: DiscrepancyAction): boolean {
  return !['look_again', 'finish', 'fetch_details'].includes(action)
}

/** An amount that may be lost, as exact decimal text in main units. */
export type Risk = { amount: Decimal; currency: string }

/** What one side says about a case; what it does not say is absent. ICCIDs stand under `eSIMs` and nowhere else. */
export type SideDetails = {
  order?: string
  plan?: string
  reference?: string
  state?: string
  count?: number
  cards?: string[]
  cost?: string
  money?: { minor: number; currency: string }
  refunded?: { minor: number; currency: string }
  at?: string
}

/** The sides of a comparison, as they stand in a discrepancy's evidence. */
export const SIDES = ['ours', 'network', 'provider'] as const
export type Side = (typeof SIDES)[number]

/** The facts that are compared, in the order of a page. */
export const SIDE_DETAILS = [
  'order',
  'plan',
  'reference',
  'state',
  'count',
  'cards',
  'cost',
  'money',
  'refunded',
  'at',
] as const satisfies (keyof SideDetails)[]

/** A difference, with both sides' facts and the names of those that differ. `mark` says what exactly differs. */
export type FoundDiscrepancy = {
  kind: ReconciledKind
  subject: string
  orderId: string | null
  mark: string
  risk: Risk | null
  evidence: {
    ours: SideDetails | null
    network: SideDetails | null
    provider: SideDetails | null
    differs: readonly string[]
    itemId?: string
    /** The network's number of what was ordered, where a person may have to say for which line. */
    skuId?: number
  }
}
