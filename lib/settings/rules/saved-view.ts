import { LISTS, type ViewArea } from '#lib/core/rules/lists.ts'

/** The most views that one person keeps of a list. */
export const MAX_VIEWS = 20

/** A named address: `query` is the list's own, without a leading "?". */
export type SavedView = { id: string; name: string; query: string; isDefault: boolean }

// A place in the list, and a text that was searched for, are no view.
const NOT_KEPT = ['after', 'before', 'q']

/** Returns the part of an address that a view keeps, in a fixed order, so that the same filters are the same text. */
export function viewQuery(query: string): string {
  const kept = [...new URLSearchParams(query)].filter(([name, value]) => value !== '' && !NOT_KEPT.includes(name))

  return new URLSearchParams(kept.sort(([a], [b]) => a.localeCompare(b))).toString()
}

/** Returns the address of a list with a view in it. The bare one would open the view that comes first. */
export function viewAddress(area: ViewArea, query = ''): string {
  const { path, whole } = LISTS[area]

  return `${path}?${query === '' ? whole : query}`
}
