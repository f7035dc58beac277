import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  checkStock,
  getCardDetail,
  listCardHistory,
  listSkus,
  logIn,
  placeOrder,
  searchOrders,
  topUpByPlanCode,
} from '#lib/provider/index.ts'
import type { Iccid, PriceId, SkuId } from '#lib/provider/rules/provider-ids.ts'
import { percentEncode, presentParams, type SignParams, sign } from '#lib/provider/sign.ts'
import * as sandbox from '#sandbox/upstream/server.ts'
import { anAnswer, aProvider, SECRET, TOKEN } from '#tests/unit/provider/stub-provider.ts'

const skuId = 26 as SkuId
const priceId = 301 as PriceId
const iccid = '8948010000000000001' as Iccid

test('a GET carries token and signature in the query, below the path of the base address', async () => {
  const provider = aProvider([anAnswer({ code: '0', data: [] })])

  await provider.call(listSkus, {})

  const { url, method, body, connection, timeoutMs } = provider.requests[0] ?? {}
  expect(`${url?.origin}${url?.pathname}`).toBe('https://upstream.test/base/api_esim/getSkus')
  expect(Object.fromEntries(url?.searchParams ?? [])).toEqual({
    token: TOKEN,
    sign: 'de180e93ec647b19f3061ab9f1f4740b',
  })
  expect({ method, body, connection, timeoutMs }).toEqual({
    method: 'GET',
    body: null,
    connection: 'pooled',
    timeoutMs: 10_000,
  })
})

test('a placement is a form on a connection of its own, and empty values are neither signed nor sent', async () => {
  const provider = aProvider([anAnswer({ code: '0', data: 'EP1' })])

  await provider.call(placeOrder, { skuId, priceId, count: 2, daypassDays: null, beginDate: '', otherOrderId: 'l 1*' })

  const request = provider.requests[0]
  const sent = Object.fromEntries(new URLSearchParams(request?.body ?? ''))
  const fields = { token: TOKEN, skuId: '26', priceId: '301', count: '2', backInfo: '1', otherOrderId: 'l 1*' }
  expect(sent).toEqual({ ...fields, sign: sign(fields, SECRET) })
  expect(request?.url.search).toBe('')
  expect(request).toMatchObject({ connection: 'fresh', timeoutMs: 75_000 })
  expect(request?.headers['content-type']).toBe('application/x-www-form-urlencoded')
})

test('the other signature form is used when it is set', async () => {
  const provider = aProvider([anAnswer({ code: '0', data: [] })], { signForm: 'encoded-upper' })

  await provider.call(listSkus, {})

  expect(provider.requests[0]?.url.searchParams.get('sign')).toBe('44A3091E39F6F480B01B0C041985E114')
})

test('the login is JSON, without a token and with its own limit', async () => {
  const provider = aProvider([anAnswer({ code: 1, message: 'ok', data: { token: TOKEN } })])

  const result = await provider.call(logIn, { phone: '10000000000', password: 'demo-Pass1' })

  const request = provider.requests[0]
  expect(result).toEqual({ token: TOKEN })
  expect(JSON.parse(request?.body ?? '')).toEqual({
    phonenumber: '10000000000',
    password: 'demo-Pass1',
    sign: '9d3bc309f6a1d97e8f3cbb91e250b4ff',
  })
  expect(request).toMatchObject({ timeoutMs: 15_000, connection: 'fresh' })
})

test('the stock check spells its parameters in lower case', async () => {
  const provider = aProvider([anAnswer({ code: '0', data: 1 })])

  await provider.call(checkStock, { skuId, priceId, count: 3 })

  expect([...(provider.requests[0]?.url.searchParams.keys() ?? [])]).toEqual([
    'count',
    'priceid',
    'skuid',
    'token',
    'sign',
  ])
})

test('a plan code with a question mark survives the way', async () => {
  const provider = aProvider([anAnswer({ code: '0', data: 'EP1' })])

  await provider.call(topUpByPlanCode, { planCode: '392-0-?-1-G-D', iccid })

  expect(new URLSearchParams(provider.requests[0]?.body ?? '').get('apiCode')).toBe('392-0-?-1-G-D')
})

test('a search turns our words into theirs', async () => {
  const provider = aProvider([anAnswer({ code: '0', data: { total: 0, rows: [] } })])

  await provider.call(searchOrders, {
    outerOrderId: 'line',
    created: { from: '2026-01-31' as never, to: '2026-02-02' as never },
    esimKind: 'esim',
    pageSize: 30,
  })

  const { token: _token, sign: _sign, ...sent } = Object.fromEntries(provider.requests[0]?.url.searchParams ?? [])
  expect(sent).toEqual({ outerOrderId: 'line', subTime: '2026/01/31-2026/02/02', cardType: '0', pageSize: '30' })
})

test('the two HTTP-only calls use their own address, and card detail sends neither token nor signature', async () => {
  const provider = aProvider([anAnswer({ code: '0', data: [] }), anAnswer({ code: 1, data: {} })], {
    httpUrl: 'http://inside.test:81',
  })

  await provider.call(listCardHistory, { iccid })
  await provider.call(getCardDetail, { iccid })

  const [history, detail] = provider.requests
  expect(history?.url.origin).toBe('http://inside.test:81')
  expect(history?.url.searchParams.get('token')).toBe(TOKEN)
  expect(detail?.url.href).toBe(`http://inside.test:81/api_esim/getESIMDetail?iccid=${iccid}`)
})

const late = {
  iccids: '8948010000000000001,8948010000000000002',
  orderNum: 'EP20260101000001',
  remark: "it's late (2*) ~ 测试",
  token: TOKEN,
}

const VECTORS: [name: string, params: SignParams, plain: string, encoded: string][] = [
  [
    'login',
    { phonenumber: '10000000000', password: 'demo-Pass1' },
    '9d3bc309f6a1d97e8f3cbb91e250b4ff',
    'D3ED2E24EBE6B2E1144C9888A394A58D',
  ],
  ['a token alone', { token: TOKEN }, 'de180e93ec647b19f3061ab9f1f4740b', '44A3091E39F6F480B01B0C041985E114'],
  ['a number', { token: TOKEN, skuId: 26 }, '06addfb52cf9cc8fd57db437f8bd0db3', '6260B3D8F9F7AD6E7636EAADB88022DA'],
  [
    'an order with a question mark, slashes and a plus',
    {
      token: TOKEN,
      apiCode: '99915-0-?-500-M-D',
      backInfo: 1,
      beginDate: '01/31/2026',
      count: 1,
      customerEmail: 'a.b+c@example.com',
      daypassDays: 3,
      otherOrderId: 'R-1',
    },
    'f454609bbb6f412f6eeac656abe8c32d',
    '2B2D6664B8D43D2FDF711F5359BD0D57',
  ],
  [
    'an apostrophe, brackets, a star, a tilde and Chinese',
    late,
    'af9e023f8e9601f9702491abc56bbcf8',
    '1508235241B9D67742221399E403C6FC',
  ],
]

const md5 = (text: string) => createHash('md5').update(text, 'utf8').digest('hex')

describe('fixed vectors', () => {
  test.each(VECTORS)('D5 signs %s in the plain form', (_name, params, plain) => {
    expect(sign(params, SECRET)).toBe(plain)
  })

  test.each(VECTORS)('D5 signs %s in the encoded form', (_name, params, _plain, encoded) => {
    expect(sign(params, SECRET, 'encoded-upper')).toBe(encoded)
  })

  test('D5 never leaves marks bare in the encoded form', () => {
    expect(sign(late, SECRET, 'encoded-upper')).not.toBe('C6171E5DC54361D022495ACB1A640BEF')
  })
})

test.each([null, undefined, ''])('D5 leaves out a parameter that is %j', (empty) => {
  expect(sign({ a: '1', b: empty }, 'k')).toBe(sign({ a: '1' }, 'k'))
})

test('D5 keeps a zero, which is a value', () => {
  expect(sign({ backInfo: 0 }, 'k')).toBe(md5('backInfo=0k'))
})

test('D5 sorts by the whole pair, so a1 comes before a', () => {
  expect(sign({ a: '2', a1: '1' }, 'k')).toBe(md5('a1=1a=2k'))
})

test('D5 never signs a signature', () => {
  expect(sign({ a: '1', sign: 'old' }, 'k')).toBe(md5('a=1k'))
})

test('signs no parameters as the secret alone', () => {
  expect(sign({}, 'k')).toBe(md5('k'))
})

test('encodes everything except letters, digits and - _ . ~', () => {
  expect(percentEncode("aZ9-_.~!'()* +/?é")).toBe('aZ9-_.~%21%27%28%29%2A%20%2B%2F%3F%C3%A9')
})

const names = fc.string({ minLength: 1, maxLength: 12 }).filter((name) => name !== 'sign')
const params = fc.dictionary(names, fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.constant(null)))

test('D5 agrees with an independent implementation in both forms', () => {
  fc.assert(
    fc.property(params, fc.string({ minLength: 1 }), (set, secret) => {
      const sent = Object.fromEntries(presentParams(set))

      const [plain, encoded] = [sign(set, secret), sign(set, secret, 'encoded-upper')]
      expect(sandbox.signaturesOf(sent, secret)).toEqual({ plain, encoded })
    }),
    { numRuns: 500 },
  )
})

test('does not depend on the order of the parameters', () => {
  fc.assert(
    fc.property(params, (set) => {
      const reversed = Object.fromEntries(Object.entries(set).reverse())

      expect(sign(reversed, 'k')).toBe(sign(set, 'k'))
    }),
  )
})

test('survives half a surrogate pair, and sends what it signed', () => {
  const half = { a: '\ud83d' }

  expect(presentParams(half)).toEqual([['a', '\ufffd']])
  expect(sign(half, 'k', 'encoded-upper')).toBe(sign({ a: '\ufffd' }, 'k', 'encoded-upper'))
})

test('asks for an answer that is not packed', async () => {
  const provider = aProvider([anAnswer({ code: '0', data: [] })])

  await provider.call(listSkus, {})

  expect(provider.requests[0]?.headers['accept-encoding']).toBe('identity')
})
