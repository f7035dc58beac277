import type { BoardRow } from '#components/catalog/board-row.ts'
import { sheetFlag } from '#components/catalog/flag-sheet.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { moneyTag } from '#lib/core/i18n/formats.ts'
import { formatMoney } from '#lib/core/rules/money.ts'
import type { DestinationTile } from '#lib/settings/rules/shop.ts'

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
