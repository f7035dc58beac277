import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientOf, signed, startClient } from './sandbox-client.ts'

let client: Awaited<ReturnType<typeof startClient>>

beforeAll(async () => {
  client = await startClient()
})
beforeEach(() => client.sandbox.control.reset())
afterAll(() => client.sandbox.close())

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
