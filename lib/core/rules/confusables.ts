// Places that people book by mistake for one another, by ISO 3166 code. A row is a group: each is mistaken for each.
const GROUPS = [
  ['AT', 'AU'],
  ['NE', 'NG'],
  ['GN', 'GW', 'GQ', 'PG'],
  ['CD', 'CG'],
  ['DM', 'DO'],
  ['SK', 'SI'],
  ['CH', 'SE'],
  ['MU', 'MR'],
  ['PY', 'UY'],
  ['ZM', 'ZW'],
  ['KP', 'KR'],
  ['IE', 'IS'],
] as const

/** Returns the countries whose names look like this one's, as ISO codes; empty when none do. */
export function confusableWith(iso2: string): string[] {
  const group = GROUPS.find((codes) => codes.some((code) => code === iso2))

  return group ? group.filter((code) => code !== iso2) : []
}

/** Tells whether the country shares its name with a place that is no country: Georgia is also a state of the US. */
export function sharesNameWithState(iso2: string): boolean {
  return iso2 === 'GE'
}
