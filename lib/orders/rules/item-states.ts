import { RETURNED_REASONS } from '#lib/core/rules/payment-method.ts'
import { PROVIDER_ERROR_KINDS } from '#lib/provider/rules/provider-failure.ts'
import type { ItemStatus } from '#lib/settings/rules/shop.ts'

/** The states of an item, in the order in which a good sale passes the first of them. */
export const ITEM_STATES = [
  'AWAITING_PAYMENT',
  'READY',
  'PLACING',
  'UNKNOWN',
  'REJECTED',
  'PLACED',
  'CAPTURING',
  'FETCHING',
  'DELIVERABLE',
  'DELIVERED',
  'CANCELLING',
  'CANCEL_UNKNOWN',
  'CANCELLED',
  'REFUND_DUE',
  'REFUNDING',
  'REFUNDED',
  'HELD',
  'EXPIRED',
] as const
export type ItemState = (typeof ITEM_STATES)[number]

/** The moves a line may make. `T1` makes the item and `T6` moves only its attempt, so neither stands here. */
export const TRANSITIONS = [
  { name: 'T2', from: ['AWAITING_PAYMENT'], to: ['READY'] },
  { name: 'T3', from: ['AWAITING_PAYMENT'], to: ['EXPIRED', 'HELD'] },
  { name: 'T4', from: ['READY'], to: ['PLACING'] },
  { name: 'T5', from: ['READY'], to: ['REFUND_DUE'] },
  { name: 'T7', from: ['PLACING'], to: ['READY'] },
  { name: 'T8', from: ['PLACING'], to: ['PLACED'] },
  { name: 'T9', from: ['PLACING'], to: ['UNKNOWN'] },
  { name: 'T10', from: ['PLACING'], to: ['REJECTED'] },
  { name: 'T11', from: ['REJECTED'], to: ['READY', 'REFUND_DUE', 'HELD'] },
  { name: 'T12', from: ['UNKNOWN'], to: ['PLACED'] },
  { name: 'T13', from: ['UNKNOWN'], to: ['READY'] },
  { name: 'T14', from: ['UNKNOWN'], to: ['REFUND_DUE'] },
  { name: 'T15', from: ['UNKNOWN'], to: ['HELD'] },
  { name: 'T16', from: ['PLACED'], to: ['CAPTURING', 'HELD'] },
  { name: 'T17', from: ['CAPTURING'], to: ['DELIVERABLE', 'FETCHING', 'CANCELLING'] },
  { name: 'T18', from: ['FETCHING'], to: ['DELIVERABLE', 'HELD', 'CANCELLING'] },
  { name: 'T19', from: ['DELIVERABLE'], to: ['DELIVERED'] },
  { name: 'T20', from: ['PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE'], to: ['CANCELLING'] },
  {
    name: 'T21',
    from: ['CANCELLING', 'CANCEL_UNKNOWN'],
    to: ['CANCELLED', 'CANCEL_UNKNOWN', 'HELD', 'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE'],
  },
  { name: 'T21', from: ['CANCELLED'], to: ['REFUND_DUE'] },
  { name: 'T22', from: ['REFUND_DUE'], to: ['REFUNDING', 'HELD'] },
  { name: 'T22', from: ['REFUNDING'], to: ['REFUNDED', 'HELD'] },
  { name: 'T23', from: ['DELIVERED'], to: ['CANCELLED'] },
  { name: 'T24', from: ['HELD'], to: ITEM_STATES },
  // A disputed payment stops whatever has not been delivered.
  { name: 'dispute', from: ['READY', 'REJECTED', 'PLACED', 'CAPTURING', 'FETCHING', 'DELIVERABLE'], to: ['HELD'] },
] as const satisfies { name: string; from: readonly ItemState[]; to: readonly ItemState[] }[]

const ALLOWED = new Set(
  TRANSITIONS.flatMap(({ from, to }) => from.flatMap((start) => to.map((end) => `${start}>${end}`))),
)

/** Tells whether the table of moves knows this one. A move that it does not know is a bug, never a decision. */
export function canMove(from: ItemState, to: ItemState): boolean {
  return ALLOWED.has(`${from}>${to}`)
}

const STATUSES = {
  AWAITING_PAYMENT: 'waiting_for_payment',
  READY: 'ordering',
  PLACING: 'ordering',
  UNKNOWN: 'confirming',
  REJECTED: 'ordering',
  PLACED: 'ordering',
  CAPTURING: 'almost_ready',
  FETCHING: 'almost_ready',
  DELIVERABLE: 'ready',
  DELIVERED: 'ready',
  CANCELLING: 'cancelling',
  CANCEL_UNKNOWN: 'cancelling',
  CANCELLED: 'cancelled',
  REFUND_DUE: 'refund_started',
  REFUNDING: 'refund_started',
  REFUNDED: 'refunded',
  HELD: 'with_team',
  EXPIRED: 'expired',
} as const satisfies Record<ItemState, ItemStatus>

/** Returns what a customer reads about a line in this state. */
export function statusOf(item: { state: ItemState }): ItemStatus {
  return STATUSES[item.state]
}

/** The states in which nothing more happens by itself. HELD is not one: a person still has to act. */
export const ENDED_STATES = ['DELIVERED', 'CANCELLED', 'REFUNDED', 'EXPIRED'] as const satisfies ItemState[]

/** The states of an item that is paid for and of which nothing was handed over. */
export const UNDELIVERED_STATES: readonly ItemState[] = [
  'READY',
  'PLACING',
  'UNKNOWN',
  'REJECTED',
  'PLACED',
  'CAPTURING',
  'FETCHING',
  'DELIVERABLE',
]

/** Tells whether the item can still cost the payment something: its price belongs into a capture. */
export function isWorthCapturing(state: ItemState): boolean {
  const spent: readonly ItemState[] = ['REFUND_DUE', 'REFUNDING', 'REFUNDED', 'CANCELLED', 'EXPIRED']

  return !spent.includes(state)
}

const UNDECIDED = [
  'AWAITING_PAYMENT',
  'READY',
  'PLACING',
  'UNKNOWN',
  'REJECTED',
  'PLACED',
  'CANCELLING',
  'CANCEL_UNKNOWN',
] as const satisfies ItemState[]

/** Tells whether it is settled, for the purpose of one capture per payment, that the item was bought or never will be. */
export function isReadyForCapture(state: ItemState): boolean {
  const undecided: readonly ItemState[] = UNDECIDED

  return !undecided.includes(state)
}

/** Why a line waits for a person. */
export const REVIEW_REASONS = [
  'payment_mismatch',
  'disputed',
  'order_unpaid',
  'order_missing',
  'order_differs',
  'order_without_attempt',
  'misfit',
  'no_look_up',
  'attempt_missing',
  'our_fault',
  'details_refused',
  'cards_unknown',
  'cancel_refused',
  'refund_refused',
  'refunded_elsewhere',
  'recovered',
  'rebuilt',
  'top_up_unpaid',
] as const
export type ReviewReason = (typeof REVIEW_REASONS)[number]

/** Why a line is taken back, or its money returned, without a person. */
export const EXIT_REASONS = [
  'cancelled',
  'refund_accepted',
  'deadline',
  'payment_lost',
  'plan_gone',
  'sold_out',
  'cost_drift',
  'days_changed',
  'days_off',
  'start_date_off',
  'start_date_past',
  'no_session',
  'not_accepted',
  'not_placed',
  'no_answer',
  'details_missing',
  'capture_refused',
  'staff_refund',
  'top_up_gone',
  'card_returned',
] as const
export type ExitReason = (typeof EXIT_REASONS)[number]

/** Why a line that was delivered, or never paid, has ended. */
export const END_REASONS = ['returned', 'payment_failed', 'not_paid', 'replaced'] as const

/** Why a payment is not the plain one of its order, or came to nothing. */
export const PAYMENT_REASONS = ['mismatch', ...RETURNED_REASONS, 'declined', 'not_capturable'] as const

/** Why an order call came to nothing, or nobody knows what became of it. */
export const ATTEMPT_FAULTS = [
  ...PROVIDER_ERROR_KINDS,
  'unlisted_code',
  'unexpected_error',
  'worker_lost',
  'recovered',
  'filed',
] as const

/** Reads the stored reason of an item that is being cancelled; a line without one was cancelled by request. */
export function toExitReason(stored: string | null): ExitReason {
  return EXIT_REASONS.find((reason) => reason === stored) ?? 'cancelled'
}
