import type { Permission } from '#lib/core/rules/caller.ts'
import type { Decimal } from '#lib/core/rules/decimal.ts'
import { canMove, type ItemState } from '#lib/orders/rules/item-states.ts'

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
  'withdrawal_refused',
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

/** Every kind that a comparison opens, and closes again when both sides agree. */
export const RECONCILED_KINDS = [...NETWORK_KINDS, ...MONEY_KINDS] as const
export type ReconciledKind = (typeof RECONCILED_KINDS)[number]

type DecisionRule = {
  permission: Permission
  /** A loss needs a second person always, money that goes back does above a sum. */
  needsSecond?: 'always' | 'above_sum'
  /** Asks for no reason: it changes nothing, or repeats what has begun. */
  isAtOnce?: true
  /** Closes the case on somebody's word alone, without a look at either side. */
  isByWord?: true
}

/** What a person can do about a discrepancy. Reading a text for the network's support and following a link are none. */
const RULES = {
  look_again: { permission: 'findings.settle', isAtOnce: true },
  adopt: { permission: 'findings.adopt' },
  link: { permission: 'findings.settle' },
  cancel: { permission: 'findings.adopt' },
  bought_elsewhere: { permission: 'findings.settle', isByWord: true },
  refund: { permission: 'findings.money', needsSecond: 'above_sum' },
  hold: { permission: 'findings.settle' },
  accept: { permission: 'findings.settle' },
  open_cancellation: { permission: 'returns.ask' },
  claim: { permission: 'findings.money' },
  // The same act as on the page of the order.
  fetch_details: { permission: 'held.fetch' },
  finish: { permission: 'findings.settle', isAtOnce: true },
  book_loss: { permission: 'findings.money', needsSecond: 'always' },
  ignore: { permission: 'findings.settle', isByWord: true },
} satisfies Record<string, DecisionRule>

// Accepting these moves money, decides what the books say about it, or closes by word alone.
const ACCEPTED: Partial<Record<string, DecisionRule>> = {
  status_differs: { permission: 'findings.money', needsSecond: 'above_sum' },
  cost_differs: { permission: 'findings.money' },
  status_unknown: { permission: 'findings.settle', isByWord: true },
} satisfies Partial<Record<ReconciledKind, DecisionRule>>

export type DiscrepancyAction = keyof typeof RULES
export const DISCREPANCY_ACTIONS = Object.keys(RULES) as DiscrepancyAction[]

/** Returns what must hold before an act on a difference of a kind. */
export function ruleFor(action: DiscrepancyAction, kind: string): DecisionRule {
  return (action === 'accept' ? ACCEPTED[kind] : undefined) ?? RULES[action]
}

// No sum is at stake in these; in every other kind an unknown sum may be any.
const WITHOUT_SUM: readonly string[] = [
  ...(['placements_refused', 'lookup_lost', 'address_unknown', 'foreign_login', 'iccid_twice'] as const),
  ...(['cancel_open', 'cancelled_elsewhere', 'withdrawal_refused', 'duplicate_order', 'late_order'] as const),
] satisfies DiscrepancyKind[]

/** Returns what somebody must be allowed to act so: nobody closes by word alone what may cost more than they decide. */
export function permissionFor(
  action: DiscrepancyAction,
  { kind, isSumKnown }: { kind: string; isSumKnown: boolean },
): Permission {
  const { permission, isByWord } = ruleFor(action, kind)

  return isByWord && !isSumKnown && !WITHOUT_SUM.includes(kind) ? 'findings.money' : permission
}

/** How a difference was closed: by the store, by an act of this page, or by one of another page that settled it. */
export const RESOLUTIONS = [
  ...(['agrees', 'replaced', 'proven'] as const),
  ...DISCREPANCY_ACTIONS.filter((action) => action !== 'look_again'),
  ...(['accepted', 'given_back', 'ended', 'lost', 'booked', 'taken', 'refused'] as const),
  ...(['try_again', 'paid_elsewhere', 'paid_out'] as const),
] as const

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

// Open, they say on the page of their order that somebody has yet to finish it there.
const SETTLED_ON_ORDER: readonly string[] = ['refund_refused', 'transfer_payout'] satisfies DiscrepancyKind[]

/**
 * Returns what can be done about a difference of a kind. Kinds that other parts of the store open are settled by
 * hand; money that differs can go back where no item waits for a decision about it.
 */
export function actionsFor(kind: string): readonly DiscrepancyAction[] {
  if (isSettledOnOrder(kind)) return []
  if (kind === 'payment_mismatch') return ['refund', 'ignore']

  return isReconciledKind(kind) ? ACTIONS[kind] : ['ignore']
}

/** Tells whether a difference of this kind is settled on the page of its order alone. */
export function isSettledOnOrder(kind: string): boolean {
  return SETTLED_ON_ORDER.includes(kind)
}

// Somebody decides about these already, or their money is on its way back: another reason would hide that.
const NOT_HELD: readonly ItemState[] = ['HELD', 'REFUND_DUE', 'REFUNDING']

/** Tells whether an item in this state can be held for a difference. */
export function isHoldable(state: ItemState): boolean {
  return canMove(state, 'HELD') && !NOT_HELD.includes(state)
}

/** Tells whether a comparison finds differences of this kind. */
export function isReconciledKind(kind: string): kind is ReconciledKind {
  return (RECONCILED_KINDS as readonly string[]).includes(kind)
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
    /** Data for an eSIM that exists already: no line can take it over, and the network takes none back. */
    isTopUp?: boolean
  }
}
