import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { compareDecimals, decimal, multiplyDecimals, subtractDecimals } from '#lib/core/rules/decimal.ts'
import { judgeRates, RATE_FILE_BYTES, type RateReading, withRates } from '#lib/pricing/rules/currency-table.ts'
import { readRateSource } from '#lib/pricing/rules/rate-source.ts'
import { ecb as ecbOf } from '#tests/support/rates.ts'

const TODAY = '2027-03-10'
const ecb = (rates: Record<string, string>, day = TODAY) => ecbOf(rates, day)

const read = (text: string, store: CurrencyCode = 'EUR') => readRateSource(text, { store, today: TODAY })

function reading(text: string, store?: CurrencyCode): RateReading {
  const found = read(text, store)
  if ('problem' in found) throw new Error(found.problem)

  return found
}

const rateOf = (found: RateReading, code: string) => found.rates.find((one) => one.code === code)

describe('the XML of the European Central Bank', () => {
  test('gives rates as they stand where the store counts in euros', () => {
    const found = reading(ecb({ USD: '1.0834', JPY: '171.5' }))

    expect(found).toEqual({
      rates: [
        { code: 'JPY', rate: '171.5', asOf: TODAY },
        { code: 'USD', rate: '1.0834', asOf: TODAY },
      ],
      refused: [],
    })
  })

  test('gives the cross rate elsewhere, half up to ten places, and the euro itself', () => {
    const found = reading(ecb({ USD: '1.0834', JPY: '171.5', GBP: '0.86' }), 'USD')

    // 171.5 / 1.0834 = 158.29795089533...; 1 / 1.0834 = 0.92301(...); 0.86 / 1.0834 = 0.79379730478...
    expect(rateOf(found, 'JPY')?.rate).toBe('158.2979508953')
    expect(rateOf(found, 'EUR')?.rate).toBe('0.9230201218')
    expect(rateOf(found, 'GBP')?.rate).toBe('0.7937973048')
    expect(rateOf(found, 'USD')).toBeUndefined()
  })

  test('of several days gives the newest one', () => {
    const two = ecb({ USD: '1.1' }, '2027-03-08').replace(
      '</Cube></Cube>',
      `</Cube><Cube time='2027-03-09'><Cube currency='USD' rate='1.2'/></Cube></Cube>`,
    )

    expect(rateOf(reading(two), 'USD')).toEqual({ code: 'USD', rate: '1.2', asOf: '2027-03-09' })
  })

  test.each([
    ['0', 'rate'],
    ['-1.2', 'rate'],
    ['abc', 'rate'],
    ['', 'rate'],
    ['99999999999', 'rate'],
    ['1.12345678901', 'rate'],
  ])('refuses the rate %j and keeps the others', (rate, reason) => {
    const found = reading(ecb({ USD: rate, JPY: '171.5' }))

    expect(found.refused).toEqual([{ code: 'USD', reason }])
    expect(found.rates.map(({ code }) => code)).toEqual(['JPY'])
  })

  test.each([
    ['2027-03-11', 'future'],
    ['2027-02-30', 'day'],
    ['yesterday', 'day'],
  ])('of the day %s gives nothing', (day, reason) => {
    expect(reading(ecb({ USD: '1.1' }, day))).toEqual({ rates: [], refused: [{ code: 'USD', reason }] })
  })

  test.each([
    [
      'a page in HTML',
      '<!doctype html><html><head><meta charset="utf-8"></head><body><p>Sorry<br></body></html>',
      'form',
    ],
    ['well-formed HTML', '<html><body><p>Sorry</p></body></html>', 'form'],
    ['half a file', ecb({ USD: '1.1' }).slice(0, -60), 'form'],
    ['a day without rates', ecb({}), 'form'],
    ['nothing', '', 'form'],
    ['a text', 'The rate of today is 1.1', 'form'],
    [
      'UTF-16 read as UTF-8',
      new TextDecoder().decode(Buffer.from(`\ufeff${ecb({ USD: '1.1' })}`, 'utf16le')),
      'encoding',
    ],
    [
      'Latin-1 read as UTF-8',
      new TextDecoder().decode(Buffer.from('<?xml version="1.0"?><a>é</a>', 'latin1')),
      'encoding',
    ],
    ['a megabyte and more', ecb({ USD: '1.1' }) + ' '.repeat(RATE_FILE_BYTES), 'too_large'],
  ])('%s says why it is none', (_, text, problem) => {
    expect(read(text)).toEqual({ problem })
  })

  test('without the currency of the store says so', () => {
    expect(read(ecb({ JPY: '171.5' }), 'USD')).toEqual({ problem: 'base' })
    expect(read(ecb({ JPY: '171.5', USD: '0' }), 'USD')).toEqual({ problem: 'base' })
  })

  test('takes no entity that a file declares', () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "${'9'.repeat(40)}">]>${ecb({ USD: '&b;' }).replace(/^<\?xml.*\?>/, '')}`

    expect(read(bomb)).toEqual({ problem: 'form' })
  })

  test('the cross rate times its base is the rate of the source, to the last place', () => {
    const rate = fc.integer({ min: 1, max: 10_000_000 }).map((units) => decimal((units / 10_000).toFixed(4)))
    fc.assert(
      fc.property(rate, rate, (usd, jpy) => {
        const cross = rateOf(reading(ecb({ USD: usd, JPY: jpy }), 'USD'), 'JPY')?.rate
        if (cross === undefined) return
        const error = subtractDecimals(multiplyDecimals(cross, usd), jpy)
        const half = multiplyDecimals(usd, decimal('0.00000000005'))
        expect(compareDecimals(error, half) <= 0 && compareDecimals(error, decimal(`-${half}`)) >= 0).toBe(true)
      }),
    )
  })
})

describe('a file of rates', () => {
  test('takes no half of a rate whose decimal comma stands between commas', () => {
    const found = reading('date,from,to,rate\n2027-03-10,EUR,USD,1,08\n2027-03-10,EUR,JPY,171.5\n')

    expect(found).toEqual({
      rates: [{ code: 'JPY', rate: '171.5', asOf: TODAY }],
      refused: [{ code: 'USD', reason: 'rate' }],
    })
  })

  test('has several pairs, in the separators of spreadsheets, and its newest day counts', () => {
    const rows = ['date;from;to;rate', '2027-03-08;EUR;USD;1,08', '2027-03-09;EUR;USD;1,09', '2027-03-09;eur;jpy;171.5']
    const found = reading(`\ufeff${rows.join('\r\n')}\r\n2027-03-09;USD;EUR;0.9\r\n2027-03-09;EUR;XXX;3\r\n`)

    expect(found).toEqual({
      rates: [
        { code: 'JPY', rate: '171.5', asOf: '2027-03-09' },
        { code: 'USD', rate: '1.09', asOf: '2027-03-09' },
      ],
      refused: [],
    })
  })

  test('whose newest rate is none gives no older one in its place', () => {
    const found = reading('2027-03-08,EUR,USD,1.08\n2027-03-09,EUR,USD,0\n2027-03-09,EUR,JPY,171.5')

    expect(found.refused).toEqual([{ code: 'USD', reason: 'rate' }])
    expect(found.rates.map(({ code }) => code)).toEqual(['JPY'])
  })

  test('without the currency of the store says so, and turns nothing around', () => {
    expect(read('2027-03-09,USD,EUR,0.9')).toEqual({ problem: 'base' })
  })

  test('of whatever text never throws', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('<Cube', " time='2027-03-09'", '>', '</Cube>', 'EUR,', '\n', '"', ';'),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const found = read(pieces.join(''))
        expect('problem' in found || Array.isArray(found.rates)).toBe(true)
      }),
    )
  })
})

describe('a reading', () => {
  const usd = { code: 'USD', rate: '1.1', asOf: '2027-03-08', source: 'url' as const }
  const judge = (text: string, mayJump = false, one = usd) => judgeRates([one], reading(text), { mayJump })[0]?.result

  test.each([
    ['a newer day', ecb({ USD: '1.2' }, '2027-03-09'), 'taken'],
    ['an older day', ecb({ USD: '1.2' }, '2027-03-07'), 'older'],
    ['the same day', ecb({ USD: '1.2' }, '2027-03-08'), 'same'],
    ['a file without it', ecb({ JPY: '171.5' }), 'missing'],
    ['no rate of it', ecb({ USD: '0', JPY: '171.5' }), 'rate'],
    ['a day to come', ecb({ USD: '1.2' }, '2027-03-11'), 'future'],
    ['eleven percent more', ecb({ USD: '1.2211' }), 'jump'],
    ['ten percent more', ecb({ USD: '1.21' }), 'taken'],
    ['eleven percent less', ecb({ USD: '0.979' }), 'jump'],
  ])('of %s by the clock is %s: %s', (_, text, result) => {
    expect(judge(text)).toBe(result)
  })

  test('that somebody looks at may jump, correct its day, and fill what is empty', () => {
    expect(judge(ecb({ USD: '2' }), true)).toBe('taken')
    expect(judge(ecb({ USD: '1.2' }, '2027-03-08'), true)).toBe('taken')
    expect(judge(ecb({ USD: '1.1' }, '2027-03-08'), true)).toBe('same')
    expect(judge(ecb({ USD: '1.2' }, '2027-03-07'), true)).toBe('older')
    expect(judge(ecb({ USD: '1.2' }, '2027-03-01'), true, { ...usd, rate: '', asOf: '' })).toBe('taken')
  })

  test('changes what it took and nothing else', () => {
    const jpy = { code: 'JPY', rate: '150', asOf: '2027-03-09', source: 'hand' as const }
    const notes = judgeRates([usd, jpy], reading(ecb({ USD: '1.15', JPY: '999' }, '2027-03-08')), { mayJump: true })

    expect(withRates([usd, jpy], notes, 'file')).toEqual([{ ...usd, rate: '1.15', source: 'file' }, jpy])
  })
})
