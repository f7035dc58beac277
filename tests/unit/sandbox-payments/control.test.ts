import { afterEach, beforeEach, expect, test } from 'vitest'
import { aRequest } from '#tests/support/payment-request.ts'
import { type Bench, startBench } from './bench.ts'
import { aPaidSession, readLedger } from './orders.ts'

let bench: Bench

beforeEach(async () => {
  bench = await startBench()
})

afterEach(() => bench.close())

test('the ledger answers by reference, from the movements themselves', async () => {
  const { paymentId } = await aPaidSession(bench)
  await aPaidSession(bench, { reference: 'LF-OTHER' })
  await bench.api('POST', `payments/${paymentId}/capture`, { amount: 1240 })
  await bench.api('POST', 'refunds', { paymentId, amount: 200, reason: 'one card of five' })

  const ledger = await readLedger(bench)

  expect(ledger.totals).toEqual([
    { reference: 'LF-7Q2K', currency: 'EUR', payments: 1, captured: 1240, refunded: 200, net: 1040 },
  ])
})

test('calls are listed by endpoint with their key, and without any secret', async () => {
  await bench.provider.createSession(aRequest({ key: 'order:1:pay:1' }))
  await bench.api('GET', 'payments')

  const { calls } = await bench.control('GET', 'calls?endpoint=session.create')

  expect(calls).toEqual([
    {
      seq: 1,
      at: expect.any(String),
      method: 'POST',
      path: '/v1/sessions',
      endpoint: 'session.create',
      key: 'order:1:pay:1',
    },
  ])
})

test('a fault before the work leaves nothing behind, one after it leaves everything', async () => {
  const fault = { endpoint: 'session.create', kind: 'status', status: 500 }
  await bench.control('POST', 'faults', { ...fault, when: 'before' })
  const before = await bench.api('POST', 'sessions', sessionBody())
  const afterFirst = await readLedger(bench)
  await bench.control('POST', 'faults', { ...fault, when: 'after' })

  const after = await bench.api('POST', 'sessions', sessionBody())

  expect([before.status, after.status]).toEqual([500, 500])
  expect(afterFirst.totals).toEqual([])
  expect((await readLedger(bench)).totals).toHaveLength(1)
})

test('a delay answers late, and hits as often as it was told', async () => {
  await bench.control('POST', 'faults', { endpoint: 'payment.list', kind: 'delay', delayMs: 2_000, times: 1 })
  const start = performance.now()

  await bench.api('GET', 'payments')
  const slow = performance.now() - start
  await bench.api('GET', 'payments')

  expect(slow).toBeGreaterThan(1_990)
  expect(performance.now() - start - slow).toBeLessThan(slow)
})

test('a reset forgets payments, faults, calls and the clock', async () => {
  await aPaidSession(bench)
  await bench.control('POST', 'clock', { advanceMs: 3_600_000 })
  await bench.control('POST', 'faults', { endpoint: '*', kind: 'silence' })

  await bench.control('POST', 'reset')

  expect(await bench.control('GET', 'ledger')).toEqual({ payments: [], captures: [], refunds: [], totals: [] })
  expect(await bench.control('GET', 'calls')).toEqual({ calls: [] })
  expect((await bench.control('GET', 'faults')).faults).toEqual([])
  expect((await bench.control('GET', 'clock')).offsetMs).toBe(0)
})

test('keys are forgotten after 24 hours of its clock, not before', async () => {
  const { paymentId } = await aPaidSession(bench)
  await bench.api('POST', `payments/${paymentId}/capture`, { amount: 1240 })
  const refund = () => bench.api('POST', 'refunds', { paymentId, amount: 100 }, 'refund:1')
  await refund()

  await bench.control('POST', 'clock', { advanceMs: 24 * 3_600_000 - 60_000 })
  await refund()
  const beforeEnd = (await readLedger(bench)).refunds.length
  await bench.control('POST', 'clock', { advanceMs: 120_000 })
  await refund()

  expect(beforeEnd).toBe(1)
  expect((await readLedger(bench)).refunds).toHaveLength(2)
})

test('a page in a browser cannot drive the control plane', async () => {
  const fromPage = await fetch(`${bench.url}/_control/reset`, {
    method: 'POST',
    headers: { origin: 'https://evil.example' },
  })
  const fromForm = await fetch(`${bench.url}/_control/ledger`, { headers: { 'sec-fetch-site': 'cross-site' } })

  expect([fromPage.status, fromForm.status]).toEqual([403, 403])
})

test.each([
  [{ amount: 0 }],
  [{ amount: 1.5 }],
  [{ amount: '1240' }],
  [{ currency: 'eur' }],
  [{ amount: 1255, currency: 'KWD' }],
  [{ expiresAt: '2001-01-01T00:00:00Z' }],
  [{ captureMethod: 'later' }],
  [{ metadata: { a: 1 } }],
  [{ reference: '' }],
])('a session with %j is refused', async (change) => {
  const response = await bench.api('POST', 'sessions', { ...sessionBody(), ...change })

  expect(response.status).toBe(400)
})

test('a malformed body, a huge body and an unknown place are refused', async () => {
  const post = (body: string) =>
    fetch(`${bench.url}/v1/sessions`, { method: 'POST', body, headers: { authorization: 'Bearer test-key' } })

  expect((await post('{')).status).toBe(400)
  expect((await post('[]')).status).toBe(400)
  expect((await post('x'.repeat(70_000))).status).toBe(413)
  expect((await bench.api('GET', 'nothing')).status).toBe(404)
  expect((await fetch(`${bench.url}/v1/payments`)).status).toBe(401)
})

function sessionBody() {
  return {
    amount: 1240,
    currency: 'EUR',
    reference: 'LF-7Q2K',
    captureMethod: 'manual',
    successUrl: 'https://shop.example/return',
    cancelUrl: 'https://shop.example/checkout',
    expiresAt: '2099-01-01T00:00:00Z',
  }
}
