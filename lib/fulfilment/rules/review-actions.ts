import type { Permission } from '#lib/core/rules/caller.ts'

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
  /** That order is another than was wanted, or dearer: no further reading of its eSIMs changes that. */
  isOtherOrder: boolean
  isLocked: boolean
  /** A call whose outcome nobody knows. */
  hasOpenCall: boolean
  /** A call of the item was accepted once, whatever became of its order. */
  wasAccepted: boolean
  /** Orders at the network that may be the one of this item. */
  candidates: readonly string[]
  /** Those of them that stand under our own reference; any other may be somebody else's. */
  ours: readonly string[]
  ordered: number
  esims: number
  codes: number
  isCancelRequested: boolean
  /** A plan on an eSIM that the buyer has: the network takes none back, and it brings no eSIM of its own. */
  isTopUp: boolean
}

type ReviewRule = {
  /** What a role needs. Acts on a payment need the right to decide about money instead of the one to place. */
  permission: Permission
  /** Money leaves, or is let go, on one person's word: then a second one has to agree. */
  needsSecond?: 'always' | 'about_money'
  /** What is decided may buy or lose something: our number has to be typed. */
  needsNumber?: boolean
  /** Needs eSIMs of the item's own. */
  isOfEsims?: boolean
  bar: (facts: ReviewDetails) => ReviewBar | null
}

/** What a person can decide about an item in review, in the order in which it is shown. */
const RULES = {
  look_again: {
    permission: 'held.look',
    bar: () => null,
  },
  adopt: {
    permission: 'held.place',
    bar: (facts) => {
      if (facts.reason === 'payment_mismatch') return 'not_for_this'
      if (facts.hasLivingOrder) return 'order_lives'
      if (facts.candidates.length === 0) return 'no_candidate'

      return missingMoney(facts)
    },
  },
  accept: {
    permission: 'held.place',
    needsSecond: 'about_money',
    bar: (facts) => {
      if (facts.reason === 'payment_mismatch' && facts.money === 'disputed') return 'disputed'
      if (facts.reason === 'payment_mismatch') return facts.isUsableMoney ? null : 'other_currency'
      if (!['order_differs', 'cancel_refused', 'cards_unknown'].includes(facts.reason ?? '')) return 'not_for_this'
      if (!facts.hasLivingOrder) return 'no_order'
      if (facts.esims > 0 && facts.esims < facts.ordered) return 'cards_missing'

      return missingMoney(facts)
    },
  },
  fetch_again: {
    permission: 'held.fetch',
    isOfEsims: true,
    bar: (facts) => {
      if (!['order_differs', 'details_refused', 'cards_unknown'].includes(facts.reason ?? '')) return 'not_for_this'
      // Who may not accept such an order must not have it delivered by this.
      if (facts.isOtherOrder) return 'not_for_this'
      if (!facts.hasLivingOrder) return 'no_order'
      if (facts.codes >= facts.ordered) return 'cards_complete'

      return missingMoney(facts)
    },
  },
  deliver_partial: {
    permission: 'held.place',
    isOfEsims: true,
    bar: (facts) => {
      if (!['order_differs', 'details_refused'].includes(facts.reason ?? '')) return 'not_for_this'
      if (!facts.hasLivingOrder) return 'no_order'
      if (facts.codes === 0) return 'nothing_came'
      if (facts.codes >= facts.ordered) return 'cards_complete'

      return missingMoney(facts)
    },
  },
  release: {
    permission: 'held.place',
    needsSecond: 'about_money',
    bar: ({ reason, money }) => {
      if (reason === 'disputed') return money === 'disputed' ? null : 'not_for_this'
      if (reason === 'order_unpaid') return money === 'none' ? null : 'not_for_this'

      return reason === 'our_fault' || reason === 'refunded_elsewhere' ? null : 'not_for_this'
    },
  },
  place_again: {
    permission: 'held.place',
    needsNumber: true,
    bar: (facts) => {
      if (['payment_mismatch', 'order_unpaid', 'refund_refused', 'cancel_refused'].includes(facts.reason ?? '')) {
        return 'not_for_this'
      }
      if (facts.hasOpenCall) return 'open_outcome'
      if (facts.hasLivingOrder) return 'order_lives'
      if (facts.wasAccepted || facts.candidates.length > 0) return 'may_exist'
      if (facts.isCancelRequested) return 'customer_left'

      return missingMoney(facts)
    },
  },
  refund: {
    permission: 'held.money',
    bar: (facts) => {
      if (facts.money === 'disputed') return 'disputed'
      // The decision to pay back stands already; only its way has failed.
      if (facts.reason === 'refund_refused') return null

      return facts.hasLivingOrder ? 'order_lives' : null
    },
  },
  cancel: {
    permission: 'returns.ask',
    isOfEsims: true,
    bar: (facts) => {
      if (facts.isLocked) return 'locked'
      if (facts.reason === 'refund_refused') return 'not_for_this'

      return facts.hasLivingOrder || areOurs(facts) ? null : 'no_order'
    },
  },
  write_off: {
    permission: 'held.money',
    needsSecond: 'always',
    needsNumber: true,
    bar: (facts) => {
      if (facts.money === 'disputed') return null
      if (facts.money === 'mismatch') return 'not_for_this'

      return facts.hasLivingOrder ? null : 'no_order'
    },
  },
} satisfies Record<string, ReviewRule>

export type ReviewAction = keyof typeof RULES
export const REVIEW_ACTIONS = Object.keys(RULES) as ReviewAction[]

/** An act with what stands in its way; `null` means that it can be done. */
export type ReviewChoice = { act: ReviewAction; bar: ReviewBar | null }

/** Returns what must hold before an act on an item that waits for this reason. */
export function ruleFor(action: ReviewAction, reason: string | null) {
  const { permission, needsSecond, needsNumber = false }: ReviewRule = RULES[action]
  const isMoney = isAboutMoney(reason)

  return {
    permission: permission === 'held.place' && isMoney ? 'held.money' : permission,
    needsSecond: needsSecond === 'always' || (needsSecond === 'about_money' && isMoney),
    needsNumber,
  }
}

/** Tells whether what is decided about is the payment, not the order at the network. */
export function isAboutMoney(reason: string | null): boolean {
  return ['payment_mismatch', 'disputed', 'refunded_elsewhere', 'refund_refused'].includes(reason ?? '')
}

/** Orders that turned up under our own reference: they are ours to give back. */
function areOurs({ reason, ours }: ReviewDetails): boolean {
  return ['misfit', 'order_without_attempt', 'order_unpaid'].includes(reason ?? '') && ours.length > 0
}

/** Returns every act with what stands in its way. One list for page and server. */
export function reviewChoices(facts: ReviewDetails): ReviewChoice[] {
  return REVIEW_ACTIONS.map((act) => {
    const { isOfEsims, bar }: ReviewRule = RULES[act]

    return { act, bar: facts.isTopUp && isOfEsims ? 'not_for_this' : bar(facts) }
  })
}

/** Returns what stands in the way of one act, `null` where it can be done. */
export function barOf(action: ReviewAction, facts: ReviewDetails): ReviewBar | null {
  return reviewChoices(facts).find(({ act }) => act === action)?.bar ?? null
}

function missingMoney({ money }: ReviewDetails): ReviewBar | null {
  if (money === 'disputed') return 'disputed'

  return money === 'held' || money === 'taken' ? null : 'no_money'
}
