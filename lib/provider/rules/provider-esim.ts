import type { CalendarDate } from '#lib/core/rules/field-schemas.ts'
import type { SkuId } from '#lib/provider/rules/provider-ids.ts'
import type { EsimKind, EsimPlan } from '#lib/provider/rules/provider-order.ts'

/**
 * What the provider says about one eSIM. `isKnown` is its own success flag for this eSIM; `null` elsewhere means that
 * the answer did not say. `profileStatus` is its word: ACTIVE, Disable, Delete or Enable so far.
 */
export type EsimStatus = {
  iccid: string | null
  isKnown: boolean
  message: string | null
  expiresAt: Date | null
  canTopUp: boolean | null
  esimKind: EsimKind | null
  brandName: string | null
  partnerId: string | null
  profileStatus: string | null
  eid: string | null
}

/** One order in the history of an eSIM. */
export type EsimHistoryEntry = {
  orderNum: string | null
  skuId: SkuId | null
  skuName: string | null
  isDayPass: boolean | null
  count: number | null
  createdAt: Date | null
  status: number | null
  isTopUp: boolean | null
  plans: EsimPlan[]
}

/** Everything the provider tells about one eSIM, read over the address that only listed servers may use. */
export type EsimDetail = {
  iccid: string | null
  number: string | null
  createdOn: CalendarDate | null
  expiresOn: CalendarDate | null
  canTopUp: boolean | null
  eid: string | null
  profileStatus: string | null
  networks: { country: string; operator: string | null; generation: string | null }[]
  orders: EsimHistoryEntry[]
}
