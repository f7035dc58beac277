import { parseCalendarDate } from '#lib/core/rules/calendar-days.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { compareDecimals, type Decimal, decimal, parseDecimal } from '#lib/core/rules/decimal.ts'

/** An exchange rate with the day that its source names, `YYYY-MM-DD`. */
export type DatedRate = { rate: Decimal; asOf: string }

const MAX = decimal(1_000_000_000)

/** Returns the rate that a person typed, with a point or a comma before its decimals; `null` when it is none. */
export function parseRate(text: string): Decimal | null {
  const rate = /^[\d.,\s]+$/.test(text) ? parseDecimal(text) : null
  const isUsable = rate !== null && compareDecimals(rate, decimal(0)) > 0 && compareDecimals(rate, MAX) < 0

  return isUsable && (rate.split('.')[1]?.length ?? 0) <= 10 ? rate : null
}

/**
 * Returns the rate of a row of `date, from, to, rate`. A whole number behind a whole one is the rest of it: a decimal comma
 * that was taken for the end of a cell. Half of a rate is none.
 */
export function rateOfRow([, , , value = '', next = '']: readonly string[]): Decimal | null {
  const isHalf = /^\s*\d+\s*$/.test(value) && /^\s*\d+\s*$/.test(next)

  return isHalf ? null : parseRate(value)
}

/**
 * Returns the newest rate of a pair in a file of `date, from, to, rate`; `null` when it has none that can be read.
 *
 * The separator may be a comma, a semicolon or a tab. Rates are quoted as given: nothing is turned around.
 */
export function parseRateFile(text: string, { from, to }: { from: string; to: string }): DatedRate | null {
  const separator = text.includes(';') ? ';' : text.includes('\t') ? '\t' : ','
  const rows = parseCsv(text, separator) ?? []
  const fitting = rows.flatMap((row) => {
    const [asOf = '', rowFrom = '', rowTo = ''] = row
    const rate = rateOfRow(row)
    const isPair = rowFrom.trim().toUpperCase() === from && rowTo.trim().toUpperCase() === to

    return isPair && rate !== null && parseCalendarDate(asOf.trim()) !== null ? [{ rate, asOf: asOf.trim() }] : []
  })

  return fitting.sort((a, b) => b.asOf.localeCompare(a.asOf))[0] ?? null
}
