import { parseCalendarDate } from '#lib/core/rules/calendar-days.ts'
import { type CurrencyCode, parseCurrency } from '#lib/core/rules/currency.ts'
import { compareDecimals, type Decimal, decimal, multiplyDecimals, parseDecimal } from '#lib/core/rules/decimal.ts'
import { parseRate } from '#lib/pricing/rules/rate-file.ts'
import type { SellingCurrency } from '#lib/pricing/rules/selling-currency.ts'

/** In how many further currencies a store may sell. */
export const MAX_CURRENCIES = 20
/** How large a file of rates may be. Ninety days of the European Central Bank are a tenth of it. */
export const RATE_FILE_BYTES = 1_000_000
const MAX_MARKUP = decimal(50)

/** A currency as its form holds it: rate, day and markup as they were typed. */
export type CurrencyForm = Pick<SellingCurrency, 'source' | 'rounding'> & {
  code: string
  rate: string
  asOf: string
  markup: string
}

/** A field of a currency that cannot be taken as it stands; `table` where there are too many of them. */
export type CurrencyProblem = { code: string; field: 'code' | 'rate' | 'asOf' | 'markup' | 'table' }

/**
 * Reads a whole table of currencies, or says what is wrong with it: each is one of ours, not the store's own, and there
 * once; its rate is one, of a day that was; its markup lies between 0 and 50 percent.
 */
export function parseCurrencyForms(
  forms: readonly CurrencyForm[],
  { store, today }: { store: string; today: string },
): { entries: SellingCurrency[]; problems: CurrencyProblem[] } {
  const problems: CurrencyProblem[] = forms.length > MAX_CURRENCIES ? [{ code: '', field: 'table' }] : []
  const entries: SellingCurrency[] = []
  for (const { code: text, source, rounding, ...typed } of forms) {
    const code = parseCurrency(text)
    const rate = parseRate(typed.rate)
    const markup = parseMarkup(typed.markup)
    const isDay = parseCalendarDate(typed.asOf) !== null && typed.asOf <= today
    const isOwn = code !== null && code !== store && !entries.some((entry) => entry.code === code)
    const wrong = { code: !isOwn, rate: rate === null, asOf: !isDay, markup: markup === null }
    for (const field of ['code', 'rate', 'asOf', 'markup'] as const)
      if (wrong[field]) problems.push({ code: text, field })
    if (isOwn && rate !== null && markup !== null)
      entries.push({ code, rate, asOf: typed.asOf, source, markup, rounding })
  }

  return { entries, problems }
}

function parseMarkup(text: string): Decimal | null {
  const markup = text.trim() === '' ? decimal(0) : parseDecimal(text)
  const isUsable =
    markup !== null && compareDecimals(markup, decimal(0)) >= 0 && compareDecimals(markup, MAX_MARKUP) <= 0

  return isUsable && (markup.split('.')[1]?.length ?? 0) <= 4 ? markup : null
}

/** What a source says of currencies, and of which it says nothing that can be used, and why. */
export type RateReading = {
  rates: { code: CurrencyCode; rate: Decimal; asOf: string }[]
  refused: { code: CurrencyCode; reason: 'rate' | 'day' | 'future' }[]
}

/** What a reading means for one currency. Only where it is `taken` does its rate count; with the others nothing changes. */
export const RATE_RESULTS = ['taken', 'same', 'older', 'jump', 'missing', 'rate', 'day', 'future'] as const
export type RateNote = {
  code: string
  result: (typeof RATE_RESULTS)[number]
  /** What the source says; null where it says nothing. */
  rate: Decimal | null
  asOf: string | null
}

type Rated = Pick<CurrencyForm, 'code' | 'rate' | 'asOf'>

/**
 * Returns what a reading means for each of these currencies. `mayJump`: somebody looks at it before it counts; without,
 * a rate that moved by more than ten percent is not believed, and one of the same day is not read again.
 */
export function judgeRates(
  currencies: readonly Rated[],
  { rates, refused }: RateReading,
  { mayJump }: { mayJump: boolean },
): RateNote[] {
  return currencies.map(({ code, rate: text, asOf }) => {
    const said = rates.find((one) => one.code === code)
    const reason = refused.find((one) => one.code === code)?.reason ?? 'missing'
    if (!said) return { code, result: reason, rate: null, asOf: null }
    const now = parseRate(text)
    const note = { code, rate: said.rate, asOf: said.asOf }
    if (now === null) return { ...note, result: 'taken' }
    if (said.asOf < asOf) return { ...note, result: 'older' }
    if (said.asOf === asOf && (!mayJump || said.rate === now)) return { ...note, result: 'same' }

    return { ...note, result: !mayJump && isJump(now, said.rate) ? 'jump' : 'taken' }
  })
}

/** Returns currencies with the rates that were taken. */
export function withRates<One extends Rated & Pick<CurrencyForm, 'source'>>(
  currencies: readonly One[],
  notes: readonly RateNote[],
  source: CurrencyForm['source'],
): One[] {
  return currencies.map((currency) => {
    const note = notes.find(({ code, result }) => code === currency.code && result === 'taken')

    return note ? { ...currency, rate: note.rate, asOf: note.asOf, source } : currency
  })
}

/** Tells whether a rate differs from the one before by more than ten percent of that. */
export function isJump(before: Decimal, after: Decimal): boolean {
  const tenfold = multiplyDecimals(after, decimal(10))

  return (
    compareDecimals(tenfold, multiplyDecimals(before, decimal(11))) > 0 ||
    compareDecimals(tenfold, multiplyDecimals(before, decimal(9))) < 0
  )
}

/**
 * Returns the currencies whose rate another table moves by more than ten percent. `known` are the newest rates of those that
 * were sold in once: one that was taken out and comes back is compared with them.
 */
export function rateJumps(
  before: readonly SellingCurrency[],
  after: readonly SellingCurrency[],
  known: ReadonlyMap<string, Decimal> = new Map(),
): { code: CurrencyCode; before: Decimal; after: Decimal }[] {
  return after.flatMap(({ code, rate }) => {
    const was = before.find((one) => one.code === code)?.rate ?? known.get(code)

    return was !== undefined && isJump(was, rate) ? [{ code, before: was, after: rate }] : []
  })
}

/** Tells whether two entries of a currency say the same. */
export function isSameCurrency(a: SellingCurrency | undefined, b: SellingCurrency | undefined): boolean {
  if (!a || !b) return a === b
  const text = ({ code, rate, asOf, source, markup, rounding }: SellingCurrency) =>
    [code, rate, asOf, source, markup, rounding].join(' ')

  return text(a) === text(b)
}
