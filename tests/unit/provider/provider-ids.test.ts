import { expect, test } from 'vitest'
import { iccidSchema, parseIccid, skuIdSchema, toPriceId, toSkuId } from '#lib/provider/rules/provider-ids.ts'

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
