import { parseXml, type XmlElement } from '@rgrove/parse-xml'
import { parseCalendarDate } from '#lib/core/rules/calendar-days.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { type CurrencyCode, currencyCodes } from '#lib/core/rules/currency.ts'
import { type Decimal, decimal, toScaledInteger } from '#lib/core/rules/decimal.ts'
import { RATE_FILE_BYTES, type RateReading } from '#lib/pricing/rules/currency-table.ts'
import { parseRate, rateOfRow } from '#lib/pricing/rules/rate-file.ts'

/** Why a file of rates says nothing at all: too large, not in UTF-8, of another form, or without the store's currency. */
export type RateFileProblem = 'too_large' | 'encoding' | 'form' | 'base'

/**
 * Reads what the store's currency is worth in others: out of the daily XML of the European Central Bank, or out of CSV
 * with `date, from, to, rate`.
 *
 * The newest day of each currency counts, and where its rate is none, no older one takes its place.
 */
export function readRateSource(
  text: string,
  { store, today }: { store: CurrencyCode; today: string },
): RateReading | { problem: RateFileProblem } {
  if (Buffer.byteLength(text) > RATE_FILE_BYTES) return { problem: 'too_large' }
  // What was written in another encoding leaves these behind.
  if (/[\ufffd\0]/.test(text)) return { problem: 'encoding' }
  const content = text.replace(/^\ufeff/, '').trimStart()
  const quotes = content.startsWith('<') ? readXml(content, store) : readCsv(content, store)
  if (typeof quotes === 'string') return { problem: quotes }
  const reading: RateReading = { rates: [], refused: [] }
  for (const code of currencyCodes) {
    const own = quotes.filter((quote) => quote.code === code)
    if (code === store || own.length === 0) continue
    const newest = own
      .filter(({ day }) => parseCalendarDate(day) !== null)
      .sort((a, b) => b.day.localeCompare(a.day))[0]
    if (!newest) reading.refused.push({ code, reason: 'day' })
    else if (newest.day > today) reading.refused.push({ code, reason: 'future' })
    else if (newest.rate === null) reading.refused.push({ code, reason: 'rate' })
    else reading.rates.push({ code, rate: newest.rate, asOf: newest.day })
  }

  return reading
}

/** What a source says: `rate` is null where it says none that can be used. */
type Quote = { code: string; day: string; rate: Decimal | null }

function readCsv(text: string, store: CurrencyCode): Quote[] | RateFileProblem {
  const separator = text.includes(';') ? ';' : text.includes('\t') ? '\t' : ','
  const rows = (parseCsv(text, separator) ?? []).filter((row) => row.length >= 4)
  if (rows.length === 0) return 'form'
  const quotes = rows
    .map((row) => row.map((cell) => cell.trim()))
    .filter(([, from = '']) => from.toUpperCase() === store)
    .map((row) => ({ code: row[2]?.toUpperCase() ?? '', day: row[0] ?? '', rate: rateOfRow(row) }))

  return quotes.length === 0 ? 'base' : quotes
}

function readXml(text: string, store: CurrencyCode): Quote[] | RateFileProblem {
  const days = cubesOf(text).filter(({ attributes }) => attributes.time !== undefined)
  const newest = days.sort((a, b) => (b.attributes.time ?? '').localeCompare(a.attributes.time ?? ''))[0]
  if (!newest) return 'form'
  const day = newest.attributes.time ?? ''
  const perEuro = new Map<string, Decimal | null>([['EUR', decimal(1)]])
  for (const { attributes } of childrenOf(newest)) {
    if (attributes.currency) perEuro.set(attributes.currency, parseRate(attributes.rate ?? ''))
  }
  const base = perEuro.get(store)
  if (perEuro.size === 1) return 'form'
  if (!base) return 'base'

  return [...perEuro].map(([code, rate]) => ({ code, day, rate: rate && divideRates(rate, base) }))
}

function cubesOf(text: string): XmlElement[] {
  try {
    const { root } = parseXml(text)

    return root ? [root, ...childrenOf(root)].flatMap((one) => [one, ...childrenOf(one)]) : []
  } catch {
    // A page in HTML, or the half of a file.
    return []
  }
}

function childrenOf({ children }: XmlElement): XmlElement[] {
  return children.filter((child): child is XmlElement => child.type === 'element')
}

const PLACES = 10

/** Returns one rate in terms of another, half up to ten places; `null` where nothing is left of it. */
function divideRates(rate: Decimal, base: Decimal): Decimal | null {
  const over = toScaledInteger(rate, PLACES, 'half-up') * 10n ** BigInt(PLACES)
  const under = toScaledInteger(base, PLACES, 'half-up')
  const digits = ((over * 2n + under) / (under * 2n)).toString().padStart(PLACES + 1, '0')

  return parseRate(`${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`)
}
