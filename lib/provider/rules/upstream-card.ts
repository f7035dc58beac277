import type { CalendarDate } from '#lib/core/rules/calendar-date.ts'
import type { SkuId } from '#lib/provider/rules/upstream-ids.ts'
import type { CardKind, CardPlan } from '#lib/provider/rules/upstream-order.ts'

/**
 * What the upstream says about one card. `isKnown` is its own success flag for this card; `null` elsewhere means that
 * the answer did not say. `profileStatus` is its word: ACTIVE, Disable, Delete or Enable so far.
 */
export type CardStatus = {
  iccid: string | null
  isKnown: boolean
  message: string | null
  expiresAt: Date | null
  canTopUp: boolean | null
  cardKind: CardKind | null
  brandName: string | null
  partnerId: string | null
  profileStatus: string | null
  eid: string | null
}

/** One order in the history of a card. */
export type CardHistoryEntry = {
  orderNum: string | null
  skuId: SkuId | null
  skuName: string | null
  isDayPass: boolean | null
  count: number | null
  createdAt: Date | null
  status: number | null
  isTopUp: boolean | null
  plans: CardPlan[]
}

/** Everything the upstream tells about one card, read over the address that only listed servers may use. */
export type CardDetail = {
  iccid: string | null
  number: string | null
  createdOn: CalendarDate | null
  expiresOn: CalendarDate | null
  canTopUp: boolean | null
  eid: string | null
  profileStatus: string | null
  networks: { country: string; operator: string | null; generation: string | null }[]
  orders: CardHistoryEntry[]
  countryGroups: { continent: string | null; countries: string[] }[]
}
