/** A country of a trip and how long one stays there; null for the whole trip. */
export type Stop = { iso2: string; days: number | null }

/** Something on sale that works in some countries. `priceFor` says what it costs for so many days, null when it cannot. */
export type Coverer<Offer> = { covers: ReadonlySet<string>; priceFor: (days: number) => Offer | null }

/** An offer and the stops it is bought for. */
export type CoverPart<Offer> = { offer: Offer; stops: string[]; days: number }
export type TripCover<Offer> = { parts: CoverPart<Offer>[]; minor: number }

/** How many stops a trip may have: every set of them is looked at. */
export const MAX_STOPS = 8

/**
 * Returns the days that one offer for some stops must last, never more than the trip has. Its days run on from the first
 * of them to the last, through what lies between them too.
 */
export function daysOver(trip: readonly Stop[], chosen: readonly string[], tripDays: number): number {
  const isChosen = ({ iso2 }: Stop) => chosen.includes(iso2)
  const span = trip.slice(trip.findIndex(isChosen), trip.findLastIndex(isChosen) + 1)

  return Math.min(
    tripDays,
    span.reduce((sum, { days }) => sum + (days ?? tripDays), 0),
  )
}

/**
 * Returns the cheapest offers that between them cover every stop for its days; fewer of them when that costs the same, in
 * the order of the trip.
 *
 * `null` when a stop is covered by nothing, and for more stops than can be searched through. One offer for all stops is
 * among what is compared, so the answer is never dearer than that.
 */
export function cheapestCover<Offer extends { minor: number }>(
  stops: readonly Stop[],
  tripDays: number,
  coverers: readonly Coverer<Offer>[],
): TripCover<Offer> | null {
  if (stops.length === 0 || stops.length > MAX_STOPS) return null
  const masks = coverers.map(({ covers }) => maskOf(stops, covers))
  const best: (TripCover<Offer> | null)[] = [{ parts: [], minor: 0 }]

  for (let set = 1; set < 1 << stops.length; set += 1) {
    const members = stops.filter((_, index) => set & (1 << index)).map(({ iso2 }) => iso2)
    const covering = coverers.filter((_, index) => ((masks[index] ?? 0) & set) === set)
    const alone = cheapestFor(members, daysOver(stops, members, tripDays), covering)
    let cheapest: TripCover<Offer> | null = alone && { parts: [alone], minor: alone.offer.minor }
    // Both halves of a split are smaller sets, which are known by now. Each pair is looked at once.
    for (let half = (set - 1) & set; half > (set ^ half); half = (half - 1) & set) {
      cheapest = better(cheapest, join(best[half] ?? null, best[set ^ half] ?? null))
    }
    best[set] = cheapest
  }

  const cover = best[(1 << stops.length) - 1] ?? null

  return cover && { ...cover, parts: cover.parts.toSorted((a, b) => firstStop(stops, a) - firstStop(stops, b)) }
}

function firstStop(stops: readonly Stop[], part: { stops: readonly string[] }): number {
  return stops.findIndex(({ iso2 }) => part.stops.includes(iso2))
}

function cheapestFor<Offer extends { minor: number }>(
  stops: string[],
  days: number,
  coverers: readonly Coverer<Offer>[],
): CoverPart<Offer> | null {
  const offers = coverers.map(({ priceFor }) => priceFor(days)).filter((offer) => offer !== null)
  const [first, ...others] = offers
  if (!first) return null
  const offer = others.reduce((least, other) => (other.minor < least.minor ? other : least), first)

  return { offer, stops, days }
}

function join<Offer>(a: TripCover<Offer> | null, b: TripCover<Offer> | null): TripCover<Offer> | null {
  return a && b && { parts: [...a.parts, ...b.parts], minor: a.minor + b.minor }
}

function better<Offer>(a: TripCover<Offer> | null, b: TripCover<Offer> | null): TripCover<Offer> | null {
  if (a === null || b === null) return a ?? b
  if (a.minor !== b.minor) return a.minor < b.minor ? a : b

  return b.parts.length < a.parts.length ? b : a
}

function maskOf(stops: readonly Stop[], covers: ReadonlySet<string>): number {
  return stops.reduce((mask, { iso2 }, index) => (covers.has(iso2) ? mask | (1 << index) : mask), 0)
}
