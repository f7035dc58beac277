// Where travellers go most, first things first: the order of a shelf before the operator has said otherwise.
const POPULAR = `JP TH KR TR US FR ES IT GB CN VN ID SG MY TW HK AE DE GR PT AU NZ CA MX CH NL AT EG SA MA PH IN LK KH HR
CZ HU PL SE NO DK FI IS IE BE RO BG RS AL ME GE IL JO QA OM BR AR CL PE CO CR DO MV MU KE TZ ZA TN MO KZ UZ LA NP CY MT`
const RANKS = new Map(POPULAR.split(/\s+/).map((iso2, index) => [iso2, (index + 1) * 10]))

const UNLISTED = 1_000

/** Returns where a new destination stands: 10 for the most sought-after, 1000 for what the list does not name. */
export function defaultRank(iso2: string | null): number {
  return iso2 === null ? UNLISTED : (RANKS.get(iso2) ?? UNLISTED)
}

/** Tells whether a country is one of those travellers go to most. */
export function isSoughtAfter(iso2: string): boolean {
  return RANKS.has(iso2.toUpperCase())
}
