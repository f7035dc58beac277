import type { Shelf } from '#lib/domain/shop.ts'

/**
 * One row of the board, as short as it can travel: the list is in the page twice, as text and as data.
 *
 * `iso2` is '' for several countries, `price` '' when nothing is on sale; counts are 0 when not stated.
 */
export type BoardRow = [
  slug: string,
  name: string,
  iso2: string,
  shelf: Shelf,
  price: string,
  minor: number,
  generation: string,
  networks: number,
  countries: number,
]

/** Further names of a destination for the search, folded, by its slug. */
export type OtherNames = Map<string, string>
