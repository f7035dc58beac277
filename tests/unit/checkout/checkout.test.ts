import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetDraft, keepDraft, readDraft } from '#lib/checkout/client/checkout-draft.ts'
import { checkoutIdOf, quoteIdsOf } from '#lib/checkout/rules/checkout-id.ts'
import { COMMON_DOMAINS, editDistance, suggestEmail } from '#lib/checkout/rules/email-typo.ts'
import { readBuyers } from '#lib/checkout/rules/staff-order.ts'

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
