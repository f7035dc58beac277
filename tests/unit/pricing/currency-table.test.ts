import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CurrencyCode, currencyCodes } from '#lib/core/rules/currency.ts'
import { decimal } from '#lib/core/rules/decimal.ts'
import { money } from '#lib/core/rules/money.ts'
import { currencyEffect, isUnderFloor, type PieceOnSale } from '#lib/pricing/rules/currency-preview.ts'
import { type CurrencyForm, MAX_CURRENCIES, parseCurrencyForms } from '#lib/pricing/rules/currency-table.ts'
import { leastPriceMinor } from '#lib/pricing/rules/pricing-preview.ts'
import { CURRENCY_ROUNDINGS, type SellingCurrency } from '#lib/pricing/rules/selling-currency.ts'

const DAY = '2027-03-10'
const NOW = new Date(`${DAY}T12:00:00Z`)

const form = (changes: Partial<CurrencyForm> = {}): CurrencyForm => ({
  ...{ code: 'JPY', rate: '171,5', asOf: DAY, source: 'hand', markup: '2', rounding: 'whole' },
  ...changes,
})
const read = (forms: CurrencyForm[]) => parseCurrencyForms(forms, { store: 'EUR', today: DAY })

describe('a table of currencies', () => {
  test('is read as it was typed', () => {
    expect(read([form(), form({ code: 'usd', rate: '1.1', markup: '', asOf: '2027-03-09' })])).toEqual({
      entries: [
        { code: 'JPY', rate: '171.5', asOf: DAY, source: 'hand', markup: '2', rounding: 'whole' },
        { code: 'USD', rate: '1.1', asOf: '2027-03-09', source: 'hand', markup: '0', rounding: 'whole' },
      ],
      problems: [],
    })
  })

  test.each([
    ['the currency of the store', { code: 'EUR' }, 'code'],
    ['no currency', { code: 'XXX' }, 'code'],
    ['a rate of 0', { rate: '0' }, 'rate'],
    ['a negative rate', { rate: '-1' }, 'rate'],
    ['a text for a rate', { rate: 'abc' }, 'rate'],
    ['an empty rate', { rate: '' }, 'rate'],
    ['a rate that is too large', { rate: '1000000000' }, 'rate'],
    ['a day to come', { asOf: '2027-03-11' }, 'asOf'],
    ['a day that there is not', { asOf: '2027-02-30' }, 'asOf'],
    ['a negative markup', { markup: '-1' }, 'markup'],
    ['a markup above a half', { markup: '50.1' }, 'markup'],
    ['a text for a markup', { markup: 'a bit' }, 'markup'],
  ] as const)('refuses %s', (_, changes, field) => {
    const { code } = form(changes)

    expect(read([form(changes)]).problems).toEqual([{ code, field }])
  })

  test('has each currency once', () => {
    expect(read([form(), form()]).problems).toEqual([{ code: 'JPY', field: 'code' }])
  })

  test('has no more than twenty', () => {
    const codes = currencyCodes.filter((code) => code !== 'EUR')
    const forms = codes.slice(0, MAX_CURRENCIES + 1).map((code) => form({ code }))

    expect(read(forms).problems).toEqual([{ code: '', field: 'table' }])
    expect(read(forms.slice(1)).problems).toEqual([])
  })
})

const piece = (minor: number, cost: string, currency: CurrencyCode = 'EUR'): PieceOnSale => ({
  price: money(minor, currency),
  basis: { cost: decimal(cost), rate: decimal(1), pieces: 1, rule: { floorPercent: decimal(10), floorMinor: null } },
})
const entry = (changes: Partial<SellingCurrency> = {}): SellingCurrency => ({
  ...{ code: 'JPY', rate: decimal('171.5'), asOf: DAY, source: 'hand', markup: decimal(0), rounding: 'whole' },
  ...changes,
})
const effectOf = (before: SellingCurrency[], after: SellingCurrency[], pieces = [piece(1000, '5')]) =>
  currencyEffect(pieces, { before, after, maxAgeDays: 7, now: NOW })

describe('the preview of a table', () => {
  test('tells the price of each plan before and after, and counts how they change', () => {
    const usd = entry({ code: 'USD', rate: decimal('1.1'), rounding: 'none' })
    const { rows, currencies } = effectOf(
      [entry(), usd],
      [entry({ rate: decimal('180') }), entry({ code: 'GBP', rate: decimal('0.86') })],
    )

    expect(rows.map(({ code, before, after }) => [code, before?.minor, after?.minor])).toEqual([
      ['JPY', 1715, 1800],
      ['GBP', undefined, 900],
      ['USD', 1100, undefined],
    ])
    expect(currencies).toMatchObject([
      { code: 'JPY', dearer: 1, cheaper: 0, entering: 0, leaving: 0, same: 0, underFloor: 0, jump: null },
      { code: 'GBP', entering: 1 },
      { code: 'USD', leaving: 1 },
    ])
  })

  test('leaves out a currency that stays as it is', () => {
    expect(effectOf([entry()], [entry()])).toEqual({ rows: [], currencies: [] })
  })

  test.each([
    ['171.5', '188.65', null],
    ['171.5', '188.66', { before: '171.5', after: '188.66' }],
    ['171.5', '154.35', null],
    ['171.5', '154.34', { before: '171.5', after: '154.34' }],
  ])('from %s to %s points out a jump: %j', (before, after, jump) => {
    const { currencies } = effectOf([entry({ rate: decimal(before) })], [entry({ rate: decimal(after) })])

    expect(currencies[0]?.jump).toEqual(jump)
  })

  test('of a rate that is too old sells nothing in it', () => {
    const { rows, currencies } = effectOf([], [entry({ asOf: '2027-03-02' })])

    expect(currencies).toMatchObject([{ isStopped: true, entering: 0, same: 1 }])
    expect(rows[0]?.after).toBeNull()
  })

  test('compares a currency that comes back with the rate that it had', () => {
    const known = new Map([['JPY', decimal('171.5')]])
    const change = { before: [], after: [entry({ rate: decimal('17.15') })], known }

    expect(currencyEffect([piece(1000, '5')], { ...change, maxAgeDays: 7, now: NOW }).currencies[0]?.jump).toEqual({
      ...{ before: '171.5', after: '17.15' },
    })
  })

  test('says when a rate was typed the wrong way round: a price is less than one yen', () => {
    const { currencies } = effectOf([], [entry({ rate: decimal('0.00583') })], [piece(1000, '5')])

    expect(currencies).toMatchObject([{ code: 'JPY', tooHigh: true }])
  })

  test('says when a price would be more than can be charged', () => {
    const { rows, currencies } = effectOf([], [entry({ code: 'VND', rate: decimal(999_999_999) })], [piece(2000, '5')])

    expect(currencies).toMatchObject([{ code: 'VND', tooHigh: true }])
    expect(rows[0]?.after).toBeNull()
  })

  test('tells a price under the floor', () => {
    // A cost of 5.00 with ten percent of the price above it: 5.56 at least, which are 953.54 yen.
    const row = (yen: number) => ({
      piece: piece(1000, '5'),
      code: 'JPY' as const,
      before: null,
      after: money(yen, 'JPY'),
    })

    expect([953, 954].map((yen) => isUnderFloor(row(yen), entry()))).toEqual([true, false])
  })

  test('of whatever rate, markup and rounding leaves every plan above the floor that it keeps at home', () => {
    const terms = fc.record({
      code: fc.constantFrom(...currencyCodes.filter((code) => code !== 'EUR')),
      rate: fc.integer({ min: 1, max: 100_000_000 }).map((units) => decimal((units / 10_000).toFixed(4))),
      markup: fc.integer({ min: 0, max: 50 }).map(decimal),
      rounding: fc.constantFrom(...CURRENCY_ROUNDINGS),
    })
    fc.assert(
      fc.property(
        terms,
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 0, max: 5_000 }),
        (changes, cents, more) => {
          const one = piece(1, (cents / 100).toFixed(2))
          const price = money(leastPriceMinor({ ...one.basis, currency: 'EUR' }) + more, 'EUR')
          const { currencies } = effectOf([], [entry(changes)], [{ ...one, price }])
          expect(currencies[0]?.underFloor).toBe(0)
        },
      ),
    )
  })
})
