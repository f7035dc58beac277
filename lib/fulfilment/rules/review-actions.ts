import type { Permission } from '#lib/core/rules/caller.ts'

/** What a person can decide about a line that waits for one. */
export const REVIEW_ACTIONS = [
  'look_again',
  'adopt',
  'accept',
  'fetch_again',
  'deliver_partial',
  'release',
  'place_again',
  'refund',
  'cancel',
  'write_off',
] as const
export type ReviewAction = (typeof REVIEW_ACTIONS)[number]

/** Why an act cannot be done now. */
export const REVIEW_BARS = [
  'not_for_this',
  'open_outcome',
  'may_exist',
  'order_lives',
  'no_order',
  'no_candidate',
  'no_money',
  'disputed',
  'other_currency',
  'cards_missing',
  'cards_complete',
  'nothing_came',
  'locked',
  'customer_left',
] as const
export type ReviewBar = (typeof REVIEW_BARS)[number]

/** What the acts on a held line depend on; all of it read a moment ago. */
export type ReviewDetails = {
  reason: string | null
  /** The payment that stands for the order: held, taken, disputed, not what was asked for, or none. */
  money: 'held' | 'taken' | 'disputed' | 'mismatch' | 'none'
  /** A mismatching payment in the currency of the order, and of the kind (test or real) that the store takes. */
  isUsableMoney: boolean
  /** An order of this item lives at the network. */
  hasLivingOrder: boolean
  isLocked: boolean
  /** A call whose outcome nobody knows. */
  hasOpenCall: boolean
  /** A call of the item was accepted once, whatever became of its order. */
  wasAccepted: boolean
  /** Orders at the network that may be the one of this item. */
  candidates: readonly string[]
  ordered: number
  esims: number
  codes: number
  isCancelRequested: boolean
  /** A plan on an eSIM that the buyer has: the network takes none back, and it brings no eSIM of its own. */
  isTopUp: boolean
}

/** An act with what stands in its way; `null` means that it can be done. */
export type ReviewChoice = { act: ReviewAction; bar: ReviewBar | null }

/** What a role needs for an act. Acts on a payment need the right to decide about money. */
export function permissionFor(action: ReviewAction, reason: string | null): Permission {
  if (action === 'look_again') return 'held.look'
  if (action === 'fetch_again') return 'held.fetch'
  if (action === 'cancel') return 'returns.ask'
  if (action === 'refund' || action === 'write_off') return 'held.money'
  if (reason !== null && MONEY_REASONS.includes(reason)) return 'held.money'

  return 'held.place'
}

/** Tells whether money leaves, or is let go, on one person's word: then a second one has to agree. */
export function needsSecond(action: ReviewAction, reason: string | null): boolean {
  return (
    action === 'write_off' || ((action === 'accept' || action === 'release') && MONEY_REASONS.includes(reason ?? ''))
  )
}

/** Tells whether our number has to be typed: what is decided may buy or lose something. */
export function needsNumber(action: ReviewAction): boolean {
  return action === 'place_again' || action === 'write_off'
}

// What is decided about these is the payment, not the order at the network.
const MONEY_REASONS = ['payment_mismatch', 'disputed', 'refunded_elsewhere', 'refund_refused']

// They need eSIMs of the item's own.
const OF_ESIMS: readonly ReviewAction[] = ['adopt', 'fetch_again', 'deliver_partial', 'cancel']

/** Orders that turned up under our own reference: they are ours to give back. */
const OWN_CANDIDATES = ['misfit', 'order_without_attempt', 'order_unpaid']

/** Returns every act with what stands in its way, in the order in which they are shown. One list for page and server. */
export function reviewChoices(facts: ReviewDetails): ReviewChoice[] {
  return REVIEW_ACTIONS.map((action) => ({
    act: action,
    bar: facts.isTopUp && OF_ESIMS.includes(action) ? 'not_for_this' : BARS[action](facts),
  }))
}

type Bar = (facts: ReviewDetails) => ReviewBar | null

const BARS: Record<ReviewAction, Bar> = {
  look_again: () => null,
  adopt: (facts) => {
    if (facts.reason === 'payment_mismatch') return 'not_for_this'
    if (facts.hasLivingOrder) return 'order_lives'
    if (facts.candidates.length === 0) return 'no_candidate'

    return missingMoney(facts)
  },
  accept: (facts) => {
    if (facts.reason === 'payment_mismatch') return facts.isUsableMoney ? null : 'other_currency'
    if (!['order_differs', 'cancel_refused', 'cards_unknown'].includes(facts.reason ?? '')) return 'not_for_this'
    if (!facts.hasLivingOrder) return 'no_order'
    if (facts.esims > 0 && facts.esims < facts.ordered) return 'cards_missing'

    return missingMoney(facts)
  },
  fetch_again: (facts) => {
    if (!['order_differs', 'details_refused', 'cards_unknown'].includes(facts.reason ?? '')) return 'not_for_this'
    if (!facts.hasLivingOrder) return 'no_order'
    if (facts.codes >= facts.ordered) return 'cards_complete'

    return missingMoney(facts)
  },
  deliver_partial: (facts) => {
    if (!['order_differs', 'details_refused'].includes(facts.reason ?? '')) return 'not_for_this'
    if (!facts.hasLivingOrder) return 'no_order'
    if (facts.codes === 0) return 'nothing_came'
    if (facts.codes >= facts.ordered) return 'cards_complete'

    return missingMoney(facts)
  },
  release: ({ reason, money }) => {
    if (reason === 'disputed') return money === 'disputed' ? null : 'not_for_this'
    if (reason === 'order_unpaid') return money === 'none' ? null : 'not_for_this'

    return reason === 'our_fault' || reason === 'refunded_elsewhere' ? null : 'not_for_this'
  },
  place_again: (facts) => {
    if (['payment_mismatch', 'order_unpaid', 'refund_refused', 'cancel_refused'].includes(facts.reason ?? '')) {
      return 'not_for_this'
    }
    if (facts.hasOpenCall) return 'open_outcome'
    if (facts.hasLivingOrder) return 'order_lives'
    if (facts.wasAccepted || facts.candidates.length > 0) return 'may_exist'
    if (facts.isCancelRequested) return 'customer_left'

    return missingMoney(facts)
  },
  refund: (facts) => {
    if (facts.money === 'disputed') return 'disputed'
    // The decision to pay back stands already; only its way has failed.
    if (facts.reason === 'refund_refused') return null

    return facts.hasLivingOrder ? 'order_lives' : null
  },
  cancel: (facts) => {
    if (facts.isLocked) return 'locked'
    if (facts.reason === 'refund_refused') return 'not_for_this'
    const areOurs = OWN_CANDIDATES.includes(facts.reason ?? '') && facts.candidates.length > 0

    return facts.hasLivingOrder || areOurs ? null : 'no_order'
  },
  write_off: (facts) => {
    if (facts.money === 'disputed') return null
    if (facts.money === 'mismatch') return 'not_for_this'

    return facts.hasLivingOrder ? null : 'no_order'
  },
}

function missingMoney({ money }: ReviewDetails): ReviewBar | null {
  if (money === 'disputed') return 'disputed'

  return money === 'held' || money === 'taken' ? null : 'no_money'
}
