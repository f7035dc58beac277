import type { ListTexts } from '#components/catalog/listed-plan.ts'
import { fitPlan, type ListedPlan, megabytesOf, type PlanFit } from '#components/catalog/plan-fit.ts'
import { toListedPlan } from '#components/catalog/to-listed-plan.ts'
import type { TripStop } from '#components/catalog/trip/trip-stops.ts'
import { countriesOf, tripCoverage } from '#lib/catalog/rules/trip.ts'
import { type Coverer, cheapestCover, daysOver, type TripCover } from '#lib/catalog/rules/trip-cover.ts'
import type { PlaceOnSale, ShopPlan } from '#lib/settings/rules/shop.ts'

/** A plan of a destination for some days of a trip. */
export type TripOffer = { place: PlaceOnSale; plan: ListedPlan; sold: ShopPlan; fit: PlanFit; minor: number }
/** An offer and what it means for the countries of the trip. */
export type WeighedOffer = TripOffer & { covered: string[]; gaps: string[]; layoverGaps: string[]; days: number }

export type TripAnswer = {
  /** Plans that work in every country and last, the cheapest first. */
  whole: WeighedOffer[]
  /** The best plan of each destination that leaves something out. */
  partly: WeighedOffer[]
  /** The cheapest way through all countries, of one plan or several; null when there is none. */
  cheapest: TripCover<TripOffer> | null
  /** A plan of its own for every country. */
  each: TripCover<TripOffer> | null
  /** Layovers that the cheapest way does not reach. */
  layoverGaps: string[]
  /** Countries that nothing on sale works in, as far as it is stated. */
  uncovered: string[]
  /** Plans work there, and none has as much data as is wanted. */
  hasLessData: boolean
  /** Names of what is on sale without saying where it works. */
  unstated: string[]
}

export type TripQuestion = { stops: readonly TripStop[]; tripDays: number; minMb: number; texts: ListTexts }

/** Returns what there is on sale for a trip: what covers all of it, what a part, and the cheapest way through. */
export function answerTrip(
  places: readonly PlaceOnSale[],
  { stops, tripDays, minMb, texts }: TripQuestion,
): TripAnswer {
  const stays = stops.filter(({ isLayover }) => !isLayover)
  const layovers = stops.filter(({ isLayover }) => isLayover).map(({ iso2 }) => iso2)
  const wanted = stays.map(({ iso2 }) => iso2)
  const shelves = places.map((place) => ({
    place,
    countries: countriesOf(place),
    goods: place.plans.map((sold) => ({ sold, plan: toListedPlan(sold, texts) })),
  }))
  const weighed = shelves.flatMap(({ place, countries, goods }) => {
    const { covered, gaps } = tripCoverage(wanted, countries)
    if (gaps === null || covered.length === 0) return []
    const days = daysOver(stays, covered, tripDays)
    const atLayovers = tripCoverage(layovers, countries)
    const reach = { covered: [...covered, ...atLayovers.covered], gaps, layoverGaps: atLayovers.gaps ?? [], days }

    const offers = goods.map((one) => toOffer(place, one, days)).filter((offer) => isEnough(offer, minMb))

    return [offers.map((offer): WeighedOffer => ({ ...offer, ...reach })).sort(byFit)]
  })
  const whole = weighed.flat().filter(({ gaps, fit }) => gaps.length === 0 && fit.status === 'fits')
  const partly = weighed.flatMap(([best]) => (best && !whole.includes(best) ? [best] : []))
  const coverers = shelves.map(({ place, countries, goods }) => ({
    isCountry: place.iso2 !== null,
    covers: new Set(countries ?? []),
    priceFor: once((days: number) => cheapestOf(place, goods, { days, minMb })),
  }))
  const cheapest = cheapestCover(stays, tripDays, coverers)
  const reached = new Set(cheapest?.parts.flatMap(({ offer }) => countriesOf(offer.place) ?? []))
  const sold = new Set(shelves.flatMap(({ countries, goods }) => (goods.length > 0 ? (countries ?? []) : [])))

  return {
    whole: whole.sort(byPrice),
    partly: partly.sort((a, b) => b.covered.length - a.covered.length || byFit(a, b)),
    cheapest,
    each: cheapestCover(stays, tripDays, coverers.filter(({ isCountry }) => isCountry).flatMap(oneByOne)),
    layoverGaps: layovers.filter((iso2) => !reached.has(iso2)),
    hasLessData: weighed.length > 0 && weighed.every((offers) => offers.length === 0),
    uncovered: wanted.filter((iso2) => !sold.has(iso2)),
    unstated: shelves.flatMap(({ place, countries }) => (countries === null ? [place.name] : [])),
  }
}

type Goods = { sold: ShopPlan; plan: ListedPlan }

function toOffer(place: PlaceOnSale, { sold, plan }: Goods, days: number): TripOffer {
  const fit = fitPlan(plan, days)

  return { place, plan, sold, fit, minor: fit.minor }
}

type Question = { days: number; minMb: number }

function cheapestOf(place: PlaceOnSale, goods: readonly Goods[], { days, minMb }: Question): TripOffer | null {
  const offers = goods.map((one) => toOffer(place, one, days))

  return offers.filter((offer) => offer.fit.status === 'fits' && isEnough(offer, minMb)).sort(byPrice)[0] ?? null
}

function isEnough({ plan, fit }: TripOffer, minMb: number): boolean {
  return megabytesOf(plan, Math.max(1, fit.days)) >= minMb
}

// A country has eSIMs for itself alone, whatever else its plans happen to work in.
function oneByOne(coverer: Coverer<TripOffer>): Coverer<TripOffer>[] {
  return [...coverer.covers].map((iso2) => ({ ...coverer, covers: new Set([iso2]) }))
}

function byPrice(a: TripOffer, b: TripOffer): number {
  return a.minor - b.minor || b.plan.mb - a.plan.mb
}

/** What lasts goes before what does not, then what ends latest, then what costs least. */
function byFit(a: TripOffer, b: TripOffer): number {
  const missing = ({ fit }: TripOffer) => (fit.status === 'early' ? fit.gap : 0)

  return missing(a) - missing(b) || byPrice(a, b)
}

function once<Value>(compute: (days: number) => Value): (days: number) => Value {
  const known = new Map<number, Value>()

  return (days) => {
    if (!known.has(days)) known.set(days, compute(days))

    return known.get(days) as Value
  }
}
