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
import { compareDecimals, ZERO } from '#lib/core/rules/decimal.ts'
import { type SkuId, toPriceId, toSkuId } from '#lib/provider/rules/provider-ids.ts'
import {
  exact,
  integer,
  list,
  listOrNull,
  listPayload,
  map,
  measure,
  objectPayload,
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

const imageWire = z.object({ imageUrl: text, countryCode: text, name: text, nameEn: text })

/** The wrapper around plans, in the spelling for profiles and in the one for partners. Absent data reads as no plans. */
export const planListWire = objectPayload({
  skuid: integer,
  countrycode: text,
  imageUrl: text,
  display: text,
  displayEn: text,
  supportCountry: listOrNull(text),
  countryImageUrlDtoList: list(imageWire),
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
    imageUrl: wire.imageUrl,
    countries: wire.supportCountry?.flatMap((name) => (name === null ? [] : [name])) ?? null,
    countryImages: wire.countryImageUrlDtoList.map((image) => ({
      regionCode: image.countryCode,
      name: image.nameEn,
      localName: image.name,
      imageUrl: image.imageUrl,
    })),
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
export function toDataAmount(value: number | null, unitText: string | null): DataAmount | null {
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
  if (wire.days === null || wire.days < 0) return unreadable('days')
  if (wire.price === null || compareDecimals(wire.price, ZERO) < 0) return unreadable('price')

  return {
    code: wire.apiCode,
    skuId,
    priceId,
    dataAmount,
    validityDays: wire.days,
    cost: wire.price,
    kind: toPlanKind(wire.supportDaypass, wire.minDay, wire.maxDay),
    canTopUp: wire.flowType === 0,
    needsStartDate: wire.mustDate === 1,
    expireDays: wire.expireDays,
    label: wire.showName,
    premark: wire.premark,
    networks: toNetworks(wire.networkDtoList ?? wire.networkVos),
    openCardFee: wire.openCardFee,
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

const groupedSkuWire = skuWire.extend({ imageUrl: text, note: text, search: text, continentCode: integer })

/** A list of products; `null` or an absent one reads as empty. */
export const skuListWire = listPayload(skuWire)

/** A list of products that must be a list: for the catalogue, "no answer" is not "nothing on sale". */
export const requiredSkuListWire = requiredList(skuWire)

/** Products by continent. The keys of the map count; the separate list of keys only repeats them. */
export const groupedSkuListWire = objectPayload({ data: map(list(groupedSkuWire)) })

/** Returns the products that have an id; without one nothing can be asked about a product. */
export function toSkus(wires: z.output<typeof skuListWire>): ProviderSku[] {
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
        imageUrl: wire.imageUrl,
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
