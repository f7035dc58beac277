import type { LocalAddress } from '#lib/catalog/rules/address.ts'
import type { OwnTexts } from '#lib/catalog/rules/page-text.ts'
import type { PlanLabel } from '#lib/orders/rules/admin-orders.ts'
import type { PriceView, RuleName } from '#lib/pricing/rules/admin-pricing.ts'
import type { ShopPicture } from '#lib/settings/rules/brand.ts'
import type { Shelf } from '#lib/settings/rules/shop.ts'

/** What a destination may be, besides on the shelf. */
export const DESTINATION_STATES = ['featured', 'hidden', 'unsold', 'gone', 'unread'] as const

/** A destination in the list of staff. */
export type DestinationRow = {
  id: number
  name: string
  providerName: string
  iso2: string | null
  shelf: Shelf
  rank: number
  isHidden: boolean
  isFeatured: boolean
  isGone: boolean
  plans: number
  onSale: number
  fromMinor: number | null
  readAt: Date | null
  error: string | null
}

/**
 * A plan as staff see it. Cost, margin and rule are null for roles that see no costs. `facts` are as they were read.
 * `noStock` is when the network had not as many eSIMs as were asked for, until it has some again: it stays on sale.
 */
export type AdminPlan = {
  id: string
  plan: PlanLabel
  isDayPass: boolean
  isHidden: boolean
  isGone: boolean
  cost: string | null
  sale: PriceView
  noStock: { at: Date; count: number } | null
  rule: RuleName | null
  facts: { key: string; value: string }[]
}

/** What a person can read out of a plan's words about giving it back. */
export const REFUNDABILITY_ANSWERS = ['UNKNOWN', 'ALLOWED_UNTIL_INSTALL', 'ALLOWED_UNTIL_USE', 'NEVER'] as const
export type RefundabilityAnswer = (typeof REFUNDABILITY_ANSWERS)[number]

/** Returns what was read out of the words of several plans, null where they differ in it. */
export function commonAnswer(answers: readonly RefundabilityAnswer[]): RefundabilityAnswer | null {
  const [answer = null, ...others] = new Set(answers)

  return others.length > 0 ? null : answer
}

/**
 * Words that plans of a destination have in common: `shared` stands with more than one plan, `own` with one alone. What was
 * read out of them is null where the plans differ in it; `tooLong` counts those whose words cannot be told apart from others.
 */
export type Wording = {
  planIds: string[]
  shared: string[]
  own: string[]
  answer: RefundabilityAnswer | null
  tooLong: number
}

/** A destination as its page shows it to staff. */
export type AdminDestination = {
  id: number
  name: string
  providerName: string
  regionCode: string
  slug: string
  iso2: string | null
  shelf: Shelf
  rank: number
  isHidden: boolean
  isFeatured: boolean
  vanishedAt: Date | null
  readAt: Date | null
  firstSeenAt: Date
  error: string | null
  countries: string[] | null
  texts: OwnTexts[]
  /** The last part of its address in each language that has one of its own. */
  addresses: LocalAddress[]
  picture: ShopPicture | null
  plans: AdminPlan[]
  /** When all of this was read. */
  asOf: Date
  wordings: Wording[]
  currency: string
  costCurrency: string
}
