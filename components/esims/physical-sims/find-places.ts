import { foldForSearch } from '#lib/core/rules/search-names.ts'

/** Somewhere eSIMs of a brand work; `words` are all that it may be searched by, folded. */
export type BrandPlace = { key: number; name: string; flag: string | null; searchText: string }

/** Places by continent; one group without a name where nobody has grouped them. */
export type PlaceGroup = { name: string | null; places: BrandPlace[] }

/** Returns the places whose names hold a text, in their groups. */
export function findPlaces(groups: readonly PlaceGroup[], text: string): PlaceGroup[] {
  const query = foldForSearch(text)

  return groups
    .map(({ name, places }) => ({ name, places: places.filter(({ searchText }) => searchText.includes(query)) }))
    .filter(({ places }) => places.length > 0)
}
