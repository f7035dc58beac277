/** Returns an address with everything in it that a filter says. */
export function filterAddress(base: string, filter: Record<string, string | null | undefined>): string {
  const said = Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []))
  const query = new URLSearchParams(said).toString()

  return query === '' ? base : `${base}?${query}`
}
