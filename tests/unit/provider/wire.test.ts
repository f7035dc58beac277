import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { type CalendarDate, parseCalendarDate } from '#lib/core/rules/field-schemas.ts'
import { cleanCause, cleanText } from '#lib/provider/errors.ts'
import { afterOutcome, BREAKER_LIMITS, type BreakerMemory } from '#lib/provider/rules/breaker.ts'
import { isStartDateFormat } from '#lib/provider/rules/capabilities.ts'
import { iccidSchema, parseIccid, skuIdSchema, toPriceId, toSkuId } from '#lib/provider/rules/provider-ids.ts'
import { parseJson, sourceOf } from '#lib/provider/sign.ts'
import {
  formatDateRange,
  formatStartDate,
  parseProviderDate,
  parseProviderInstant,
  toProviderDate,
} from '#lib/provider/wire.ts'

describe('dates', () => {
  const day = (text: string) => parseCalendarDate(text) as CalendarDate

  const ownZone = process.env.TZ

  afterEach(() => {
    process.env.TZ = ownZone ?? 'UTC'
  })

  describe.each(['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Shanghai'])('under the zone %s', (zone) => {
    test.each([
      ['2026-03-01 00:30:15.0', '2026-02-28T16:30:15.000Z'],
      ['2026-03-01 00:30:15.25', '2026-02-28T16:30:15.250Z'],
      ['2026-03-01 00:30:15', '2026-02-28T16:30:15.000Z'],
      ['2026-03-01 23:59', '2026-03-01T15:59:00.000Z'],
      ['2026-03-01 08:00:00 (GMT+8)', '2026-03-01T00:00:00.000Z'],
      ['2026-03-01 08:00:00(GMT+8)', '2026-03-01T00:00:00.000Z'],
      ['2026-03-01 08:00:00 (GMT+08:00)', '2026-03-01T00:00:00.000Z'],
      ['2026/03/01 08:00', '2026-03-01T00:00:00.000Z'],
      ['2026-03-01T08:00:00', '2026-03-01T00:00:00.000Z'],
      ['2026-03-01 00:00:00 (GMT+0)', '2026-03-01T00:00:00.000Z'],
      ['2026-03-01 00:00:00 (GMT-5)', '2026-03-01T05:00:00.000Z'],
    ])('reads %s as %s', (text, iso) => {
      process.env.TZ = zone

      expect(parseProviderInstant(text)?.toISOString()).toBe(iso)
    })

    test.each([
      ['2026-03-01', '2026-03-01'],
      ['2026-03-01 (GMT+8)', '2026-03-01'],
      ['2026/3/1', '2026-03-01'],
      ['2026-03-01 23:30:00 (GMT+8)', '2026-03-01'],
      [' 2024-02-29 ', '2024-02-29'],
    ])('reads the day of %s', (text, date) => {
      process.env.TZ = zone

      expect(parseProviderDate(text)).toBe(date)
    })

    test('moves from an instant to the day in GMT+8', () => {
      process.env.TZ = zone

      expect(toProviderDate(new Date('2026-02-28T16:00:00Z'))).toBe('2026-03-01')
      expect(toProviderDate(new Date('2026-02-28T15:59:59.999Z'))).toBe('2026-02-28')
    })
  })

  test.each([
    null,
    '',
    '-',
    'null',
    '2026-02-30',
    '2026-13-01 00:00',
    '2026-01-01 24:00',
    '2026-01-01 10:60',
    '0000-00-00',
    '01/31/2026',
    '1767225600000',
    '2026-01-01 10:00 PST',
  ])('reads %j as no instant', (text) => {
    expect(parseProviderInstant(text)).toBeNull()
  })

  test('takes a day without a time for no instant', () => {
    expect(parseProviderInstant('2026-03-01 (GMT+8)')).toBeNull()
  })

  test('writes a range with slashes', () => {
    expect(formatDateRange({ from: day('2026-01-31'), to: day('2026-02-01') })).toBe('2026/01/31-2026/02/01')
  })

  test.each([
    ['MM/dd/yyyy', '01/31/2026'],
    ['yyyy-MM-dd', '2026-01-31'],
    ['dd.MM.yyyy', '31.01.2026'],
    ['yyyyMMdd', '20260131'],
  ])('writes a start date as %s', (format, expected) => {
    expect(formatStartDate(day('2026-01-31'), format)).toBe(expected)
  })

  test('writes month first where no form is set', () => {
    expect(formatStartDate(day('2026-01-31'))).toBe('01/31/2026')
  })

  test.each(['', 'MM/dd', 'MM/dd/yy', 'MM/dd/yyyy HH', 'yyyy-MM-dd-dd', 'mm/dd/yyyy', 'MM&dd&yyyy'])(
    'refuses the form %j',
    (format) => {
      expect(isStartDateFormat(format)).toBe(false)
      expect(() => formatStartDate(day('2026-01-31'), format)).toThrow(RangeError)
    },
  )

  test('never throws, whatever text comes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        parseProviderInstant(text)
        parseProviderDate(text)
      }),
    )
  })
})

test.each([
  ['21.90', '21.90'],
  ['0.30000000000000004', '0.30000000000000004'],
  ['9007199254740993', '9007199254740993'],
  ['1e-7', '1e-7'],
  ['1e400', '1e400'],
])('keeps the number %s as the text that was written', (source, text) => {
  expect(sourceOf((parseJson(`{"price":${source}}`) as { price: unknown }).price)).toBe(text)
})

test('leaves whole numbers, texts and nesting as they are', () => {
  expect(parseJson('{"a":[1,-2,{"b":"0.1","c":null,"d":true}]}')).toEqual({
    a: [1, -2, { b: '0.1', c: null, d: true }],
  })
})

test('does not take a text for a number, nor a number for a text', () => {
  expect(sourceOf(parseJson('"21.90"'))).toBeNull()
  expect(typeof parseJson('21.90')).toBe('object')
  expect(parseJson('21.0')).toBe(21)
})

test('says nothing about the content when it is not JSON', () => {
  const secretText = '<html>LPA:1$rsp.example.com$K2-9F4A</html>'

  expect(() => parseJson(secretText)).toThrow(/^The body is not JSON\.$/)
})

test('turns nesting that is too deep into an ordinary error', () => {
  expect(() => parseJson('['.repeat(200_000) + ']'.repeat(200_000))).toThrow(/^The body is not JSON\.$/)
})

test('never turns a fraction into a binary number', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 12n }), fc.integer({ min: 0, max: 999_999 }), (whole, fraction) => {
      const source = `${whole}.${String(fraction).padStart(6, '0')}1`

      expect(sourceOf(parseJson(source))).toBe(source)
    }),
  )
})

test.each(['8948010000', '894801000000000000', '8948010000000000001', '8948010000000000000012'])(
  'takes %s for a serial',
  (text) => {
    expect(parseIccid(` ${text}\n`)).toBe(text)
    expect(iccidSchema.safeParse(text).success).toBe(true)
  },
)

test.each([
  '',
  '894801000',
  '89480100000000000000123',
  '8948010000000000001F',
  '8948 0100 0000 0000',
  '٨٩٤٨٠١٠٠٠٠',
  null,
  undefined,
])('takes %j for no serial', (text) => {
  expect(parseIccid(text)).toBeNull()
  expect(iccidSchema.safeParse(text).success).toBe(false)
})

test('the schema wants a serial without blanks around it', () => {
  expect(iccidSchema.safeParse(' 8948010000000000001').success).toBe(false)
})

test.each([0, -1, 1.5, Number.NaN, 2 ** 53, null, undefined])('takes %j for no id', (value) => {
  expect(toSkuId(value)).toBeNull()
  expect(toPriceId(value)).toBeNull()
  expect(skuIdSchema.safeParse(value).success).toBe(false)
})

test('cuts a text to 200 characters', () => {
  expect(cleanText('x'.repeat(1_000_000), [])).toHaveLength(200)
})

test('turns control, direction and line characters into blanks', () => {
  expect(cleanText('a\u0000\r\nb\u202ec\u2028d\u001b[31m', [])).toBe('a b c d [31m')
})

test('removes secrets as they stand and percent-encoded', () => {
  expect(cleanText('key=a+b/c&again=a%2Bb%2Fc', ['a+b/c'])).toBe('key=[removed]&again=[removed]')
})

test.each(['LPA:1$rsp.example.com$K2-9F4A-77C1', 'lpa$1$rsp.example.com$K2', '1$rsp.example.com$K2'])(
  'removes the activation code %s',
  (code) => {
    expect(cleanText(`cannot use "${code}" now`, [])).toBe('cannot use "[removed]" now')
  },
)

test('keeps name, code and nested causes of an error, and nothing else of it', () => {
  const inner = Object.assign(new Error('inner secret-token'), { code: 'ECONNRESET', data: 'LPA:1$a.b$c' })
  const outer = new TypeError('outer', { cause: inner })

  const cause = cleanCause(outer, ['secret-token'])

  expect(cause).toMatchObject({ name: 'TypeError', message: 'outer' })
  expect(cause.cause).toMatchObject({ message: 'inner [removed]', code: 'ECONNRESET' })
  expect(cause.cause).not.toHaveProperty('data')
})

test('survives a cause that refers to itself', () => {
  const error = new Error('loop')
  error.cause = error

  expect(cleanCause(error, []).message).toBe('loop')
})

const CLOSED: BreakerMemory = { state: 'closed', failures: 0, recent: [] }

const after = (outcomes: boolean[], from = CLOSED) => outcomes.reduce(afterOutcome, from)

test('five failures in a row open it, four do not', () => {
  expect(after([true, true, true, true]).state).toBe('closed')
  expect(after([true, true, true, true, true]).state).toBe('open')
})

test('more than half of twenty open it, half does not', () => {
  const half = Array.from({ length: 20 }, (_, index) => index % 2 === 0)

  expect(after(half).state).toBe('closed')
  expect(after([...half, true, true]).state).toBe('open')
})

test('one success closes it and forgets the failures', () => {
  expect(after([true, true, true, true, true, false])).toEqual(CLOSED)
})

test('never remembers more than its window, and is open only with failures to show', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 100 }), (outcomes) => {
      const memory = after(outcomes)

      expect(memory.recent.length).toBeLessThanOrEqual(BREAKER_LIMITS.window)
      if (memory.state === 'open') expect(outcomes.at(-1)).toBe(true)
    }),
  )
})
