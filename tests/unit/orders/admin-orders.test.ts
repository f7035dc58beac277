import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextSyncAt } from '#lib/catalog/rules/admin-catalog.ts'
import { maskEmail, maskEmails, maskIccid } from '#lib/core/rules/mask.ts'
import { areaOf, networkOf, shortenAddress } from '#lib/core/rules/rate-limits.ts'
import { readEsimSearch } from '#lib/esims/rules/admin-esims.ts'
import { accountLines, toEvidenceRows } from '#lib/orders/rules/admin-order.ts'
import { orderFilterSchema, readSearch } from '#lib/orders/rules/admin-orders.ts'
import { readPastedNumbers } from '#lib/orders/rules/pasted-numbers.ts'

test.each([
  ['LF-7Q2K-0M4R', [{ kind: 'number', value: 'LF-7Q2K-0M4R' }]],
  [' lf7q2k0m4r ', [{ kind: 'number', value: 'LF-7Q2K-0M4R' }]],
  ['8948 0100 0639 4134 020', [{ kind: 'iccid', value: '8948010006394134020' }]],
  ['134020', [{ kind: 'iccid_end', value: '134020' }]],
  ['\u0661\u0663\u0664\u0660\u0662\u0660', [{ kind: 'iccid_end', value: '134020' }]],
  ['\u2068LF\u20117Q2K\u20130M4R\u2069', [{ kind: 'number', value: 'LF-7Q2K-0M4R' }]],
  ['\u200e8948 0100\u22120639 4134 020', [{ kind: 'iccid', value: '8948010006394134020' }]],
  ['ana@exam\u200bple.com\u200f', [{ kind: 'email', value: 'ana@example.com' }]],
  ['\u2068pi_3Nx4Ab\u2069', ['network', 'payment'].map((kind) => ({ kind, value: 'pi_3Nx4Ab' }))],
  ['Ana@Example.com', [{ kind: 'email', value: 'ana@example.com' }]],
  [
    'EP20261121393061',
    [
      { kind: 'network', value: 'EP20261121393061' },
      { kind: 'payment', value: 'EP20261121393061' },
    ],
  ],
  ['japan', []],
  ["'; drop table", []],
])('reads %j as what it can be', (text, meanings) => {
  expect(readSearch(text)).toEqual(meanings)
})

test('leaves out of the address what it cannot read, instead of failing', () => {
  const filter = orderFilterSchema.parse({ tab: 'nope', from: '2027-02-31', to: '2027-03-01', state: 'HELD' })

  expect(filter).toEqual({
    ...{ tab: 'all', q: '', from: null, to: '2027-03-01', state: 'HELD', tag: null, assignee: null },
    ...{ counted: null, since: null, until: null, promotion: null, customer: null, after: null, before: null },
  })
})

test('shows the ends of an address and of a card number, no more', () => {
  expect(maskEmail('ana@example.com')).toBe('a…@e….com')
  expect(maskEmail('x')).toBe('x…@…')
  expect(maskIccid('8948010006394134020')).toBe('…4020')
})

test('masks each address in a text, and a long text without one as fast as it is read', () => {
  expect(maskEmails('From <ana@example.com>, a@b@ben@example.org.')).toBe('From <a…@e….com>, a@b@b…@e….org.')
  expect(maskEmails(`${'x'.repeat(70)}@example.com`)).toBe('x…@e….com')

  const begun = performance.now()
  for (const part of ['x', 'x@', 'x@y.', '.']) maskEmails(part.repeat(100_000))

  expect(performance.now() - begun).toBeLessThan(2_000)
})

test('keeps the network of an address and drops its owner', () => {
  expect(shortenAddress('203.0.113.77')).toBe('203.0.113.0/24')
  expect(shortenAddress('::ffff:203.0.113.77')).toBe('203.0.113.0/24')
  expect(shortenAddress('2001:db8:1:2:3::4')).toBe('2001:db8:1::/48')
  expect(shortenAddress('2001:db8::3:4:5:6:7')).toBe('2001:db8:0::/48')
  expect(shortenAddress('')).toBe('unknown')
})

test('knows the network of an address, and the larger one that a customer may hold', () => {
  expect(['203.0.113.77', '::ffff:203.0.113.77', '2001:0DB8:1:2:3::4', '2001:db8::4', ''].map(networkOf)).toEqual([
    '203.0.113.77',
    '203.0.113.77',
    '2001:db8:1:2',
    '2001:db8:0:0',
    '',
  ])
  expect(['203.0.113.77', '203.0.113.0/24', '2001:db8:1:2', '2001:db8:1::/48', ''].map(areaOf)).toEqual([
    null,
    null,
    '2001:db8:1::/48',
    null,
    null,
  ])
})

test('turns evidence into rows, sums as money, and leaves out whatever sounds like a secret', () => {
  const rows = toEvidenceRows({
    problems: ['count', 'price'],
    asked: { minor: 1089, currency: 'USD' },
    order: { num: 'EP1', token: 'abc', matchingId: 'x' },
    nothing: null,
    reason: '',
  })

  expect(rows).toEqual([
    { key: 'problems', value: 'count, price' },
    { key: 'asked', value: '1089 USD', money: { minor: 1089, currency: 'USD' } },
    { key: 'order.num', value: 'EP1' },
  ])
})

test.each([
  ['2027-03-01T00:16:59Z', '2027-03-01T00:17:00.000Z'],
  ['2027-03-01T00:17:00Z', '2027-03-01T06:17:00.000Z'],
  ['2027-03-01T23:59:00Z', '2027-03-02T00:17:00.000Z'],
])('after %s the next pass by the clock is at %s', (now, next) => {
  expect(nextSyncAt(new Date(now)).toISOString()).toBe(next)
})

test('numbers are read from lines, commas and blanks, also when they are written in groups', () => {
  const pasted =
    '8948010000000000011\n8948 0100 0000 0000 022, "8948010000000000033"\n8948010000000000044 8948010000000000055'

  const iccids = readPastedNumbers(pasted).map(({ iccid }) => iccid)

  expect(iccids).toEqual(['11', '22', '33', '44', '55'].map((end) => `89480100000000000${end}`))
})

test('what is no number keeps its row, and a second one is marked', () => {
  const rows = readPastedNumbers('hello; 8948010000000000011\n8948010000000000011')

  expect(rows).toEqual([
    { text: 'hello', iccid: null, isRepeated: false },
    { text: '8948010000000000011', iccid: '8948010000000000011', isRepeated: false },
    { text: '8948010000000000011', iccid: '8948010000000000011', isRepeated: true },
  ])
})

test('no paste makes it fail, and no number is new twice', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.array(fc.stringMatching(/^[0-9]{8,24}$/)),
      (a, b) => {
        const rows = readPastedNumbers([a, ...b, ...b].join('\n'))
        const fresh = rows.flatMap(({ iccid, isRepeated }) => (iccid && !isRepeated ? [iccid] : []))

        expect(new Set(fresh).size).toBe(fresh.length)
        expect(rows.every(({ text }) => text.length > 0 && text.length <= 40)).toBe(true)
      },
    ),
  )
})

test('a search is a whole number or at least six of its last digits', () => {
  expect(readEsimSearch('8948 0100 0000 0000 011')).toEqual({ kind: 'whole', iccid: '8948010000000000011' })
  expect(readEsimSearch('000011')).toEqual({ kind: 'end', end: '000011' })
  expect(readEsimSearch('\u202a\u0660\u0660\u0660\u0660\u0661\u0661\u202c')).toEqual({ kind: 'end', end: '000011' })
  expect([readEsimSearch('00011'), readEsimSearch('LF-1234'), readEsimSearch('')]).toEqual([null, null, null])
})

test('a line that says what it is gives its name and the bare value', () => {
  expect(accountLines('IBAN: DE00 1234\nBIC:ABCDDEFF')).toEqual([
    { name: 'IBAN', value: 'DE00 1234' },
    { name: 'BIC', value: 'ABCDDEFF' },
  ])
})

test('a line without a name is all value', () => {
  expect(accountLines('DE00 1234')).toEqual([{ name: null, value: 'DE00 1234' }])
  expect(accountLines('Sparkasse:')).toEqual([{ name: null, value: 'Sparkasse:' }])
})

test('lines may be separated as an env file writes them, and empty ones say nothing', () => {
  expect(accountLines(' 1 \\n\r\n2\n\n')).toEqual([
    { name: null, value: '1' },
    { name: null, value: '2' },
  ])
})
