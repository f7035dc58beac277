import { z } from 'zod'
import type {
  DataAmount,
  GroupedSku,
  PlanKind,
  PlanList,
  ProviderPlan,
  ProviderSku,
  UnreadablePlan,
} from '#lib/catalog/rules/plan.ts'
import { compareDecimals, keptAmount, ZERO } from '#lib/core/rules/decimal.ts'
import { type SkuId, toPriceId, toSkuId } from '#lib/provider/rules/provider-ids.ts'
import { type EsimPlan, USED_FORMS, type UsedForm } from '#lib/provider/rules/provider-order.ts'
import {
  exact,
  integer,
  list,
  listOrNull,
  listPayload,
  MAX_INTEGER,
  map,
  measure,
  objectPayload,
  parseProviderInstant,
  part,
  requiredList,
  text,
} from '#lib/provider/wire.ts'

const networkWire = z.object({ type: text, operator: text, nameen: text })

const planWire = z.object({
  priceid: integer,
  flows: measure,
  unit: text,
  days: integer,
  price: exact,
  flowType: integer,
  supportDaypass: integer,
  minDay: integer,
  maxDay: integer,
  mustDate: integer,
  expireDays: integer,
  apiCode: text,
  premark: text,
  showName: text,
  openCardFee: exact,
  networkDtoList: listOrNull(networkWire),
  networkVos: listOrNull(networkWire),
})

/** The wrapper around plans, in the spelling for profiles and in the one for partners. Absent data reads as no plans. */
export const planListWire = objectPayload({
  skuid: integer,
  countrycode: text,
  display: text,
  displayEn: text,
  supportCountry: listOrNull(text),
  esimPackageDtoList: listPayload(part(planWire)),
  esimPackageVoList: listPayload(part(planWire)),
})

type PlanWire = z.output<typeof planWire>

/** Returns the plans of an answer; `askedSkuId` is the product they were asked for, where there is one. */
export function toPlanList(wire: z.output<typeof planListWire>, askedSkuId: SkuId | null): PlanList {
  const skuId = askedSkuId ?? toSkuId(wire.skuid)
  const read = [...wire.esimPackageDtoList, ...wire.esimPackageVoList].map((plan) => readPlan(plan, skuId))

  return {
    skuId,
    name: wire.displayEn,
    localName: wire.display,
    regionCode: wire.countrycode,
    countries: wire.supportCountry?.flatMap((name) => (name === null ? [] : [name])) ?? null,
    plans: read.flatMap((plan) => ('problem' in plan ? [] : [plan])),
    unreadable: read.flatMap((plan) => ('problem' in plan ? [plan] : [])),
  }
}

/** Returns how the days are chosen. 2 is not explained, and bounds that cross or are missing are wrong: unsold. */
function toPlanKind(supportDaypass: number | null, minDay: number | null, maxDay: number | null): PlanKind {
  if (supportDaypass === 0) return { kind: 'fixed' }
  if (supportDaypass === 2) return { kind: 'unsold', reason: 'days_enumerated' }
  if (supportDaypass !== 1) return { kind: 'unsold', reason: 'kind_unknown' }
  if (minDay === null || maxDay === null || minDay < 1 || maxDay < minDay) {
    return { kind: 'unsold', reason: 'day_bounds_invalid' }
  }

  return { kind: 'day_pass', minDays: minDay, maxDays: maxDay }
}

/** Returns the allowance, `null` when the amount is missing or the unit is neither GB nor MB. */
function toDataAmount(value: number | null, unitText: string | null): DataAmount | null {
  const unit = unitText?.toUpperCase()
  if (value === null || (unit !== 'GB' && unit !== 'MB')) return null

  return { value, unit }
}

function readPlan(wire: PlanWire, skuId: SkuId | null): ProviderPlan | UnreadablePlan {
  const priceId = toPriceId(wire.priceid)
  const dataAmount = toDataAmount(wire.flows, wire.unit)
  const unreadable = (problem: UnreadablePlan['problem']) => ({ code: wire.apiCode, label: wire.showName, problem })
  if (skuId === null) return unreadable('skuId')
  if (priceId === null) return unreadable('priceId')
  if (wire.flows === null) return unreadable('amount')
  if (dataAmount === null) return unreadable('unit')
  // A part of a gigabyte is counted in megabytes.
  if (wire.flows * (dataAmount.unit === 'GB' ? 1024 : 1) > MAX_INTEGER) return unreadable('amount')
  if (wire.days === null || wire.days < 0) return unreadable('days')
  const cost = keptAmount(wire.price)
  if (cost === null || compareDecimals(cost, ZERO) < 0) return unreadable('price')

  return {
    code: wire.apiCode,
    skuId,
    priceId,
    dataAmount,
    validityDays: wire.days,
    cost,
    kind: toPlanKind(wire.supportDaypass, wire.minDay, wire.maxDay),
    canTopUp: wire.flowType === 0,
    needsStartDate: wire.mustDate === 1,
    expireDays: wire.expireDays,
    label: wire.showName,
    premark: wire.premark,
    networks: toNetworks(wire.networkDtoList ?? wire.networkVos),
    openCardFee: keptAmount(wire.openCardFee),
  }
}

function toNetworks(wires: z.output<typeof networkWire>[] | null): ProviderPlan['networks'] {
  if (wires === null) return null

  return wires.flatMap(({ operator, nameen, type }) => {
    const name = operator ?? nameen

    return name === null ? [] : [{ operator: name, generation: type }]
  })
}

const skuWire = z.object({ skuid: integer, display: text, countryCode: text })

const groupedSkuWire = skuWire.extend({ note: text, search: text, continentCode: integer })

/** A list of products that must be a list: for the catalogue, "no answer" is not "nothing on sale". */
export const requiredSkuListWire = requiredList(skuWire)

/** Products by continent. The keys of the map count; the separate list of keys only repeats them. */
export const groupedSkuListWire = objectPayload({ data: map(list(groupedSkuWire)) })

/** Returns the products that have an id; without one nothing can be asked about a product. */
export function toSkus(wires: z.output<typeof requiredSkuListWire>): ProviderSku[] {
  return wires.flatMap(toSku)
}

/** Returns the products of all continents, in the order in which they came. */
export function toGroupedSkus({ data }: z.output<typeof groupedSkuListWire>): GroupedSku[] {
  return data.flatMap(([continent, wires]) =>
    wires.flatMap((wire) =>
      toSku(wire).map((sku) => ({
        ...sku,
        continent,
        continentCode: wire.continentCode,
        note: wire.note,
        searchText: wire.search,
      })),
    ),
  )
}

function toSku({ skuid, display, countryCode }: z.output<typeof skuWire>): ProviderSku[] {
  const skuId = toSkuId(skuid)

  return skuId === null ? [] : [{ skuId, name: display, regionCode: countryCode }]
}

const cardPlanFields = z.object({
  usedForm: z.enum(USED_FORMS).catch('missing'),
  id: text,
  flows: measure,
  unit: text,
  days: integer,
  usedMb: measure,
  usedMB: measure,
  name: text,
  iccid: text,
  status: integer,
  beginDate: text,
  endDate: text,
  supportDaypass: integer,
})

// The readers make one null of everything without an amount; how it arrived has to be noted before.
const cardPlanWire = z.preprocess(
  (raw) => (typeof raw === 'object' && raw !== null ? { ...raw, usedForm: toUsedForm(raw) } : raw),
  cardPlanFields,
)

/** The plans on the eSIMs of an order; `null` or no list reads as empty. */
export const cardPlanListWire = list(cardPlanWire)

/** Returns one plan on an eSIM. Usage that was not reported is `null`, never 0. */
export function toEsimPlan(wire: z.output<typeof cardPlanWire>): EsimPlan {
  return {
    id: wire.id,
    name: wire.name,
    iccid: wire.iccid,
    dataAmount: toDataAmount(wire.flows, wire.unit),
    validityDays: wire.days,
    usedMb: wire.usedMb ?? wire.usedMB,
    usedForm: wire.usedForm,
    status: wire.status,
    beginsAt: parseProviderInstant(wire.beginDate),
    endsAt: parseProviderInstant(wire.endDate),
    isDayPass: toDayPassFlag(wire.supportDaypass),
  }
}

/** Returns whether 0 or 1 stands for a DayPass; `null` for other numbers, which nobody explains. */
function toDayPassFlag(value: number | null): boolean | null {
  if (value === 0) return false

  return value === 1 ? true : null
}

function toUsedForm(raw: { usedMb?: unknown; usedMB?: unknown }): UsedForm {
  const value = raw.usedMb ?? raw.usedMB
  if (value === undefined && raw.usedMb === undefined && !('usedMB' in raw)) return 'missing'
  if (value === null || value === undefined || value === '') return 'empty'

  return typeof value === 'string' ? 'text' : 'number'
}
