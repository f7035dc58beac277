import { describe, expect, test } from 'vitest'
import { signaturesOf } from '#sandbox/upstream/server.ts'
import { clientOf, openClient, signed } from '#tests/unit/sandbox/sandbox-client.ts'

describe('session', () => {
  const client = openClient({ isSignedIn: false })

  async function loginWith(params: Record<string, string>): Promise<{ code: unknown; data?: unknown }> {
    const query = new URLSearchParams(params)

    return (await (await fetch(`${client.sandbox.url}/api_order/login?${query}`)).json()) as { code: unknown }
  }

  describe('login', () => {
    test('answers the integer 1 and a token', async () => {
      const reply = await client.signIn()

      expect(reply.code).toBe(1)
      expect(reply.data.token).toMatch(/^10001-[0-9A-F]{32}$/)
    })

    test('reads JSON, which no other call does: there it is a wrong signature', async () => {
      await client.signIn()
      const read = (body: string | URLSearchParams, type: string) =>
        fetch(`${client.sandbox.url}/api_esim/getSkus`, { method: 'POST', headers: { 'content-type': type }, body })
      const call = signed({ token: client.token() })

      expect(await (await read(JSON.stringify(call), 'application/json')).json()).toMatchObject({ code: -30 })
      const form = await read(new URLSearchParams(call), 'application/x-www-form-urlencoded')
      expect(await form.json()).toMatchObject({ code: '0' })
    })

    test('tells missing, wrong, unsigned and forbidden sign-ins apart', async () => {
      const good = { phonenumber: '10000000000', password: 'demo-Pass1' }

      expect((await loginWith(signed({ phonenumber: '10000000000' }))).code).toBe(-2)
      expect((await loginWith(signed({ ...good, password: 'wrong' }))).code).toBe(-1)
      expect((await loginWith({ ...good, sign: 'x' })).code).toBe(-30)
      client.sandbox.control.changeAccount({ apiAllowed: false })
      expect((await loginWith(signed(good))).code).toBe(-3)
    })
  })

  describe('session', () => {
    test('ends after two hours of the service clock', async () => {
      await client.signIn()
      client.sandbox.control.setClock({ advanceMs: 2 * 3_600_000 - 5_000 })
      expect((await client.get('getSkus')).code).toBe('0')

      client.sandbox.control.setClock({ advanceMs: 6_000 })

      expect(await client.get('getSkus')).toEqual({ code: '-1', message: 'token expire' })
    })

    test('dies with the second login', async () => {
      await client.signIn()
      const other = clientOf(client.sandbox)
      await other.signIn()

      expect((await client.get('getSkus')).code).toBe('-1')
      expect((await other.get('getSkus')).code).toBe('0')
    })

    test('refuses a wrong signature even with a live token', async () => {
      await client.signIn()
      const query = new URLSearchParams({ ...signed({ token: client.token(), skuId: 20 }), skuId: '21' })

      const reply = await (await fetch(`${client.sandbox.url}/api_esim/getPackages?${query}`)).json()

      expect(reply).toMatchObject({ code: -30, data: '' })
    })
  })
})

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
