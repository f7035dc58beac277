import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isAddressShaped } from '#lib/checkout/rules/email-shape.ts'

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
