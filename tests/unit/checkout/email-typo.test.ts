import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { COMMON_DOMAINS, editDistance, suggestEmail } from '#lib/checkout/rules/email-typo.ts'

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
