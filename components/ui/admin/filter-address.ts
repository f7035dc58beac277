/** Returns an address with everything in it that a filter says. */
export function filterAddress(base: string, filter: Record<string, string | number | null | undefined>): string {
  const entries = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  const query = new URLSearchParams(entries).toString()

  return query === '' ? base : `${base}?${query}`
}
