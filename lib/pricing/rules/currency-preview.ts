import { type CurrencyCode, chargeStepMinor } from '#lib/core/rules/currency.ts'
import type { Decimal } from '#lib/core/rules/decimal.ts'
import type { Money } from '#lib/core/rules/money.ts'
import { isSameCurrency, rateJumps } from '#lib/pricing/rules/currency-table.ts'
import { type FloorBasis, leastPriceMinor } from '#lib/pricing/rules/pricing-preview.ts'
import {
  type OrderRate,
  priceIn,
  type SellingCurrency,
  toSaleMinor,
  usableCurrencies,
} from '#lib/pricing/rules/selling-currency.ts'

/** A plan on sale: what one piece of it costs in the store's currency, and what its floor follows from. */
export type PieceOnSale = { price: Money; basis: Omit<FloorBasis, 'currency'> }

/** What a piece costs in a currency now and then; null while it is not sold in it. */
export type CurrencyRow<Piece extends PieceOnSale = PieceOnSale> = {
  piece: Piece
  code: CurrencyCode
  before: Money | null
  after: Money | null
}

/** How the prices of one currency change. `tooHigh`: a price would be more than can be charged, or less than one step of it. */
export type CurrencyEffect = {
  code: CurrencyCode
  dearer: number
  cheaper: number
  entering: number
  leaving: number
  same: number
  underFloor: number
  tooHigh: boolean
  isStopped: boolean
  jump: { before: string; after: string } | null
}

/** The table as it is, as it would be, and when a rate counts. */
export type TableChange = {
  before: readonly SellingCurrency[]
  after: readonly SellingCurrency[]
  /** The newest rates of currencies that come, where they were sold in before. */
  known?: ReadonlyMap<string, Decimal>
  maxAgeDays: number
  now: Date
}

const MAX_MINOR = 1_000_000_000

/** Returns what another table does to every piece on sale, in each currency that it changes. */
export function currencyEffect<Piece extends PieceOnSale>(
  pieces: readonly Piece[],
  { before, after, known, ...age }: TableChange,
): { rows: CurrencyRow<Piece>[]; currencies: CurrencyEffect[] } {
  const jumps = rateJumps(before, after, known)
  const [usedBefore, usedAfter] = [usableCurrencies(before, age), usableCurrencies(after, age)]
  const codes = [...new Set([...after, ...before].map(({ code }) => code))].filter(
    (code) => !isSameCurrency(entryOf(before, code), entryOf(after, code)),
  )
  const rows: CurrencyRow<Piece>[] = []
  const currencies = codes.map((code): CurrencyEffect => {
    const [was, is] = [entryOf(usedBefore, code), entryOf(usedAfter, code)]
    const tooHigh = is !== undefined && pieces.some(({ price }) => isOutOfReach(price, is))
    const own = pieces.map((piece): CurrencyRow<Piece> => {
      const price = (terms: SellingCurrency | undefined) => (terms ? priceIn(piece.price, terms) : null)

      return { piece, code, before: price(was), after: tooHigh ? null : price(is) }
    })
    rows.push(...own)
    const of = (wanted: CurrencyChange) => own.filter((row) => currencyChange(row) === wanted).length
    const jump = jumps.find((one) => one.code === code)

    return {
      ...{ code, tooHigh, isStopped: !is && entryOf(after, code) !== undefined },
      ...{ dearer: of('dearer'), cheaper: of('cheaper'), entering: of('entering'), leaving: of('leaving') },
      same: of('same'),
      underFloor: is ? own.filter((row) => isUnderFloor(row, is)).length : 0,
      jump: jump ? { before: jump.before, after: jump.after } : null,
    }
  })

  return { rows, currencies }
}

export type CurrencyChange = 'dearer' | 'cheaper' | 'entering' | 'leaving' | 'same'

/** Returns in what way a price changes. */
export function currencyChange({ before, after }: Pick<CurrencyRow, 'before' | 'after'>): CurrencyChange {
  if (before?.minor === after?.minor) return 'same'
  if (!before) return 'entering'
  if (!after) return 'leaving'

  return after.minor > before.minor ? 'dearer' : 'cheaper'
}

/** Tells whether a price in another currency, taken back at the rate, is less than a piece may be sold for. */
export function isUnderFloor(
  { piece: { price, basis }, after }: CurrencyRow,
  { code, rate }: SellingCurrency,
): boolean {
  if (!after) return false
  const atRate: OrderRate = { store: price.currency, sale: code, rate }
  const least = leastPriceMinor({ ...basis, currency: price.currency })

  return after.minor < toSaleMinor(least, atRate, 'up')
}

/** Returns one text that is the same exactly when two previews show the same prices. */
export function currencyRowsText(rows: readonly CurrencyRow<PieceOnSale & { id: string }>[]): string {
  const items = rows.map(
    ({ piece, code, before, after }) => `${piece.id} ${code} ${before?.minor ?? '-'} ${after?.minor ?? '-'}`,
  )

  return items.sort().join('\n')
}

function entryOf(entries: readonly SellingCurrency[], code: CurrencyCode): SellingCurrency | undefined {
  return entries.find((entry) => entry.code === code)
}

// A rate that was typed the wrong way round makes a price smaller than the least step of its currency, or far too large.
function isOutOfReach(price: Money, { code, rate }: SellingCurrency): boolean {
  const minor = toSaleMinor(price.minor, { store: price.currency, sale: code, rate }, 'down')

  return minor > MAX_MINOR || minor < chargeStepMinor(code)
}
