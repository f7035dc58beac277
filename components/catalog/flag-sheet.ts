import { isSoughtAfter } from '#lib/catalog/rules/on-sale.ts'

/**
 * Names a country's flag on the sheets of small flags: `jp` on the sheet of the most sought-after places, `-kp` on the
 * sheet of all others.
 */
export function sheetFlag(iso2: string): string {
  const code = iso2.toLowerCase()

  return isSoughtAfter(code) ? code : `-${code}`
}
