import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { LISTS, type PagedList, rulesOf } from '#lib/core/rules/lists.ts'

/** What the address of a list can say. */
export type ListFilter = Record<string, string | number | null | undefined>

/** A list at an address. */
export type ListAt<Filter extends ListFilter = ListFilter> = {
  name: PagedList
  /** What the address says. */
  filter: Filter
  /** The same without the place in the list. */
  base: Partial<Filter>
}

export function listAt<Filter extends ListFilter>(name: PagedList, filter: Filter): ListAt<Filter> {
  const { after: _after, before: _before, ...base } = filter

  return { name, filter, base: base as unknown as Partial<Filter> }
}

/** Returns the address of a list with a filter in it. */
export function addressIn<Filter extends ListFilter>({ name }: ListAt<Filter>, filter: Partial<Filter>): string {
  return filterAddress(LISTS[name].path, filter)
}

/** Returns the address of the beginning of a list. A bare one would open the view that somebody has made their first. */
export function beginningOf({ name, base }: Pick<ListAt, 'name' | 'base'>): string {
  const { whole } = rulesOf(name)
  const query = filterAddress('', base)

  return `${LISTS[name].path}${query === '' && whole ? `?${whole}` : query}`
}
