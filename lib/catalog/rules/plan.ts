import type { Decimal } from '#lib/core/rules/decimal.ts'
import type { PartnerId, PriceId, SkuId } from '#lib/provider/rules/provider-ids.ts'

/** A data allowance in the unit in which it is sold. */
export type DataAmount = { value: number; unit: 'GB' | 'MB' }

/** How the days of a plan are chosen. `unsold` cannot be ordered by any rule we know, and says why. */
export type PlanKind =
  | { kind: 'fixed' }
  | { kind: 'day_pass'; minDays: number; maxDays: number }
  | { kind: 'unsold'; reason: UnsoldReason }

/** Why a plan is not for sale: its days are enumerated, its day bounds contradict, or its kind is not known. */
export type UnsoldReason = 'days_enumerated' | 'day_bounds_invalid' | 'kind_unknown'

/** One mobile network that a plan uses. `generation` is the provider's word, such as `LTE` or `5G`. */
export type PlanNetwork = { operator: string; generation: string | null }

/**
 * One plan as the provider sells it.
 *
 * `code` stays when `priceId` changes; `null` means the provider gave none. `cost` has no currency and counts per day
 * for a DayPass. `validityDays` of a DayPass is not the number of days bought. `expireDays` 0 means that the plan
 * starts at once. `premark` is the provider's text with its markup: untrusted. `networks` and `openCardFee` are `null`
 * when not reported.
 */
export type ProviderPlan = {
  code: string | null
  skuId: SkuId
  priceId: PriceId
  dataAmount: DataAmount
  validityDays: number
  cost: Decimal
  kind: PlanKind
  canTopUp: boolean
  needsStartDate: boolean
  expireDays: number | null
  label: string | null
  premark: string | null
  networks: PlanNetwork[] | null
  openCardFee: Decimal | null
}

/** An entry of a plan list that lacks what an order needs; `problem` names the first field that was unusable. */
export type UnreadablePlan = { code: string | null; label: string | null; problem: UnreadableField }

/** The field that made a plan unreadable. */
type UnreadableField = 'skuId' | 'priceId' | 'amount' | 'unit' | 'days' | 'price'

/** A country's picture and names as the provider sends them; `regionCode` is opaque. */
type CountryImage = {
  regionCode: string | null
  name: string | null
  localName: string | null
  imageUrl: string | null
}

/**
 * The plans of one product, in the order in which they came.
 *
 * `name` is the English one; `localName` is not for shoppers. `countries` are English display names as they stand,
 * `null` when not reported.
 */
export type PlanList = {
  skuId: SkuId | null
  name: string | null
  localName: string | null
  regionCode: string | null
  imageUrl: string | null
  countries: string[] | null
  countryImages: CountryImage[]
  plans: ProviderPlan[]
  unreadable: UnreadablePlan[]
}

/** A product for one country or region. `regionCode` is opaque: a country number, or the id of a region. */
export type ProviderSku = { skuId: SkuId; name: string | null; regionCode: string | null }

/** A product in a list grouped by continent; everything beside the id is optional there. */
export type GroupedSku = ProviderSku & {
  continent: string
  continentCode: number | null
  imageUrl: string | null
  note: string | null
  searchText: string | null
}

/** A distribution partner of physical eSIMs. */
export type Partner = { partnerId: PartnerId; name: string | null; iconUrl: string | null }

/** What a stock check said. `unknown` is every answer other than yes or no, and sells nothing. */
export type StockAnswer = 'available' | 'sold_out' | 'unknown'
