import type { BoardRow } from '#components/catalog/board-row.ts'
import { isSoughtAfter } from '#lib/catalog/rules/on-sale.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { moneyTag } from '#lib/core/i18n/formats.ts'
import { formatMoney } from '#lib/core/rules/money.ts'
import type { DestinationTile } from '#lib/settings/rules/shop.ts'

/**
 * Names a country's flag on the sheets of small flags: `jp` on the sheet of the most sought-after places, `-kp` on the
 * sheet of all others.
 */
export function sheetFlag(iso2: string): string {
  const code = iso2.toLowerCase()

  return isSoughtAfter(code) ? code : `-${code}`
}

/** Returns the compact row of a destination. Prices are written here, so that browsers need no currency tables. */
export function toBoardRow(tile: DestinationTile, locale: Locale): BoardRow {
  return [
    tile.slug,
    tile.name,
    tile.iso2 ? sheetFlag(tile.iso2) : '',
    tile.shelf,
    tile.from ? formatMoney(tile.from, moneyTag(locale)) : '',
    tile.generation ?? '',
    (tile.iso2 ? tile.networkCount : tile.countryCount) ?? 0,
  ]
}
