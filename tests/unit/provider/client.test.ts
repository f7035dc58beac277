import { describe, expect, test } from 'vitest'
import { TransportError } from '#lib/provider/errors.ts'
import {
  type CallRecord,
  cancelCards,
  getCardDetail,
  listCardHistory,
  listCards,
  listPlans,
  listSkus,
  logIn,
  placeOrder,
  topUp,
  type Upstream,
} from '#lib/provider/index.ts'
import type { SkuId } from '#lib/provider/rules/upstream-ids.ts'
import { failureOf, iccid, ONCE, priceId, skuId } from '#tests/unit/provider/acting-calls.ts'
import { anAnswer, anUpstream, TOKEN } from '#tests/unit/provider/stub-upstream.ts'

const EXPIRED = anAnswer({ code: '-1', message: 'token expire', data: null })
const NO_SKUS = anAnswer({ code: '0', data: [] })
const LOST = new TransportError('network', 0, new Error('read ECONNRESET'))

describe('an expired token', () => {
  test('makes a read ask for another session and repeat once', async () => {
    const upstream = anUpstream([EXPIRED, NO_SKUS])

    await expect(upstream.call(listSkus, {})).resolves.toEqual([])

    expect(upstream.expiredEpochs).toEqual([7])
    expect(upstream.requests.map(({ url }) => url.searchParams.get('token'))).toEqual([TOKEN, 'renewed-token'])
  })

  test('ends a read when the second token is refused too', async () => {
    const upstream = anUpstream([EXPIRED])

    const failure = await failureOf(upstream.call(listSkus, {}))

    expect(failure).toMatchObject({ kind: 'session_expired', code: -1, epoch: 8 })
    expect(upstream.requests).toHaveLength(2)
  })

  test('ends a read at once when there is no other session', async () => {
    const upstream = anUpstream([EXPIRED], {
      tokens: { get: async () => ({ token: TOKEN, epoch: 7 }), expired: async () => null },
    })

    expect((await failureOf(upstream.call(listSkus, {}))).epoch).toBe(7)
    expect(upstream.requests).toHaveLength(1)
  })

  test('is renewed once for a whole request, retries included', async () => {
    const upstream = anUpstream([EXPIRED, LOST, EXPIRED])

    expect((await failureOf(upstream.call(listSkus, {}))).kind).toBe('session_expired')
    expect(upstream.expiredEpochs).toEqual([7])
    expect(upstream.requests).toHaveLength(3)
  })

  test.each(ONCE)('never repeats %s', async (_name, run) => {
    const upstream = anUpstream([EXPIRED])

    expect((await failureOf(run(upstream))).code).toBe(-1)
    expect(upstream.requests).toHaveLength(1)
    expect(upstream.expiredEpochs).toEqual([])
  })

  test('means a wrong password at the login', async () => {
    const upstream = anUpstream([anAnswer({ code: -1, message: 'wrong', data: null })])

    const failure = await failureOf(upstream.call(logIn, { phone: '10000000000', password: 'demo-Pass1' }))

    expect(failure.kind).toBe('bad_credentials')
  })

  test('means nothing where no token is sent', async () => {
    const upstream = anUpstream([EXPIRED], { httpUrl: 'http://upstream.test' })

    await failureOf(upstream.call(getCardDetail, { iccid }))

    expect(upstream.expiredEpochs).toEqual([])
    expect(upstream.requests).toHaveLength(1)
  })
})

describe('retries', () => {
  test.each([
    ['a reset', LOST],
    ['a time limit', new TransportError('timeout', 0, null)],
    ['a refused connection', new TransportError('not_sent', 0, null)],
    ['HTTP 503', anAnswer('<html>', 503)],
  ])('try a read three times after %s', async (_name, reaction) => {
    const upstream = anUpstream([reaction])

    await failureOf(upstream.call(listSkus, {}))

    expect(upstream.requests).toHaveLength(3)
  })

  test('end with the first good answer', async () => {
    const upstream = anUpstream([LOST, anAnswer('', 502), NO_SKUS])

    await expect(upstream.call(listSkus, {})).resolves.toEqual([])
  })

  test.each([
    ['a refusal', anAnswer({ code: '-8' })],
    ['HTTP 404', anAnswer('', 404)],
    ['HTTP 429', anAnswer('', 429)],
    ['a page', anAnswer('<html>')],
  ])('are not made after %s', async (_name, reaction) => {
    const upstream = anUpstream([reaction])

    await failureOf(upstream.call(listSkus, {}))

    expect(upstream.requests).toHaveLength(1)
  })

  test.each(ONCE)('D8 are never made for %s', async (_name, run) => {
    for (const reaction of [LOST, new TransportError('not_sent', 0, null), anAnswer('', 503)]) {
      const upstream = anUpstream([reaction])

      await failureOf(run(upstream))

      expect(upstream.requests).toHaveLength(1)
    }
  })

  test('run dry in an outage instead of tripling its load', async () => {
    const upstream = anUpstream([LOST], { retry: { initialDelayMs: 1, maxDelayMs: 1, reserve: 4 } })

    for (let i = 0; i < 40; i++) await failureOf(upstream.call(listSkus, {}))

    expect(upstream.requests.length).toBeGreaterThanOrEqual(44)
    expect(upstream.requests.length).toBeLessThanOrEqual(48)
  })

  test('end when the caller stops', async () => {
    const controller = new AbortController()
    const upstream = anUpstream([
      () => {
        controller.abort()
        throw new TransportError('aborted', 0, null)
      },
    ])

    expect((await failureOf(upstream.call(listSkus, {}, { signal: controller.signal }))).kind).toBe('aborted')
    expect(upstream.requests).toHaveLength(1)
  })
})

describe('without any traffic', () => {
  test.each([
    ['card history', (upstream: Upstream) => upstream.call(listCardHistory, { iccid })],
    ['card detail', (upstream: Upstream) => upstream.call(getCardDetail, { iccid })],
  ])('%s is off when it has no address', async (_name, run) => {
    const upstream = anUpstream([NO_SKUS])

    expect((await failureOf(run(upstream))).kind).toBe('not_configured')
    expect(upstream.requests).toHaveLength(0)
  })

  test.each<[string, (upstream: Upstream) => Promise<unknown>]>([
    ['a SKU that is no id', (upstream) => upstream.call(listPlans, { skuId: 0 as SkuId })],
    ['no card at all', (upstream) => upstream.call(listCards, { iccids: [] })],
    ['101 cards', (upstream) => upstream.call(listCards, { iccids: new Array(101).fill(iccid) })],
    ['half a card', (upstream) => upstream.call(placeOrder, { skuId, priceId, count: 0.5 })],
    ['days that are none', (upstream) => upstream.call(placeOrder, { skuId, priceId, count: 1, daypassDays: 0 })],
    ['a top-up without a card', (upstream) => upstream.call(topUp, { skuId, priceId })],
    ['a top-up of a card and an order', (upstream) => upstream.call(topUp, { skuId, priceId, iccid, orderNum: 'EP1' })],
    ['a cancellation of nothing', (upstream) => upstream.call(cancelCards, { orderNum: 'EP1', iccids: [] })],
  ])('refuses %s', async (_name, run) => {
    const upstream = anUpstream([NO_SKUS])

    expect((await failureOf(run(upstream))).kind).toBe('invalid_params')
    expect(upstream.requests).toHaveLength(0)
  })

  test('passes on that there is no session, with the reason as cause', async () => {
    const cause = new Error('The lease is taken.')
    const upstream = anUpstream([NO_SKUS], { tokens: { get: () => Promise.reject(cause), expired: async () => null } })

    expect(await failureOf(upstream.call(listSkus, {}))).toMatchObject({ kind: 'no_session', cause })
    expect(upstream.requests).toHaveLength(0)
  })
})

test.each([{ data: [] }, { code: null, data: [] }, { code: '', data: [] }, { code: 'ok', data: [] }])(
  'an answer of %j has no code, which is no refusal',
  async (body) => {
    expect(await failureOf(anUpstream([anAnswer(body)]).call(listSkus, {}))).toMatchObject({
      kind: 'bad_response',
      code: null,
    })
  },
)

describe('the moment to send', () => {
  test('is over when the clock passed it before the connection stood', async () => {
    let clock = 1_000
    const upstream = anUpstream([anAnswer({ code: '0', data: 'EP1' })], { now: () => clock })

    await upstream.call(placeOrder, { skuId, priceId, count: 1 }, { sendBefore: 11_000 })
    const mayStart = upstream.requests[0]?.mayStart

    expect(mayStart?.()).toBe(true)
    clock = 11_001
    expect(mayStart?.()).toBe(false)
  })
})

describe('the record of a call', () => {
  test('names endpoint, reference, class, code, size and order, and nothing else', async () => {
    const records: CallRecord[] = []
    const answer = anAnswer({ code: '0', data: { orderNum: 'EP1', cardApiDtoList: [{ code: 'LPA:1$a.example$K' }] } })
    const upstream = anUpstream([answer], { onCall: (record) => records.push(record), now: () => 5 })

    await upstream.call(placeOrder, { skuId, priceId, count: 1, otherOrderId: 'line', otherItemId: 'attempt' })

    expect(records).toEqual([
      {
        endpoint: 'placeOrder',
        reference: 'attempt',
        class: 'ok',
        code: 0,
        latencyMs: 0,
        bytes: answer.bytes,
        orderNum: 'EP1',
      },
    ])
  })

  test('is written for every try, with the class of the failure', async () => {
    const records: CallRecord[] = []
    const upstream = anUpstream([LOST, EXPIRED, anAnswer({ code: '-8' })], { onCall: (record) => records.push(record) })

    await failureOf(upstream.call(listSkus, {}))

    expect(records.map((record) => [record.class, record.code])).toEqual([
      ['network', null],
      ['session_expired', -1],
      ['query_failed', -8],
    ])
  })

  test('cannot turn an accepted order into an error', async () => {
    const upstream = anUpstream([anAnswer({ code: '0', data: 'EP1' })], {
      onCall: () => {
        throw new Error('The disk is full.')
      },
    })

    await expect(upstream.call(placeOrder, { skuId, priceId, count: 1 })).resolves.toMatchObject({ orderNum: 'EP1' })
  })
})
