import type { DataAmount } from '#lib/catalog/rules/plan.ts'
import type { Decimal } from '#lib/core/rules/decimal.ts'
import type { CalendarDate } from '#lib/core/rules/field-schemas.ts'
import type { PriceId, SkuId } from '#lib/provider/rules/provider-ids.ts'

/** The states of an order that the specification explains ("Order `status`"). */
export const ORDER_STATUS = { active: 0, cancelled: 2, partlyCancelled: 4 } as const

/** How far the provider's clock may be from ours where its times are compared with ours. */
export const CLOCK_TOLERANCE_MS = 2 * 60_000

/** What an order state number means; everything the provider does not explain is `unknown`. */
export type ProviderOrderState = 'active' | 'cancelled' | 'partly_cancelled' | 'unknown'

/**
 * One eSIM inside an order, as it arrived: nothing is checked, repaired or derived.
 *
 * `activationCode` is the whole LPA string, `matchingId` the token in it, `smdpAddress` the host; all three are
 * secrets. `iccid` is raw text: `parseIccid` says whether it is one.
 */
export type ProviderEsim = {
  iccid: string | null
  activationCode: string | null
  smdpAddress: string | null
  matchingId: string | null
  activateBefore: CalendarDate | null
}

/**
 * An order with its details. Only `orderNum` is certain; `null` means that the answer did not say.
 *
 * `total` is the charged cost of the whole order, without a currency. `eSIMs` is empty when only the number came.
 */
export type ProviderOrder = {
  orderNum: string
  skuName: string | null
  count: number | null
  total: Decimal | null
  status: number | null
  isTopUp: boolean | null
  mainOrderNum: string | null
  priceId: PriceId | null
  itemRef: string | null
  esims: ProviderEsim[]
}

/** In which form an answer held an amount: a number, a text, nothing (`null` or empty), or no such field at all. */
export const USED_FORMS = ['number', 'text', 'empty', 'missing'] as const
export type UsedForm = (typeof USED_FORMS)[number]

/**
 * One plan on an eSIM, inside an order row or an eSIM's history. `usedMb` is `null` when not reported.
 *
 * `usedForm` tells how the figure arrived: with `text` and no `usedMb`, what stood there was no amount.
 */
export type EsimPlan = {
  id: string | null
  name: string | null
  iccid: string | null
  dataAmount: DataAmount | null
  validityDays: number | null
  usedMb: number | null
  usedForm: UsedForm
  status: number | null
  beginsAt: Date | null
  endsAt: Date | null
  isDayPass: boolean | null
}

/** One row of the recommended order search. It does not echo our reference, so a hit alone proves nothing. */
export type ProviderOrderRow = {
  orderNum: string
  skuId: SkuId | null
  skuName: string | null
  count: number | null
  createdAt: Date | null
  status: number | null
  total: Decimal | null
  isTopUp: boolean | null
  plans: EsimPlan[]
}

/** One row of the legacy order search, which echoes the reference of our item. */
export type LegacyOrderRow = { orderNum: string; itemRef: string | null }

/**
 * One page of an order search.
 *
 * `total` is `null` when not reported: only a `total` of 0 says that there is no such order. `unreadable` counts rows
 * without an order number.
 */
export type ProviderOrderPage<Row> = { total: number | null; page: number | null; rows: Row[]; unreadable: number }

/** Returns what an order state means: 0, 2 and 4 are explained, every other number stays `unknown`. */
export function toProviderOrderState(status: number | null): ProviderOrderState {
  if (status === ORDER_STATUS.active) return 'active'
  if (status === ORDER_STATUS.cancelled) return 'cancelled'
  if (status === ORDER_STATUS.partlyCancelled) return 'partly_cancelled'

  return 'unknown'
}
