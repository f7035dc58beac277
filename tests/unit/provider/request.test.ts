import { expect, test } from 'vitest'
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
import { sign } from '#lib/provider/sign.ts'
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
