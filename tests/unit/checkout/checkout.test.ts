import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { afterRefusal, NO_PROBLEMS, placeOf, refusedFields } from '#components/checkout/checkout-problems.ts'
import type { CheckoutStop } from '#components/checkout/use-offers.ts'
import { orderHold } from '#components/checkout/use-offers.ts'
import { forgetDraft, keepDraft, readDraft } from '#lib/checkout/client/checkout-draft.ts'
import { checkoutIdOf, quoteIdsOf } from '#lib/checkout/rules/checkout-id.ts'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'
import { COMMON_DOMAINS, editDistance, suggestEmail } from '#lib/checkout/rules/email-typo.ts'
import { readBuyers } from '#lib/checkout/rules/staff-order.ts'
import { startDayProblem } from '#lib/checkout/rules/start-day.ts'
import { addDays, type CalendarDate } from '#lib/core/rules/calendar-days.ts'

describe('checkout draft', () => {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
    removeItem: (name: string) => kept.delete(name),
  }
  const draft = {
    email: 'ana@example.com',
    travellers: [['Ana', ''], ['Ben']],
    agreed: { hasRead: true, deviceChecked: false },
    invoice: { company: 'Ruiz GmbH', taxNumber: '', postalAddress: 'Hafenstr. 7' },
    remind: true,
    gift: { email: 'ben@example.com', from: 'Ana', message: '', sendOn: '2027-12-24' },
    method: 'bank_transfer' as const,
  }

  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('sessionStorage', storage)
  })

  test('what was typed for an offer comes back for that offer, and for no other', () => {
    keepDraft('quo_1', draft)

    expect(readDraft('quo_1')).toEqual(draft)
    expect(readDraft('quo_2')).toBeNull()
  })

  test('what was forgotten leaves nothing behind', () => {
    keepDraft('quo_1', draft)

    expect([forgetDraft('quo_1'), forgetDraft('quo_1')]).toEqual([true, false])
    expect([...kept]).toEqual([])
  })

  test.each(['{', '5', 'null', '{"email":"a"}', '{"email":1,"travellers":[],"agreed":{}}'])(
    'a damaged memory %j is an empty one',
    (damaged) => {
      kept.set('checkout:quo_1', damaged)

      expect(readDraft('quo_1')).toBeNull()
    },
  )

  test('a tick is only kept as a tick', () => {
    kept.set(
      'checkout:quo_1',
      '{"email":"","travellers":[7,["Ana",7]],"agreed":{"hasRead":"yes"},"remind":1,"method":5}',
    )

    expect(readDraft('quo_1')).toEqual({
      email: '',
      travellers: [[], ['Ana', '']],
      agreed: { hasRead: false, deviceChecked: false },
      invoice: null,
      remind: false,
      gift: null,
      method: null,
    })
  })

  test('a browser that keeps nothing can still be used', () => {
    vi.stubGlobal('sessionStorage', undefined)

    expect(() => keepDraft('quo_1', draft)).not.toThrow()
    expect(() => forgetDraft('quo_1')).not.toThrow()
    expect(readDraft('quo_1')).toBeNull()
  })
})

const ids = Array.from({ length: 11 }, (_, n) => `quo_${String.fromCharCode(65 + n).repeat(26)}`)

test('the id of a checkout holds the ids of its quotes, in their order', () => {
  expect(quoteIdsOf(checkoutIdOf(ids.slice(0, 1)))).toEqual(ids.slice(0, 1))
  expect(quoteIdsOf(checkoutIdOf(ids.slice(0, 10)))).toEqual(ids.slice(0, 10))
})

test.each([
  ['nothing', ''],
  ['something that is no quote', 'quo_1'],
  ['an open end', `${ids[0]}-`],
  ['a quote twice', `${ids[0]}-${ids[0]}`],
  ['a way out', `${ids[0]}/../o`],
  ['more lines than an order may hold', ids.join('-')],
])('%s is no checkout', (_, text) => {
  expect(quoteIdsOf(text)).toBeNull()
})

describe('an address that looks mistyped is questioned', () => {
  test.each([
    ['ana@gmial.com', 'ana@gmail.com'],
    ['ana@gamil.com', 'ana@gmail.com'],
    ['ana@gmail.con', 'ana@gmail.com'],
    ['ana@gmail.co', 'ana@gmail.com'],
    ['ana@gmal.com', 'ana@gmail.com'],
    ['ana@gnail.com', 'ana@gmail.com'],
    ['ana@hotmial.com', 'ana@hotmail.com'],
    ['ana@hotnail.con', 'ana@hotmail.com'],
    ['ana@yaho.com', 'ana@yahoo.com'],
    ['ana@outlok.com', 'ana@outlook.com'],
    ['ana@iclould.com', 'ana@icloud.com'],
    ['ana@wbe.de', 'ana@web.de'],
    ['ana@t-onlin.de', 'ana@t-online.de'],
    ['ana@harbour-lane.con', 'ana@harbour-lane.com'],
    ['Ana.Ruiz+trip@GMIAL.COM', 'Ana.Ruiz+trip@gmail.com'],
    ['  ana@gmial.com ', 'ana@gmail.com'],
  ])('%s becomes the question %s', (typed, meant) => {
    expect(suggestEmail(typed)).toBe(meant)
  })
})

describe('an address that may be right is left alone', () => {
  test.each([
    'ana@mail.com',
    'ana@ymail.com',
    'ana@email.com',
    'ana@small.com',
    'ana@me.com',
    'ana@gmx.net',
    'ana@example.com',
    'ana@harbourlane.travel',
    'ana@university.edu',
    'ana@company.co',
    'ana',
    '@gmial.com',
    'ana@',
    '',
  ])('%j is not questioned', (typed) => {
    expect(suggestEmail(typed)).toBeNull()
  })
})

const local = fc.stringMatching(/^[a-z0-9._+-]{1,12}$/)
const common = fc.constantFrom(...COMMON_DOMAINS)

test('no address at a common domain is ever questioned', () => {
  fc.assert(fc.property(local, common, (name, domain) => suggestEmail(`${name}@${domain}`) === null))
})

test('a question never changes what stands before the @', () => {
  fc.assert(
    fc.property(local, fc.stringMatching(/^[a-z0-9.-]{1,20}$/), (name, domain) => {
      const meant = suggestEmail(`${name}@${domain}`)

      return meant === null || meant.startsWith(`${name}@`)
    }),
  )
})

test('the address that was meant is not questioned again', () => {
  fc.assert(
    fc.property(local, common, fc.nat(30), (name, domain, at) => {
      const mistyped = domain.slice(0, at) + domain.slice(at + 1)
      const meant = suggestEmail(`${name}@${mistyped}`)

      return meant === null || suggestEmail(meant) === null
    }),
  )
})

test('any text is answered without an error', () => {
  fc.assert(fc.property(fc.string(), (text) => suggestEmail(text) === null || text.includes('@')))
})

test('a distance is the same in both directions, and zero only for equal texts', () => {
  const word = fc.stringMatching(/^[abc]{0,8}$/)
  fc.assert(
    fc.property(word, word, (a, b) => {
      const distance = editDistance(a, b)

      return distance === editDistance(b, a) && (distance === 0) === (a === b)
    }),
  )
})

test('two swapped letters count once', () => {
  expect(editDistance('gmial', 'gmail')).toBe(1)
})

const read = (text: string) => readBuyers(text).map(({ name, email, problem }) => [name, email, problem])

test.each([
  ['a comma', 'Ana Ruiz, ana@example.com'],
  ['a semicolon', 'Ana Ruiz;ana@example.com'],
  ['a tab, as a spreadsheet pastes it', 'Ana Ruiz\tana@example.com'],
  ['the address first', 'ANA@example.com, Ana Ruiz'],
  ['quotes and angle brackets', '"Ana Ruiz", <ana@example.com>'],
  ['a comma, with marks that nobody sees', '\u202aAna Ruiz\u202c, \u200b<\u2068ana@example.com\u2069>\ufeff'],
])('reads a name and an address parted by %s', (_, item) => {
  expect(read(item)).toEqual([['Ana Ruiz', 'ana@example.com', null]])
})

test('keeps a row for every written line and says what is wrong with it', () => {
  const rows = readBuyers(
    ['a@example.com', '', '  ', 'Nobody', 'Bob, bob@', `${'x'.repeat(81)}, c@example.com`, 'Again, A@EXAMPLE.com'].join(
      '\r\n',
    ),
  )

  expect(rows.map(({ n, problem }) => [n, problem])).toEqual([
    [1, null],
    [2, 'no_mail'],
    [3, 'bad_mail'],
    [4, 'long_name'],
    [5, 'repeated'],
  ])
})

test('takes a name with a comma in it as one name', () => {
  expect(read('Ruiz, Ana, ana@example.com')).toEqual([['Ruiz Ana', 'ana@example.com', null]])
})

test('reads nothing out of nothing', () => {
  expect(readBuyers(' \n\t\n')).toEqual([])
})

test.each([
  ['price_changed', {}, 'renew'],
  ['voucher_refused', { reason: 'changed' }, 'code'],
  ['conflict', { reason: 'quote_ordered', former: 'unpaid' }, 'replace'],
  ['conflict', { reason: 'quote_ordered', former: 'standing' }, 'open_former'],
  ['conflict', { reason: 'quote_ordered' }, 'halt'],
  ['conflict', {}, 'halt'],
  ['sold_out', {}, 'halt'],
  ['offline', {}, 'halt'],
] as const)('after %s with %j comes: %s', (code, details, step) => {
  expect(afterRefusal({ code, details })).toEqual({ step })
})

test('what was typed wrongly is mended', () => {
  expect(afterRefusal({ code: 'bad_input', details: { fields: ['email'] } })).toMatchObject({
    step: 'mend',
    fields: { email: true },
  })
})

const NONE = { email: false, gift: null, invoice: false, method: false }

test.each([
  [['email'], { email: true }],
  [['invoice.company', 'invoice.postalAddress'], { invoice: true }],
  [['method'], { method: true }],
  [['gift.email'], { gift: { field: 'email', problem: 'missing' } }],
  [['gift.from'], { gift: { field: 'from', problem: 'missing' } }],
  [['gift.message'], { gift: { field: 'message', problem: 'link' } }],
  [['items.0.travellers', 'email'], { email: true }],
])('an order refused for %j is mended where that is typed', (fields, refused) => {
  expect(refusedFields({ code: 'bad_input', details: { fields } })).toEqual({ ...NONE, ...refused })
})

test('a gift for a day that is over is mended at its day', () => {
  const details = { fields: ['gift'], reason: 'gift_date' }

  expect(refusedFields({ code: 'bad_input', details })?.gift).toEqual({ field: 'sendOn', problem: 'late' })
})

test.each([
  ['bad_input', { fields: ['items.0.quoteId'] }],
  ['bad_input', { fields: ['gift'] }],
  ['bad_input', { reason: 'line_twice' }],
  ['conflict', { fields: ['email'] }],
  ['internal', {}],
] as const)('%s with %j is nothing that a buyer has typed', (code, details) => {
  expect(refusedFields({ code, details: details as never })).toBeNull()
})

test.each([
  [{}, '', null],
  [{ terms: 'x', invoice: 'x' }, '', 'company'],
  [{ terms: 'x', invoice: 'x' }, 'Ruiz GmbH', 'postal-address'],
  [{ method: 'x' }, '', 'payment-method'],
  [{ gift: { field: 'sendOn', problem: 'late' }, method: 'x' } as const, '', 'gift-sendOn'],
  [{ email: 'x', gift: { field: 'from', problem: 'missing' } } as const, '', 'email'],
])('the first of the problems %j is where the focus goes', (problems, company, place) => {
  expect(placeOf({ ...NO_PROBLEMS, ...problems }, company)).toBe(place)
})

const RUNS = process.env.FULL === '1' ? 100_000 : 5_000
const schema = z.email().max(254)

function takes(address: string): boolean {
  return schema.safeParse(address).success
}

test.each([
  'müller@firma.de',
  'ana@example.com.',
  'ana@example..com',
  'ana@example.com,',
  'ana@example',
  'ana@-example.com',
  '.ana@example.com',
  'an..a@example.com',
  "ana'@example.com",
  'ana@example.c',
  'ana@example.c0m',
  'ana ruiz@example.com',
  '<ana@example.com>',
  `${'a'.repeat(250)}@example.com`,
  '',
])('%j is refused in the browser as by the server', (address) => {
  expect([isAddressShaped(address), takes(address)]).toEqual([false, false])
})

test.each(['ana@example.com', "o'neil.ana+trip@mail.example.co.uk", 'a@b.de', 'ANA_1-2@EXAMPLE.TRAVEL'])(
  '%j is taken by both',
  (address) => {
    expect([isAddressShaped(address), isAddressShaped(` ${address}\n`), takes(address)]).toEqual([true, true, true])
  },
)

const part = fc.stringMatching(/^[aZ9._'+ü,-]{0,6}$/)

test('no address is good to the browser alone, or to the server alone', () => {
  fc.assert(
    fc.property(part, part, part, (name, host, end) => {
      const address = `${name}@${host}.${end}`

      return isAddressShaped(address) === takes(address)
    }),
    { numRuns: RUNS },
  )
  fc.assert(
    fc.property(fc.string(), (text) => isAddressShaped(text) === takes(text.trim())),
    { numRuns: RUNS },
  )
})

function stopped(code: string): CheckoutStop {
  return { code, reference: null, item: null, count: 1, waitMinutes: 0, least: null }
}

const GOOD = {
  offers: { isLoading: false, stop: null, change: null },
  vouchers: { isLoading: false },
  isOrdering: false,
  isOnline: true,
}

test('an order is sent where nothing stands in its way', () => {
  expect(orderHold(GOOD)).toBeNull()
})

test.each(['order_lost', 'total_too_small'])('after %s the same order can be sent again', (code) => {
  expect(orderHold({ ...GOOD, offers: { ...GOOD.offers, stop: stopped(code) } })).toBeNull()
})

test.each([
  ['offline', { isOnline: false }],
  ['ordering', { isOrdering: true }],
  ['checking_code', { vouchers: { isLoading: true } }],
])('an order without an answer is held by %s like any other', (hold, changes) => {
  const offers = { ...GOOD.offers, stop: stopped('order_lost') }

  expect(orderHold({ ...GOOD, offers, ...changes })).toBe(hold)
})

test.each([
  ['updating', { isLoading: true }],
  ['expired', { stop: stopped('quote_expired') }],
  ['stopped', { stop: stopped('sold_out') }],
  ['price_changed', { change: { before: { minor: 1, currency: 'USD' }, now: { minor: 2, currency: 'USD' } } as const }],
])('offers may hold it: %s', (hold, changes) => {
  expect(orderHold({ ...GOOD, offers: { ...GOOD.offers, ...changes } })).toBe(hold)
})

const today = '2026-11-30' as CalendarDate

test.each([
  ['today', today, null],
  ['yesterday', addDays(today, -1), 'start_date_past'],
  ['a month that is typed before its year', '2026-01-05' as CalendarDate, 'start_date_past'],
  ['the farthest day', addDays(today, 365), null],
  ['a day later', addDays(today, 366), 'start_date_too_far'],
])('a plan that begins on %s', (_, day, problem) => {
  expect(startDayProblem(day, today)).toBe(problem)
})
