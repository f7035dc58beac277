import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { money } from '#lib/core/rules/money.ts'
import { PaymentError, testProvider } from '#lib/payments/providers/index.ts'
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
  test.each([money(0, 'EUR'), money(1255, 'KWD'), money(50_050, 'ISK')])('is refused for %j', async (amount) => {
    const error = await failure(bench.provider.createSession(aRequest({ amount })))

    expect(error).toMatchObject({ kind: 'content', code: 'not_chargeable' })
    expect((await bench.control('GET', 'calls')).calls).toEqual([])
  })
})

describe('a hold', () => {
  test('names its end and falls when it is reached', async () => {
    const { paymentId } = await aPaidSession(bench)
    const held = await bench.provider.readPayment({ paymentId })

    await bench.control('POST', 'clock', { advanceMs: 7 * 86_400_000 + 1_000 })

    expect(held?.holdExpiresAt?.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
    expect((await bench.provider.readPayment({ paymentId }))?.state).toBe('voided')
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
