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
  type Provider,
  placeOrder,
  topUp,
} from '#lib/provider/index.ts'
import type { SkuId } from '#lib/provider/rules/provider-ids.ts'
import { failureOf, iccid, ONCE, priceId, skuId } from '#tests/unit/provider/acting-calls.ts'
import { anAnswer, aProvider, SECRET, TOKEN } from '#tests/unit/provider/stub-provider.ts'

const EXPIRED = anAnswer({ code: '-1', message: 'token expire', data: null })
const NO_SKUS = anAnswer({ code: '0', data: [] })
const LOST = new TransportError('network', 0, new Error('read ECONNRESET'))

describe('an expired token', () => {
  test('makes a read ask for another session and repeat once', async () => {
    const provider = aProvider([EXPIRED, NO_SKUS])

    await expect(provider.call(listSkus, {})).resolves.toEqual([])

    expect(provider.expiredEpochs).toEqual([7])
    expect(provider.requests.map(({ url }) => url.searchParams.get('token'))).toEqual([TOKEN, 'renewed-token'])
  })

  test('does so under another HTTP status as well', async () => {
    const provider = aProvider([{ ...EXPIRED, status: 401 }, NO_SKUS])

    await expect(provider.call(listSkus, {})).resolves.toEqual([])

    expect(provider.expiredEpochs).toEqual([7])
  })

  test('ends a read when the second token is refused too', async () => {
    const provider = aProvider([EXPIRED])

    const failure = await failureOf(provider.call(listSkus, {}))

    expect(failure).toMatchObject({ kind: 'session_expired', code: -1, epoch: 8 })
    expect(provider.requests).toHaveLength(2)
  })

  test('ends a read at once when there is no other session', async () => {
    const provider = aProvider([EXPIRED], {
      tokens: { get: async () => ({ token: TOKEN, epoch: 7 }), expired: async () => null },
    })

    expect((await failureOf(provider.call(listSkus, {}))).epoch).toBe(7)
    expect(provider.requests).toHaveLength(1)
  })

  test('is renewed once for a whole request, retries included', async () => {
    const provider = aProvider([EXPIRED, LOST, EXPIRED])

    expect((await failureOf(provider.call(listSkus, {}))).kind).toBe('session_expired')
    expect(provider.expiredEpochs).toEqual([7])
    expect(provider.requests).toHaveLength(3)
  })

  test.each(ONCE)('never repeats %s, and names the session it used', async (name, run) => {
    const provider = aProvider([EXPIRED])

    expect(await failureOf(run(provider))).toMatchObject({ code: -1, epoch: name === 'logIn' ? null : 7 })
    expect(provider.requests).toHaveLength(1)
    expect(provider.expiredEpochs).toEqual([])
    expect(provider.droppedEpochs).toEqual(name === 'logIn' ? [] : [7])
  })

  test('means a wrong password at the login', async () => {
    const provider = aProvider([anAnswer({ code: -1, message: 'wrong', data: null })])

    const failure = await failureOf(provider.call(logIn, { phone: '10000000000', password: 'demo-Pass1' }))

    expect(failure.kind).toBe('bad_credentials')
  })

  test('means nothing where no token is sent', async () => {
    const provider = aProvider([EXPIRED], { httpUrl: 'http://upstream.test' })

    await failureOf(provider.call(getCardDetail, { iccid }))

    expect(provider.expiredEpochs).toEqual([])
    expect(provider.requests).toHaveLength(1)
  })
})

describe('a code under another HTTP status', () => {
  test.each([
    { code: '-8', status: 400, kind: 'query_failed' },
    { code: 3, status: 404, kind: 'not_found' },
    { code: '-30', status: 500, kind: 'bad_signature' },
  ])('$code under $status is the refusal of a read', async ({ code, status, kind }) => {
    const provider = aProvider([anAnswer({ code, message: 'no' }, status)])

    expect(await failureOf(provider.call(listSkus, {}))).toMatchObject({ kind, code: Number(code), httpStatus: status })
    expect(provider.requests).toHaveLength(1)
  })

  test.each([
    { code: '0', status: 404, tries: 1 },
    { code: 503, status: 503, tries: 3 },
    { code: '-3', status: 500, tries: 3 },
  ])('$code under $status is no answer', async ({ code, status, tries }) => {
    const provider = aProvider([anAnswer({ code, data: [] }, status)])

    expect(await failureOf(provider.call(listSkus, {}))).toMatchObject({ kind: 'bad_response', code: null })
    expect(provider.requests).toHaveLength(tries)
  })

  test.each(ONCE)('stays unread for %s', async (_name, run) => {
    const failure = await failureOf(run(aProvider([anAnswer({ code: '-1' }, 401)])))

    expect(failure).toMatchObject({ kind: 'bad_response', code: null, httpStatus: 401 })
  })
})

describe('retries', () => {
  test.each([
    ['a reset', LOST],
    ['a time limit', new TransportError('timeout', 0, null)],
    ['a refused connection', new TransportError('not_sent', 0, null)],
    ['HTTP 503', anAnswer('<html>', 503)],
  ])('try a read three times after %s', async (_name, reaction) => {
    const provider = aProvider([reaction])

    await failureOf(provider.call(listSkus, {}))

    expect(provider.requests).toHaveLength(3)
  })

  test('end with the first good answer', async () => {
    const provider = aProvider([LOST, anAnswer('', 502), NO_SKUS])

    await expect(provider.call(listSkus, {})).resolves.toEqual([])
  })

  test.each([
    ['a refusal', anAnswer({ code: '-8' })],
    ['HTTP 404', anAnswer('', 404)],
    ['HTTP 429', anAnswer('', 429)],
    ['a page', anAnswer('<html>')],
  ])('are not made after %s', async (_name, reaction) => {
    const provider = aProvider([reaction])

    await failureOf(provider.call(listSkus, {}))

    expect(provider.requests).toHaveLength(1)
  })

  test.each(ONCE)('D8 are never made for %s', async (_name, run) => {
    for (const reaction of [LOST, new TransportError('not_sent', 0, null), anAnswer('', 503)]) {
      const provider = aProvider([reaction])

      await failureOf(run(provider))

      expect(provider.requests).toHaveLength(1)
    }
  })

  test('run dry in an outage instead of tripling its load', async () => {
    const provider = aProvider([LOST], { retry: { initialDelayMs: 1, maxDelayMs: 1, reserve: 4 } })

    for (let i = 0; i < 40; i++) await failureOf(provider.call(listSkus, {}))

    expect(provider.requests.length).toBeGreaterThanOrEqual(44)
    expect(provider.requests.length).toBeLessThanOrEqual(48)
  })

  test('end when the caller stops', async () => {
    const controller = new AbortController()
    const provider = aProvider([
      () => {
        controller.abort()
        throw new TransportError('aborted', 0, null)
      },
    ])

    expect((await failureOf(provider.call(listSkus, {}, { signal: controller.signal }))).kind).toBe('aborted')
    expect(provider.requests).toHaveLength(1)
  })
})

describe('without any traffic', () => {
  test.each([
    ['card history', (provider: Provider) => provider.call(listCardHistory, { iccid })],
    ['card detail', (provider: Provider) => provider.call(getCardDetail, { iccid })],
  ])('%s is off when it has no address', async (_name, run) => {
    const provider = aProvider([NO_SKUS])

    expect((await failureOf(run(provider))).kind).toBe('not_configured')
    expect(provider.requests).toHaveLength(0)
  })

  test.each<[string, (provider: Provider) => Promise<unknown>]>([
    ['a SKU that is no id', (provider) => provider.call(listPlans, { skuId: 0 as SkuId })],
    ['no card at all', (provider) => provider.call(listCards, { iccids: [] })],
    ['101 cards', (provider) => provider.call(listCards, { iccids: new Array(101).fill(iccid) })],
    ['half a card', (provider) => provider.call(placeOrder, { skuId, priceId, count: 0.5 })],
    ['days that are none', (provider) => provider.call(placeOrder, { skuId, priceId, count: 1, daypassDays: 0 })],
    ['a top-up without a card', (provider) => provider.call(topUp, { skuId, priceId })],
    ['a top-up of a card and an order', (provider) => provider.call(topUp, { skuId, priceId, iccid, orderNum: 'EP1' })],
    ['a cancellation of nothing', (provider) => provider.call(cancelCards, { orderNum: 'EP1', iccids: [] })],
  ])('refuses %s', async (_name, run) => {
    const provider = aProvider([NO_SKUS])

    expect((await failureOf(run(provider))).kind).toBe('invalid_params')
    expect(provider.requests).toHaveLength(0)
  })

  test('passes on that there is no session, with the reason as cause', async () => {
    const cause = new Error('The lease is taken.')
    const provider = aProvider([NO_SKUS], { tokens: { get: () => Promise.reject(cause), expired: async () => null } })

    expect(await failureOf(provider.call(listSkus, {}))).toMatchObject({ kind: 'no_session', cause })
    expect(provider.requests).toHaveLength(0)
  })
})

test.each([{ data: [] }, { code: null, data: [] }, { code: '', data: [] }, { code: 'ok', data: [] }])(
  'an answer of %j has no code, which is no refusal',
  async (body) => {
    expect(await failureOf(aProvider([anAnswer(body)]).call(listSkus, {}))).toMatchObject({
      kind: 'bad_response',
      code: null,
    })
  },
)

describe('the moment to send', () => {
  test('is over when the clock passed it before the connection stood', async () => {
    let clock = 1_000
    const provider = aProvider([anAnswer({ code: '0', data: 'EP1' })], { now: () => clock })

    await provider.call(placeOrder, { skuId, priceId, count: 1 }, { sendBefore: 11_000 })
    const mayStart = provider.requests[0]?.mayStart

    expect(mayStart?.()).toBe(true)
    clock = 11_001
    expect(mayStart?.()).toBe(false)
  })
})

describe('the record of a call', () => {
  test('names endpoint, reference, class, code, size and order, and nothing else', async () => {
    const records: CallRecord[] = []
    const answer = anAnswer({ code: '0', data: { orderNum: 'EP1', cardApiDtoList: [{ code: 'LPA:1$a.example$K' }] } })
    const provider = aProvider([answer], { onCall: (record) => records.push(record), now: () => 5 })

    await provider.call(placeOrder, { skuId, priceId, count: 1, otherOrderId: 'line', otherItemId: 'attempt' })

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
    const provider = aProvider([LOST, EXPIRED, anAnswer({ code: '-8' })], { onCall: (record) => records.push(record) })

    await failureOf(provider.call(listSkus, {}))

    expect(records.map((record) => [record.class, record.code])).toEqual([
      ['network', null],
      ['session_expired', -1],
      ['query_failed', -8],
    ])
  })

  test('cannot turn an accepted order into an error', async () => {
    const provider = aProvider([anAnswer({ code: '0', data: 'EP1' })], {
      onCall: () => {
        throw new Error('The disk is full.')
      },
    })

    await expect(provider.call(placeOrder, { skuId, priceId, count: 1 })).resolves.toMatchObject({ orderNum: 'EP1' })
  })
})

describe('secrets', () => {
  const PASSWORD = 'demo-Pass1'

  test('D41 stay out of every error, whatever the answer repeats', async () => {
    const records: CallRecord[] = []
    const echo = ({ url, body }: { url: URL; body: string | null }) =>
      `${url.href} ${body} ${SECRET} LPA:1$a.example$K2-9F`
    const reactions = [
      (request: { url: URL; body: string | null }) => anAnswer({ code: '99', message: echo(request) }),
      (request: { url: URL; body: string | null }) => anAnswer(`<html>${echo(request)}`),
      (request: { url: URL; body: string | null }) => {
        throw new TransportError('network', 0, new Error(echo(request), { cause: new Error(echo(request)) }))
      },
      (request: { url: URL; body: string | null }) =>
        anAnswer({ code: '0', message: echo(request), data: echo(request) }),
    ]

    for (const reaction of reactions) {
      for (const run of [...ONCE.map(([, call]) => call), (provider: Provider) => provider.call(listSkus, {})]) {
        const provider = aProvider([reaction], { onCall: (record) => records.push(record) })
        const failure = await run(provider).catch((error: unknown) => error)
        const signature = /sign(?:=|":")([0-9a-f]{32})/.exec(
          `${provider.requests[0]?.url.href} ${provider.requests[0]?.body}`,
        )
        const shown = JSON.stringify([describeError(failure), records])

        expect(signature).not.toBeNull()
        for (const secret of [TOKEN, SECRET, PASSWORD, signature?.[1] ?? '-', 'K2-9F'])
          expect(shown).not.toContain(secret)
      }
    }
  })

  test('are not needed to understand a refusal', async () => {
    const provider = aProvider([anAnswer({ code: 22, message: 'Non-personal order\u0000\r\n' })])

    const failure = await failureOf(provider.call(cancelCards, { orderNum: 'EP1', iccids: [iccid] }))

    expect(failure.message).toBe('cancelCards: not_permitted (code 22)')
    expect(failure.providerText).toBe('Non-personal order')
  })
})

/** Everything a logger could print: own fields, stack, and the chain of causes. */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error

  return { ...error, message: error.message, stack: error.stack, cause: describeError(error.cause) }
}
