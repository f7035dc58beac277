import popular from './popularity.json' with { type: 'json' }

// Where travellers go most, first things first: the order of a shelf before the operator has said otherwise.
const RANKS = new Map(popular.map((iso2, index) => [iso2, (index + 1) * 10]))

const UNLISTED = 1_000

/** Returns where a new destination stands: 10 for the most sought-after, 1000 for what the list does not name. */
export function defaultRank(iso2: string | null): number {
  return iso2 === null ? UNLISTED : (RANKS.get(iso2) ?? UNLISTED)
}

/** Tells whether a country is one of those travellers go to most. */
export function isSoughtAfter(iso2: string): boolean {
  return RANKS.has(iso2.toUpperCase())
}
