import { expect, test } from 'vitest'
import { type CancellationOutcome, classifyCancellation } from '#lib/orders/rules/order-outcome.ts'
import { TransportError } from '#lib/provider/errors.ts'
import { cancelCards } from '#lib/provider/index.ts'
import type { Iccid } from '#lib/provider/rules/provider-ids.ts'
import type { HttpAnswer } from '#lib/provider/transport.ts'
import { anAnswer, aProvider } from '#tests/unit/provider/stub-provider.ts'

const fault = (kind: TransportError['kind']) => new TransportError(kind, 0, new Error(kind))

test.each<[name: string, answer: HttpAnswer | Error, expected: CancellationOutcome]>([
  ['success without data', anAnswer({ code: '0', message: 'success', data: null }), { class: 'ACCEPTED' }],
  ['success, data absent', anAnswer({ code: 0 }), { class: 'ACCEPTED' }],
  ['success with unexpected data', anAnswer({ code: '0', data: { anything: [1] } }), { class: 'ACCEPTED' }],
  ['not found', anAnswer({ code: '3', message: 'data not exist' }), { class: 'REFUSED', code: 3, reason: 'not_found' }],
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
