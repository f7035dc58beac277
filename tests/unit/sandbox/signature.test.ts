import { describe, expect, test } from 'vitest'
import { signaturesOf } from '#sandbox/upstream/sign.ts'

const SECRET = 'sandbox-secret-0001'
const token = '10001-0123456789ABCDEF0123456789ABCDEF'

const VECTORS = [
  {
    params: { phonenumber: '10000000000', password: 'demo-Pass1' },
    plain: '9d3bc309f6a1d97e8f3cbb91e250b4ff',
    encoded: 'D3ED2E24EBE6B2E1144C9888A394A58D',
  },
  { params: { token }, plain: 'de180e93ec647b19f3061ab9f1f4740b', encoded: '44A3091E39F6F480B01B0C041985E114' },
  {
    params: { token, skuId: '26' },
    plain: '06addfb52cf9cc8fd57db437f8bd0db3',
    encoded: '6260B3D8F9F7AD6E7636EAADB88022DA',
  },
  {
    params: {
      token,
      apiCode: '99915-0-?-500-M-D',
      backInfo: '1',
      beginDate: '01/31/2026',
      count: '1',
      customerEmail: 'a.b+c@example.com',
      daypassDays: '3',
      otherOrderId: 'R-1',
    },
    plain: 'f454609bbb6f412f6eeac656abe8c32d',
    encoded: '2B2D6664B8D43D2FDF711F5359BD0D57',
  },
  {
    params: {
      token,
      orderNum: 'EP20260101000001',
      iccids: '8948010000000000001,8948010000000000002',
      remark: "it's late (2*) ~ 测试",
    },
    plain: 'af9e023f8e9601f9702491abc56bbcf8',
    encoded: '1508235241B9D67742221399E403C6FC',
  },
]

describe('signature', () => {
  test.each(VECTORS)('has both forms for $plain', ({ params, plain, encoded }) => {
    expect(signaturesOf(params, SECRET)).toEqual({ plain, encoded })
  })

  test('leaves out the sign itself and empty values', () => {
    const { plain } = signaturesOf({ token, sign: 'whatever', remark: '' }, SECRET)

    expect(plain).toBe('de180e93ec647b19f3061ab9f1f4740b')
  })
})
