import { isWithinBounds } from '#lib/catalog/rules/day-pass.ts'
import { lastMinuteOf } from '#lib/catalog/rules/trip.ts'
import { compareDecimals, type Decimal, roundDecimal } from '#lib/core/rules/decimal.ts'
import { parseCalendarDate } from '#lib/core/rules/field-schemas.ts'
import type { PartnerId, PriceId, SkuId } from '#lib/provider/rules/provider-ids.ts'
import type { Generation, Network } from '#lib/settings/rules/shop.ts'

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
  countries: string[] | null
  plans: ProviderPlan[]
  unreadable: UnreadablePlan[]
}

/** A product for one country or region. `regionCode` is opaque: a country number, or the id of a region. */
export type ProviderSku = { skuId: SkuId; name: string | null; regionCode: string | null }

/** A product in a list grouped by continent; everything beside the id is optional there. */
export type GroupedSku = ProviderSku & {
  continent: string
  continentCode: number | null
  note: string | null
  searchText: string | null
}

/** A distribution partner of physical eSIMs. */
export type Partner = { partnerId: PartnerId; name: string | null; iconUrl: string | null }

/** What a stock check said. `unknown` is every answer other than yes or no, and sells nothing. */
export type StockAnswer = 'available' | 'sold_out' | 'unknown'

const COST_PLACES = 6

/** What the mirror keeps of a plan that the provider sent: everything that may change between two reads. */
export type MirroredPlan = {
  planKey: string
  code: string | null
  priceId: number
  kind: 'fixed' | 'day_pass' | 'unsold'
  unsoldReason: UnsoldReason | null
  minDays: number | null
  maxDays: number | null
  amountValue: number
  amountUnit: 'GB' | 'MB'
  validityDays: number
  cost: Decimal
  openCardFee: Decimal | null
  canTopUp: boolean
  needsStartDate: boolean
  expireDays: number | null
  label: string | null
  premark: string | null
  networks: PlanNetwork[] | null
}

/** A plan of the mirror, with what the store adds to it. */
export type CatalogPlan = MirroredPlan & { id: string; skuId: number; isHidden: boolean; vanishedAt: Date | null }

/**
 * Tells whether a list says nothing about plans: success without any payload, or one of which nothing can be read. Taken as
 * "none", it would empty a destination, and give the money of a paid order back.
 */
export function isHollow({
  name,
  localName,
  plans,
  unreadable,
}: Pick<PlanList, 'name' | 'localName' | 'plans' | 'unreadable'>): boolean {
  return plans.length === 0 && (unreadable.length > 0 || (name === null && localName === null))
}

/** Returns the codes of the plans of a list that could not be read. */
export function unreadableCodes({ unreadable }: Pick<PlanList, 'unreadable'>): string[] {
  return unreadable.flatMap(({ code }) => (code === null ? [] : [code]))
}

/** Tells whether a list may name the plan of a quote in a form that cannot be read: then it is not gone. */
export function mayListUnread(
  { planCode }: { planCode: string | null },
  { unreadable }: Pick<PlanList, 'unreadable'>,
): boolean {
  return unreadable.some(({ code }) => code === planCode)
}

/** Returns the plan of a quote, by its code where it has one, which outlives a price id; `null` where not exactly one fits. */
export function findQuotedPlan(
  { planCode, priceId }: { planCode: string | null; priceId: number },
  plans: readonly ProviderPlan[],
): ProviderPlan | null {
  const fitting = plans.filter((plan) => (planCode === null ? plan.priceId === priceId : plan.code === planCode))

  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

/** Tells whether a plan still takes the days that it was sold for; `null` are those of a plan that has its own. */
export function takesDays({ kind }: Pick<ProviderPlan, 'kind'>, days: number | null): boolean {
  return kind.kind === 'day_pass' ? days !== null && isWithinBounds(kind, days) : days === null
}

/**
 * Returns the facts of every plan of one list, each under a key of its own.
 *
 * The key is the plan code, which outlives a price id; a plan without a code, or one that repeats a code of the same
 * list, goes by its price id.
 */
export function toMirroredPlans(plans: readonly ProviderPlan[]): MirroredPlan[] {
  const facts = new Map<string, MirroredPlan>()
  for (const plan of plans) {
    const key = plan.code !== null && !facts.has(plan.code) ? plan.code : `price:${plan.priceId}`
    facts.set(key, toMirroredPlan(plan, key))
  }

  return [...facts.values()]
}

function toMirroredPlan(plan: ProviderPlan, planKey: string): MirroredPlan {
  const { kind } = plan
  const bounds = kind.kind === 'day_pass' ? kind : null

  return {
    planKey,
    code: plan.code,
    priceId: plan.priceId,
    kind: kind.kind,
    unsoldReason: kind.kind === 'unsold' ? kind.reason : null,
    minDays: bounds?.minDays ?? null,
    maxDays: bounds?.maxDays ?? null,
    ...wholeAmount(plan.dataAmount),
    validityDays: plan.validityDays,
    // As many places as the mirror keeps: a longer cost would look changed at every read.
    cost: roundDecimal(plan.cost, COST_PLACES, 'up'),
    openCardFee: plan.openCardFee && roundDecimal(plan.openCardFee, COST_PLACES, 'up'),
    canTopUp: plan.canTopUp,
    needsStartDate: plan.needsStartDate,
    expireDays: plan.expireDays,
    label: plan.label,
    premark: plan.premark,
    networks: plan.networks,
  }
}

// Half a gigabyte is counted in megabytes: an allowance is stored and shown as a whole number.
function wholeAmount({ value, unit }: DataAmount): Pick<MirroredPlan, 'amountValue' | 'amountUnit'> {
  if (Number.isSafeInteger(value)) return { amountValue: value, amountUnit: unit }

  return { amountValue: Math.round(unit === 'GB' ? value * 1024 : value), amountUnit: 'MB' }
}

/** What happened to a plan since the last read. `gone` is kept in the mirror and may come `back`. */
export const PLAN_CHANGE_KINDS = ['new', 'gone', 'back', 'dearer', 'cheaper', 'changed'] as const
export type PlanChangeKind = (typeof PLAN_CHANGE_KINDS)[number]

/** A plan of the mirror as the comparison needs it. */
export type KnownPlan = MirroredPlan & { id: string; vanishedAt: Date | null }

/** What one list said: the plans that could be read, and the codes of those that could not. */
export type PlanReading = { plans: readonly MirroredPlan[]; unreadable: readonly string[] }

/** One difference. `before` is null for a new plan, `after` for one that is gone. */
export type PlanChange =
  | { kind: 'new'; before: null; after: MirroredPlan }
  | { kind: 'gone'; before: KnownPlan; after: null }
  | { kind: 'back' | 'dearer' | 'cheaper' | 'changed'; before: KnownPlan; after: MirroredPlan }

/**
 * Compares one destination's plans with a complete answer of the provider, and returns every difference.
 *
 * Call it only for a list that was really read: a destination that was not reached has no differences at all.
 * `unreadable` names plan codes that were listed in a form nobody could read: those are untouched, not gone.
 */
export function diffPlans(known: readonly KnownPlan[], { plans: fresh, unreadable }: PlanReading): PlanChange[] {
  const knownByKey = new Map(known.map((plan) => [plan.planKey, plan]))
  const listed = new Set([...fresh.map((plan) => plan.planKey), ...unreadable])
  const gone = known.filter((plan) => plan.vanishedAt === null && !listed.has(plan.planKey))

  return [
    ...fresh.flatMap((after) => compareOne(knownByKey.get(after.planKey), after)),
    ...gone.map((before): PlanChange => ({ kind: 'gone', before, after: null })),
  ]
}

/**
 * Returns the destinations that a complete product list no longer names. `listed` is null when there was no such
 * list: then nothing is known to be gone.
 */
export function vanishedDestinations(known: readonly number[], listed: readonly number[] | null): number[] {
  if (listed === null) return []
  const present = new Set(listed)

  return known.filter((skuId) => !present.has(skuId))
}

function compareOne(before: KnownPlan | undefined, after: MirroredPlan): PlanChange[] {
  if (!before) return [{ kind: 'new', before: null, after }]
  if (before.vanishedAt !== null) return [{ kind: 'back', before, after }]
  const order = compareDecimals(after.cost, before.cost)
  if (order !== 0) return [{ kind: order > 0 ? 'dearer' : 'cheaper', before, after }]

  return fingerprint(before) === fingerprint(after) ? [] : [{ kind: 'changed', before, after }]
}

function fingerprint(plan: MirroredPlan): string {
  const networks = plan.networks?.map((network) => [network.operator, network.generation]) ?? null

  return JSON.stringify([
    [plan.code, plan.priceId, plan.kind, plan.unsoldReason, plan.minDays, plan.maxDays],
    [plan.amountValue, plan.amountUnit, plan.validityDays, plan.openCardFee, plan.canTopUp, plan.needsStartDate],
    [plan.expireDays, plan.label, plan.premark, networks],
  ])
}

/**
 * Returns the access point name that a plan states in its own words (`APN: internet.example`), exactly as written there;
 * `null` when it states none, or more than one.
 */
export function apnOf(words: readonly string[]): string | null {
  const named = words.flatMap((item) => [...item.matchAll(/\bAPN\s*[:=：]\s*([A-Za-z0-9][A-Za-z0-9._-]*)/gi)])
  const names = new Set(named.map(([, name = '']) => name.replace(/[.]+$/, '')))

  return names.size === 1 ? ([...names][0] ?? null) : null
}

const GENERATIONS: readonly Generation[] = ['2G', '3G', '4G', '5G']
const GENERATION_PATTERNS: [pattern: RegExp, generation: Generation][] = [
  [/5G|NR/i, '5G'],
  [/4G|LTE/i, '4G'],
  [/3G|UMTS|HSPA|WCDMA/i, '3G'],
  [/2G|GSM|EDGE|GPRS/i, '2G'],
]

/** Returns the generation that the provider's word for a technology means, `null` when it is not one we know. */
export function toGeneration(word: string | null): Generation | null {
  return word === null ? null : (GENERATION_PATTERNS.find(([pattern]) => pattern.test(word))?.[1] ?? null)
}

/** Returns the better of two generations; one that is not known loses. */
export function betterGeneration(a: Generation | null, b: Generation | null): Generation | null {
  if (a === null || b === null) return a ?? b

  return GENERATIONS.indexOf(a) >= GENERATIONS.indexOf(b) ? a : b
}

/**
 * Returns every operator of several lists once, with the best generation named for it, in the order of their first
 * mention. `null` when no list names any: then the networks are not stated.
 */
export function mergeNetworks(lists: readonly (readonly PlanNetwork[] | null)[]): Network[] | null {
  const byOperator = new Map<string, Generation | null>()
  for (const { operator, generation } of lists.flatMap((list) => list ?? [])) {
    byOperator.set(operator, betterGeneration(byOperator.get(operator) ?? null, toGeneration(generation)))
  }
  if (byOperator.size === 0) return null

  return [...byOperator].map(([operator, generation]) => ({ operator, generation }))
}

/**
 * Returns the last minute of an "install before" day on the network's clock, `null` when the text names no day.
 *
 * The provider gives a day without a time, with or without a trailing zone.
 */
export function lastInstallMinute(activateBefore: string): Date | null {
  const day = parseCalendarDate(activateBefore.slice(0, 10))

  return day === null ? null : lastMinuteOf(day)
}
