/** What the upstream's region code stands for. A code that starts with 99 is a group of countries and never decoded. */
export type RegionCode = { kind: 'country'; numeric: string } | { kind: 'group' } | { kind: 'unknown' }

// Withdrawn numbers that the upstream still sends: Serbia kept the one of Serbia and Montenegro.
const NUMERIC_EXCEPTIONS: Record<string, string> = { '891': '688' }

/**
 * Returns what a region code stands for.
 *
 * Countries come as ISO 3166-1 numbers without leading zeros; `numeric` has them back. Whether that number is given to a country
 * is for the country table to say.
 */
export function parseRegionCode(code: string | null): RegionCode {
  const text = code?.trim() ?? ''
  if (/^99\d{3}$/.test(text)) return { kind: 'group' }
  if (!/^\d{1,3}$/.test(text)) return { kind: 'unknown' }
  const numeric = text.padStart(3, '0')

  return { kind: 'country', numeric: NUMERIC_EXCEPTIONS[numeric] ?? numeric }
}
