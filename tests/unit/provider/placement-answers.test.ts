import { describe, expect, test } from 'vitest'
import {
  type CancellationOutcome,
  classifyCancellation,
  classifyPlacement,
  type PlacementOutcome,
} from '#lib/orders/rules/order-outcome.ts'
import { TransportError } from '#lib/provider/errors.ts'
import { cancelCards, placeOrder } from '#lib/provider/index.ts'
import type { Iccid, PriceId, SkuId } from '#lib/provider/rules/provider-ids.ts'
import type { HttpAnswer } from '#lib/provider/transport.ts'
import { anAnswer, aProvider } from '#tests/unit/provider/stub-provider.ts'

describe('placement answers', () => {
  type Class = PlacementOutcome['class']
  type Row = [name: string, answer: HttpAnswer | Error, expected: Class]

  const order = { orderNum: 'EP20260101000001', count: 1, status: 0, price: '4.50', cardApiDtoList: [] }
  const answers = (expected: Class, rows: [name: string, body: unknown, status?: number][]): Row[] =>
    rows.map(([name, body, status]) => [name, anAnswer(body, status), expected])
  const faults = (expected: Class, rows: [name: string, error: Error][]): Row[] =>
    rows.map(([name, error]) => [name, error, expected])
  const fault = (kind: TransportError['kind'], cause: string) => new TransportError(kind, 0, new Error(cause))

  const ACCEPTED = answers('ACCEPTED', [
    ['a full order, code as text', { code: '0', message: 'success', data: order }],
    ['a full order, code as number', { code: 0, message: 'success', data: order }],
    ['a padded code', { code: ' 0 ', data: order }],
    ['a code of two zeros', { code: '00', data: order }],
    ['a code of minus zero', '{"code":-0,"data":"EP20260101000001"}'],
    ['a bare order number', { code: '0', message: 'Successful', data: 'EP20260101000001' }],
    ['a bare order number with blanks around it', { code: 0, data: ' EP20260101000001\n' }],
    ['no message', { code: '0', data: order }],
    ['a message that claims failure', { code: '0', message: 'token expire', data: order }],
    ['a message of another type', { code: 0, message: { text: 'ok' }, data: order }],
    ['an order number alone', { code: '0', data: { orderNum: 'EP20260101000001' } }],
    ['no cards', { code: '0', data: { ...order, cardApiDtoList: null } }],
    ['a card list of another type', { code: '0', data: { ...order, cardApiDtoList: 'none' } }],
    ['cards that are no objects', { code: '0', data: { ...order, cardApiDtoList: [null, 7, 'x'] } }],
    ['a count as text', { code: '0', data: { ...order, count: '1' } }],
    ['a price as number', '{"code":"0","data":{"orderNum":"EP20260101000001","price":4.50}}'],
    ['a price that is none', { code: '0', data: { ...order, price: 'free' } }],
    ['a price with a comma', { code: '0', data: { ...order, price: '21,49' } }],
    ['an unknown status', { code: '0', data: { ...order, status: 5 } }],
    ['a status as text', { code: '0', data: { ...order, status: 'NEW' } }],
    ['a date without a zone', { code: '0', data: { ...order, purchaseDate: '2026-01-01 10:00:00' } }],
    ['a date that is none', { code: '0', data: { ...order, purchaseDate: 'yesterday' } }],
    ['flags of other types', { code: '0', data: { ...order, renewal: 'no', renew: null } }],
    ['unknown fields', { code: '0', data: { ...order, outerOrderid: 'l-1', hello: { a: 1 } }, traceId: 'x' }],
    ['a status beside the code', { code: '0', status: 'Fail', data: order }],
    ['an order number in another shape', { code: '0', data: { orderNum: 'A-1' } }],
    ['HTTP 201', { code: '0', data: order }, 201],
  ])

  const REJECTED = answers('REJECTED', [
    ['an expired token as text', { code: '-1', message: 'token expire', data: null }],
    ['an expired token as number', { code: -1, data: '' }],
    ['a missing parameter', { code: '-2', message: 'params is not null' }],
    ['a wrong signature', { code: '-30', message: 'sign error', data: null }],
    ['a wrong signature as number', { code: -30 }],
    ['data not found', { code: '3', message: 'data not exist', data: null }],
    ['data not found, with an order beside it', { code: 3, data: order }],
  ])

  const UNLISTED = answers('UNKNOWN', [
    ['code -3', { code: '-3', message: 'operation failed', data: null }],
    ['code -8', { code: '-8', data: null }],
    ['code -10, which means a missing parameter elsewhere', { code: '-10', data: null }],
    ['code 4', { code: '4', message: 'order status abnormal' }],
    ['code 22', { code: 22 }],
    ['code 99, after which the order may exist', { code: '99', message: 'PDF error', data: null }],
    ['code 99 with an order', { code: 99, data: order }],
    ['code 1, which is success elsewhere', { code: 1, data: order }],
    ['code 400108', { code: 400108, data: null, status: 'Fail' }],
    ['code 400109', { code: 400109 }],
    ['code 500', { code: 500, message: 'java.lang.NullPointerException' }],
    ['code 200', { code: 200, data: order }],
    ['a code never seen', { code: '7788', message: 'insufficient balance' }],
    ['a negative code never seen', { code: '-99' }],
  ])

  const UNREADABLE = answers('UNKNOWN', [
    ['no code', { message: 'success', data: order }],
    ['a code of null', { code: null, data: order }],
    ['an empty code', { code: '', data: order }],
    ['a blank code', { code: ' ', data: order }],
    ['a code of false', { code: false, data: order }],
    ['a code of true', { code: true, data: order }],
    ['a code in a list', { code: [0], data: order }],
    ['a code in an object', { code: { value: 0 }, data: order }],
    ['a code in words', { code: 'success', data: order }],
    ['a fractional code', '{"code":0.5,"data":"EP20260101000001"}'],
    ['a code in hex', { code: '0x0', data: order }],
    ['a code with a sign', { code: '+0', data: order }],
    ['a code too large to be exact', '{"code":10000000000000000000000,"data":"EP20260101000001"}'],
    ['code 0 without data', { code: '0', message: 'success' }],
    ['code 0 with null', { code: '0', data: null }],
    ['code 0 with empty text', { code: '0', data: '' }],
    ['code 0 with blank text', { code: '0', data: '   ' }],
    ['code 0 with a word', { code: '0', data: 'success' }],
    ['code 0 with a sentence', { code: '0', data: 'order 1 accepted' }],
    ['code 0 with a number', { code: '0', data: 1 }],
    ['code 0 with true', { code: '0', data: true }],
    ['code 0 with an empty object', { code: '0', data: {} }],
    ['code 0 with an empty order number', { code: '0', data: { ...order, orderNum: '' } }],
    ['code 0 with an order number of null', { code: '0', data: { ...order, orderNum: null } }],
    ['code 0 with an order number that is a number', { code: '0', data: { ...order, orderNum: 0 } }],
    ['code 0 with an order number in an object', { code: '0', data: { orderNum: { value: 'EP1' } } }],
    ['code 0 with a list', { code: '0', data: [order] }],
    ['code 0 with an order number too long', { code: '0', data: '1'.repeat(65) }],
    ['code 0 with an order number in another field', { code: '0', orderNum: 'EP20260101000001' }],
    ['empty body', ''],
    ['null', 'null'],
    ['a bare zero', '0'],
    ['a list', '[{"code":0}]'],
    ['a text', '"EP20260101000001"'],
    ['an HTML page', '<html><body>Welcome</body></html>'],
    ['an HTML page with 502', '<html>Bad gateway</html>', 502],
    ['JSON cut in the middle', '{"code":"0","data":{"orderNum":"EP2026'],
    ['JSON with something after it', '{"code":"0","data":"EP20260101000001"} trailing'],
    ['two JSON objects', '{"code":"0","data":"EP1"}{"code":"0","data":"EP1"}'],
    ['JSON with single quotes', "{'code':'0','data':'EP1'}"],
    ['nesting without an end', '['.repeat(100_000)],
  ])

  const STATUSES = answers(
    'UNKNOWN',
    [201_000, 301, 302, 307, 308, 400, 401, 403, 404, 408, 409, 413, 429, 500, 502, 503, 504].map(
      (status): [string, unknown, number] => [`HTTP ${status} with a good body`, { code: '0', data: order }, status],
    ),
  )

  const FAULTS = [
    ...faults('UNKNOWN', [
      ['a time limit while waiting', fault('timeout', 'The operation was aborted due to timeout')],
      ['a reset', fault('network', 'read ECONNRESET')],
      ['an early end', fault('network', 'other side closed')],
      ['a body cut short', fault('network', 'Response body length does not match content-length header')],
      ['a body that is too large', fault('bad_response', 'The body exceeds the limit.')],
      ['a stop of ours in the middle', fault('aborted', 'This operation was aborted')],
      ['an error of our own', new TypeError('Cannot read properties of undefined')],
    ]),
    ...faults('NOT_SENT', [
      ['a name that does not resolve', fault('not_sent', 'getaddrinfo ENOTFOUND upstream.test')],
      ['a refused connection', fault('not_sent', 'connect ECONNREFUSED 127.0.0.1:4920')],
      ['a time limit while connecting', fault('not_sent', 'Connect Timeout Error')],
      ['a certificate that does not fit', fault('not_sent', 'self-signed certificate')],
    ]),
  ]

  const ROWS = [...ACCEPTED, ...REJECTED, ...UNLISTED, ...UNREADABLE, ...STATUSES, ...FAULTS]

  test('D4 the table holds at least 80 recorded answers', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(80)
    expect(new Set(ROWS.map(([name]) => name)).size).toBe(ROWS.length)
  })

  test.each(ROWS)('D4 after %s', async (_name, answer, expected) => {
    const outcome = await place(answer)

    expect(outcome.class).toBe(expected)
    if (outcome.class === 'ACCEPTED') expect(outcome.order.orderNum).toMatch(/^(EP20260101000001|A-1)$/)
  })

  test.each([
    [-1, 'session_expired', null],
    [-2, 'missing_parameter', null],
    [-30, 'bad_signature', null],
    [3, 'not_found', 60_000],
  ])('D4 code %i is a rejection that says why', async (code, reason, checkAfterMs) => {
    expect(await place(anAnswer({ code }))).toEqual({ class: 'REJECTED', code, reason, checkAfterMs })
  })

  test('D4 an unlisted code stays unknown and keeps its number', async () => {
    expect(await place(anAnswer({ code: '7788' }))).toEqual({ class: 'UNKNOWN', code: 7788, reason: 'unlisted_code' })
  })

  test('D4 a session that cannot be had is no placement', async () => {
    const provider = aProvider([], {
      tokens: { get: () => Promise.reject(new Error('no lease')), expired: async () => null },
    })
    const outcome = classifyPlacement({ error: await provider.call(placeOrder, aPlacement).catch((error) => error) })

    expect(outcome).toEqual({ class: 'NOT_SENT', code: null, reason: 'no_session' })
    expect(provider.requests).toHaveLength(0)
  })

  test('D4 whatever else is thrown is unknown', () => {
    for (const error of [
      undefined,
      null,
      'text',
      0,
      {},
      new Error('x'),
      { name: 'ProviderError', kind: 'not_sent', code: null },
    ]) {
      expect(classifyPlacement({ error }).class).toBe('UNKNOWN')
    }
  })

  const aPlacement = { skuId: 26 as SkuId, priceId: 301 as PriceId, count: 1 }

  async function place(answer: HttpAnswer | Error): Promise<PlacementOutcome> {
    const provider = aProvider([answer])
    try {
      return classifyPlacement({ result: await provider.call(placeOrder, aPlacement) })
    } catch (error) {
      return classifyPlacement({ error })
    } finally {
      expect(provider.requests).toHaveLength(1)
      expect(provider.expiredEpochs).toEqual([])
    }
  }
})

describe('cancellation answers', () => {
  const fault = (kind: TransportError['kind']) => new TransportError(kind, 0, new Error(kind))

  test.each<[name: string, answer: HttpAnswer | Error, expected: CancellationOutcome]>([
    ['success without data', anAnswer({ code: '0', message: 'success', data: null }), { class: 'ACCEPTED' }],
    ['success, data absent', anAnswer({ code: 0 }), { class: 'ACCEPTED' }],
    ['success with unexpected data', anAnswer({ code: '0', data: { anything: [1] } }), { class: 'ACCEPTED' }],
    [
      'not found',
      anAnswer({ code: '3', message: 'data not exist' }),
      { class: 'REFUSED', code: 3, reason: 'not_found' },
    ],
    ['somebody else’s order', anAnswer({ code: 22 }), { class: 'REFUSED', code: 22, reason: 'not_permitted' }],
    ['a wrong state', anAnswer({ code: '4' }), { class: 'REFUSED', code: 4, reason: 'wrong_state' }],
    ['an expired token', anAnswer({ code: '-1' }), { class: 'SESSION_EXPIRED', code: -1 }],
    ['a missing parameter', anAnswer({ code: '-2' }), { class: 'UNKNOWN', code: -2, reason: 'unlisted_code' }],
    ['a wrong signature', anAnswer({ code: '-30' }), { class: 'UNKNOWN', code: -30, reason: 'unlisted_code' }],
    ['code -3', anAnswer({ code: '-3' }), { class: 'UNKNOWN', code: -3, reason: 'unlisted_code' }],
    ['code 99', anAnswer({ code: 99 }), { class: 'UNKNOWN', code: 99, reason: 'unlisted_code' }],
    ['code 1', anAnswer({ code: 1 }), { class: 'UNKNOWN', code: 1, reason: 'unlisted_code' }],
    ['no code', anAnswer({ data: null }), { class: 'UNKNOWN', code: null, reason: 'bad_response' }],
    ['an HTML page', anAnswer('<html></html>'), { class: 'UNKNOWN', code: null, reason: 'bad_response' }],
    ['HTTP 500', anAnswer({ code: '0' }, 500), { class: 'UNKNOWN', code: null, reason: 'bad_response' }],
    ['a time limit', fault('timeout'), { class: 'UNKNOWN', code: null, reason: 'timeout' }],
    ['a reset', fault('network'), { class: 'UNKNOWN', code: null, reason: 'network' }],
    ['a refused connection', fault('not_sent'), { class: 'NOT_SENT', code: null, reason: 'not_sent' }],
  ])('D4 a cancellation that ends with %s', async (_name, answer, expected) => {
    const provider = aProvider([answer])

    const outcome = await provider
      .call(cancelCards, { orderNum: 'EP1', iccids: ['8948010000000000001' as Iccid] })
      .then((result) => classifyCancellation({ result }))
      .catch((error: unknown) => classifyCancellation({ error }))

    expect(outcome).toEqual(expected)
    expect(provider.requests).toHaveLength(1)
  })

  test('joins the cards with commas and sends no remark', async () => {
    const provider = aProvider([anAnswer({ code: '0' })])

    await provider.call(cancelCards, {
      orderNum: 'EP1',
      iccids: ['8948010000000000001' as Iccid, '894801000000000002' as Iccid],
    })

    const sent = new URLSearchParams(provider.requests[0]?.body ?? '')
    expect(sent.get('iccids')).toBe('8948010000000000001,894801000000000002')
    expect(sent.has('remark')).toBe(false)
  })
})
