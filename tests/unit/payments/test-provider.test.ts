import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { money } from '#lib/core/rules/money.ts'
import { isOutcomeOpen, PaymentError, testProvider } from '#lib/payments/providers/index.ts'
import { failureAs } from '#tests/support/failures.ts'
import { aRequest } from '#tests/support/payment-request.ts'
import { type Bench, startBench } from '../sandbox-payments/bench.ts'
import { aPaidSession, readLedger } from '../sandbox-payments/orders.ts'

let bench: Bench

beforeEach(async () => {
  bench = await startBench()
})

afterEach(() => bench.close())

const failure = failureAs(PaymentError)

describe('a session', () => {
  test('is open with our amount, reference and ids until somebody pays', async () => {
    const session = await bench.provider.createSession(aRequest())

    const payment = await bench.provider.readPayment({ sessionId: session.sessionId })

    expect(session.url).toBe(`${bench.url}/pay/${session.sessionId}`)
    expect(payment).toMatchObject({
      id: session.paymentId,
      state: 'open',
      amount: money(1240, 'EUR'),
      capturedMinor: 0,
      refundedMinor: 0,
      reference: 'LF-7Q2K',
      metadata: { orderId: 'ord_1', itemRef: 'LF-01' },
      isTest: true,
      account: 'acct_test',
      holdExpiresAt: null,
    })
  })

  test('D16 is made once for fifty equal requests at the same time', async () => {
    const request = aRequest()

    const sessions = await Promise.all(Array.from({ length: 50 }, () => bench.provider.createSession(request)))

    expect(new Set(sessions.map((session) => session.sessionId)).size).toBe(1)
    expect((await bench.control('GET', 'ledger')).payments).toHaveLength(1)
  })

  test('is refused when its key was used for another amount', async () => {
    const request = aRequest()
    await bench.provider.createSession(request)

    const error = await failure(bench.provider.createSession({ ...request, amount: money(1, 'EUR') }))

    expect(error).toMatchObject({ kind: 'content', code: 'key_reused' })
  })

  test.each([money(0, 'EUR'), money(1255, 'KWD'), money(50_050, 'ISK')])('is refused for %j', async (amount) => {
    const error = await failure(bench.provider.createSession(aRequest({ amount })))

    expect(error).toMatchObject({ kind: 'content', code: 'not_chargeable' })
    expect((await bench.control('GET', 'calls')).calls).toEqual([])
  })

  test('cannot be paid by anybody after it was ended, and ending it again is harmless', async () => {
    const { sessionId } = await bench.provider.createSession(aRequest())

    const ended = await bench.provider.expireSession({ key: 'a', sessionId })
    const again = await bench.provider.expireSession({ key: 'b', sessionId })

    expect([ended.state, again.state]).toEqual(['expired', 'expired'])
  })

  test('that was paid in the meantime answers the truth when it is to be ended', async () => {
    const { sessionId } = await aPaidSession(bench)

    const payment = await bench.provider.expireSession({ key: 'a', sessionId })

    expect(payment.state).toBe('authorised')
  })

  test('that nobody knows reads as null', async () => {
    expect(await bench.provider.readPayment({ sessionId: 'ses_unknown' })).toBeNull()
    expect(await bench.provider.readPayment({ paymentId: '../sessions' })).toBeNull()
  })
})

describe('a hold', () => {
  test('is captured for less, once, however often the key is repeated', async () => {
    const { paymentId } = await aPaidSession(bench)
    const action = { key: 'payment:1:capture:1', paymentId, amount: money(1000, 'EUR') }

    const answers = await Promise.all([1, 2, 3].map(() => bench.provider.capture(action)))

    expect(answers.map((payment) => [payment.state, payment.capturedMinor])).toEqual(
      new Array(3).fill(['captured', 1000]),
    )
    expect((await readLedger(bench)).captures).toMatchObject([{ amount: 1000, key: 'payment:1:capture:1' }])
  })

  test('is not captured for more, in another currency, or twice', async () => {
    const { paymentId } = await aPaidSession(bench)
    const capture = (key: string, amount = money(1240, 'EUR')) => bench.provider.capture({ key, paymentId, amount })

    expect(await failure(capture('a', money(1241, 'EUR')))).toMatchObject({ code: 'amount_too_large' })
    expect(await failure(capture('b', money(1240, 'JPY')))).toMatchObject({ code: 'currency_mismatch' })
    await capture('c')
    expect(await failure(capture('d'))).toMatchObject({ kind: 'content', code: 'not_capturable' })
    expect((await readLedger(bench)).captures).toHaveLength(1)
  })

  test('that was voided is gone: nothing can be captured any more', async () => {
    const { paymentId } = await aPaidSession(bench)

    const voided = await bench.provider.voidAuthorization({ key: 'v', paymentId })
    const error = await failure(bench.provider.capture({ key: 'c', paymentId, amount: money(1, 'EUR') }))

    expect(voided.state).toBe('voided')
    expect(error.code).toBe('not_capturable')
  })

  test('names its end and falls when it is reached', async () => {
    const { paymentId } = await aPaidSession(bench)
    const held = await bench.provider.readPayment({ paymentId })

    await bench.control('POST', 'clock', { advanceMs: 7 * 86_400_000 + 1_000 })

    expect(held?.holdExpiresAt?.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    expect((await bench.provider.readPayment({ paymentId }))?.state).toBe('voided')
  })

  test('is skipped where money is taken at once', async () => {
    const provider = testProvider({
      baseUrl: bench.url,
      key: 'test-key',
      webhookSecret: 'x',
      captureMethod: 'automatic',
    })
    const { sessionId } = await provider.createSession(aRequest())

    await bench.control('POST', `sessions/${sessionId}/pay`)

    expect(await provider.readPayment({ sessionId })).toMatchObject({ state: 'captured', capturedMinor: 1240 })
  })
})

describe('a refund', () => {
  const captured = async () => {
    const { paymentId } = await aPaidSession(bench)
    await bench.provider.capture({ key: 'c', paymentId, amount: money(1240, 'EUR') })

    return (key: string, minor: number, soFar: number) =>
      bench.provider.refund({
        key,
        paymentId,
        amount: money(minor, 'EUR'),
        expectedRefundedSoFar: money(soFar, 'EUR'),
      })
  }

  test('is paid once per key and listed with it', async () => {
    const refund = await captured()

    const first = await refund('refund:1', 240, 0)
    const again = await refund('refund:1', 240, 0)
    await refund('refund:2', 240, 240)

    expect(again).toEqual(first)
    expect((await bench.provider.listRefunds(first.paymentId)).map(({ key, amount }) => [key, amount.minor])).toEqual([
      ['refund:1', 240],
      ['refund:2', 240],
    ])
  })

  test('D19 of two equal partial refunds at once with the same belief only one is paid', async () => {
    const refund = await captured()

    const results = await Promise.allSettled([refund('refund:1', 240, 0), refund('refund:2', 240, 0)])

    const refused = results.find((result) => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({ kind: 'content', code: 'refund_mismatch' })
    expect((await readLedger(bench)).totals).toMatchObject([{ captured: 1240, refunded: 240, net: 1000 }])
  })

  test('D19 whose answer was lost is found after 25 hours, though its key is forgotten', async () => {
    const refund = await captured()
    await bench.control('POST', 'faults', { endpoint: 'refund.create', when: 'after', kind: 'reset' })

    const lost = await failure(refund('refund:1', 240, 0))
    await bench.control('POST', 'clock', { advanceMs: 25 * 3_600_000 })
    const repeated = await failure(refund('refund:1', 240, 0))

    expect(isOutcomeOpen(lost)).toBe(true)
    expect(repeated).toMatchObject({ kind: 'content', code: 'refund_mismatch' })
    expect((await readLedger(bench)).refunds).toMatchObject([{ key: 'refund:1', amount: 240 }])
  })

  test('never exceeds what was captured', async () => {
    const refund = await captured()

    expect(await failure(refund('a', 1241, 0))).toMatchObject({ kind: 'content', code: 'amount_too_large' })
  })
})

describe('a failed call', () => {
  test.each([
    [{ kind: 'silence' }, 'network'],
    [{ kind: 'reset' }, 'network'],
    [{ kind: 'status', status: 503 }, 'server'],
    [{ kind: 'status', status: 429 }, 'server'],
    [{ kind: 'status', status: 402 }, 'content'],
  ])('%j is sorted as %s', async (fault, kind) => {
    const { paymentId } = await aPaidSession(bench)
    const provider = testProvider({ baseUrl: bench.url, key: 'test-key', webhookSecret: 'x', timeoutMs: 200 })
    await bench.control('POST', 'faults', { endpoint: 'payment.capture', when: 'after', ...fault })
    const action = { key: 'c', paymentId, amount: money(1240, 'EUR') }

    const error = await failure(provider.capture(action))
    const repeated = await provider.capture(action)

    expect(error.kind).toBe(kind)
    expect(repeated.capturedMinor).toBe(1240)
    expect((await readLedger(bench)).captures).toHaveLength(1)
  })

  test('is a network failure when nobody listens', async () => {
    const provider = testProvider({ baseUrl: 'http://127.0.0.1:9', key: 'secret-key', webhookSecret: 'x' })

    const error = await failure(provider.createSession(aRequest()))

    expect(error.kind).toBe('network')
    expect(JSON.stringify(error) + error.message + String(error.cause)).not.toContain('secret-key')
  })

  test('is final when our key is wrong', async () => {
    const provider = testProvider({ baseUrl: bench.url, key: 'wrong', webhookSecret: 'x' })

    expect(await failure(provider.createSession(aRequest()))).toMatchObject({ kind: 'content', code: 'unauthorised' })
  })
})

describe('the list of payments', () => {
  test('goes over several pages, oldest first, from a point in time', async () => {
    for (let n = 0; n < 105; n += 1) await bench.provider.createSession(aRequest({ reference: `R-${n}` }))
    const references: (string | null)[] = []

    for await (const payment of bench.provider.listPayments({ since: new Date(0) })) references.push(payment.reference)

    expect(references).toEqual(Array.from({ length: 105 }, (_, n) => `R-${n}`))
  })

  test('leaves out what is older', async () => {
    await bench.provider.createSession(aRequest())
    const later = bench.provider.listPayments({ since: new Date(Date.now() + 1_000) })

    expect(await Array.fromAsync(later)).toEqual([])
  })

  test('D17 shows an amount, currency, account or mode that is not what was asked for', async () => {
    const { paymentId } = await aPaidSession(bench)

    await bench.control('POST', `payments/${paymentId}/alter`, {
      amount: 1,
      currency: 'USD',
      account: 'acct_other',
      livemode: true,
    })

    expect(await bench.provider.readPayment({ paymentId })).toMatchObject({
      amount: money(1, 'USD'),
      account: 'acct_other',
      isTest: false,
    })
  })
})
