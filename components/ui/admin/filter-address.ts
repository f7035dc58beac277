/** Returns an address with everything in it that a filter says. */
export function filterAddress(base: string, filter: Record<string, string | number | null | undefined>): string {
  const said = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, String(value)]] : []))
  const query = new URLSearchParams(said).toString()

  return query === '' ? base : `${base}?${query}`
}
