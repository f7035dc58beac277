import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { money } from '#lib/core/rules/money.ts'
import { PaymentError, type RefundAction, type SessionRequest } from '#lib/payments/providers/index.ts'
import { failureAs } from '#tests/support/failures.ts'
import { startHttpWorld } from '#tests/support/http-world.ts'
import {
  bankBench,
  type PaymentBench,
  type SignedEvent,
  stripeBench,
  testBench,
} from '#tests/support/payment-benches.ts'
import { aRequest } from '#tests/support/payment-request.ts'
import { duringTests } from '#tests/support/shop.ts'

const ALL = money(1240, 'EUR')
duringTests(startHttpWorld)

const failure = failureAs(PaymentError)

describe.each([
  ['test payments with a hold', () => testBench('manual')],
  ['test payments taken at once', () => testBench('automatic')],
  ['Stripe, paid by card', () => stripeBench('card')],
  ['Stripe, paid by a method without a hold', () => stripeBench('instant')],
  ['bank transfer', () => bankBench()],
])('%s', (_name, start) => {
  let bench: PaymentBench
  beforeEach(async () => {
    bench = await start()
  })
  afterEach(() => bench.close())

  const open = (overrides: Partial<SessionRequest> = {}) => bench.provider.createSession(aRequest(overrides))

  /** A paid session, with the id of its payment. */
  const paid = async () => {
    const { sessionId } = await open()
    await bench.pay(sessionId)
    const payment = await bench.provider.readPayment({ sessionId })

    return { sessionId, paymentId: payment?.id ?? '' }
  }

  /** A payment whose money is here, and how to give parts of it back. */
  const taken = async () => {
    const { paymentId } = await paid()
    if (bench.authorises) await bench.provider.capture({ key: `capture:${paymentId}`, paymentId, amount: ALL })
    const refund = (key: string, minor: number, soFar: number, more: Partial<RefundAction> = {}) => {
      const sums = { amount: money(minor, 'EUR'), expectedRefundedSoFar: money(soFar, 'EUR') }

      return bench.provider.refund({ key: `${paymentId}:${key}`, paymentId, ...sums, ...more })
    }
    const refunded = async () => (await bench.provider.readPayment({ paymentId }))?.refundedMinor
    return { paymentId, refund, refunded }
  }

  describe('a session', () => {
    test('is open with our amount, reference and ids until somebody pays', async () => {
      const { sessionId } = await open()

      expect(await bench.provider.readPayment({ sessionId })).toMatchObject({
        sessionId,
        state: 'open',
        amount: ALL,
        capturedMinor: 0,
        refundedMinor: 0,
        reference: 'LF-7Q2K',
        metadata: { orderId: 'ord_1', itemRef: 'LF-01' },
        isTest: true,
        holdExpiresAt: null,
      })
    })

    test('D16 is made once for ten equal requests at the same time', async () => {
      const request = aRequest()

      const sessions = await Promise.all(Array.from({ length: 10 }, () => bench.provider.createSession(request)))

      expect(new Set(sessions.map(({ sessionId }) => sessionId)).size).toBe(1)
    })

    test('is refused when its key was used for another amount', async () => {
      const request = aRequest()
      await bench.provider.createSession(request)

      const error = await failure(bench.provider.createSession({ ...request, amount: money(1, 'EUR') }))

      expect(error).toMatchObject({ kind: 'content', code: 'key_reused' })
    })

    test('is refused for nothing', async () => {
      expect(await failure(open({ amount: money(0, 'EUR') }))).toMatchObject({
        kind: 'content',
        code: 'not_chargeable',
      })
    })

    test('cannot be paid after it was ended, and ending it again is harmless', async () => {
      const { sessionId } = await open()

      const ended = await bench.provider.expireSession({ key: `${sessionId}:a`, sessionId })
      const again = await bench.provider.expireSession({ key: `${sessionId}:b`, sessionId })

      expect([ended.state, again.state]).toEqual(['expired', 'expired'])
      await bench.pay(sessionId).catch(() => undefined)
      expect((await bench.provider.readPayment({ sessionId }))?.state).toBe('expired')
    })

    test('that was paid in the meantime answers the truth when it is to be ended', async () => {
      const { sessionId } = await paid()

      const payment = await bench.provider.expireSession({ key: `${sessionId}:a`, sessionId })

      expect(payment.state).toBe(bench.authorises ? 'authorised' : 'captured')
    })

    test('that nobody knows reads as null, and cannot be ended', async () => {
      expect(await bench.provider.readPayment({ sessionId: 'ses_unknown' })).toBeNull()
      expect(await bench.provider.readPayment({ paymentId: '../sessions' })).toBeNull()
      expect(await failure(bench.provider.expireSession({ key: 'x', sessionId: 'ses_unknown' }))).toMatchObject({
        kind: 'content',
        code: 'not_found',
      })
    })
  })

  describe('a payment', () => {
    test('reads the same by either id', async () => {
      const { sessionId, paymentId } = await paid()

      const [bySession, byPayment] = await Promise.all([
        bench.provider.readPayment({ sessionId }),
        bench.provider.readPayment({ paymentId }),
      ])

      expect(paymentId).not.toBe('')
      expect(bySession).toMatchObject({
        id: paymentId,
        state: bench.authorises ? 'authorised' : 'captured',
        amount: ALL,
      })
      expect(byPayment).toMatchObject({ id: paymentId, state: bySession?.state, metadata: bySession?.metadata })
      expect(bySession?.capturedMinor).toBe(bench.authorises ? 0 : 1240)
      expect(bySession?.holdExpiresAt === null).toBe(!bench.authorises)
    })

    test('is captured for less, once, however often the key is repeated; without a hold it is refused', async () => {
      const { paymentId } = await paid()
      const action = { key: `${paymentId}:capture:1`, paymentId, amount: money(1000, 'EUR') }

      const answers = await Promise.allSettled([1, 2, 3].map(() => bench.provider.capture(action)))

      const states = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value.state : 'refused'))
      expect(new Set(states)).toEqual(new Set([bench.authorises ? 'captured' : 'refused']))
      expect(await bench.provider.readPayment({ paymentId })).toMatchObject({
        state: 'captured',
        capturedMinor: bench.authorises ? 1000 : 1240,
        refundedMinor: 0,
      })
    })

    test('is not captured for more, in another currency, or twice', async () => {
      const { paymentId } = await paid()
      const capture = (key: string, amount = ALL) =>
        failure(bench.provider.capture({ key: `${paymentId}:${key}`, paymentId, amount }))

      const tooMuch = await capture('a', money(1241, 'EUR'))
      const otherCurrency = await capture('b', money(1240, 'JPY'))
      if (bench.authorises) await bench.provider.capture({ key: `${paymentId}:c`, paymentId, amount: ALL })
      const twice = await capture('d')

      expect([tooMuch.kind, otherCurrency.kind, twice.kind]).toEqual(['content', 'content', 'content'])
      expect(await bench.provider.readPayment({ paymentId })).toMatchObject({ capturedMinor: 1240 })
    })

    test('is released whole where it was held, and nothing can be captured any more', async () => {
      const { paymentId } = await paid()

      const [voided] = await Promise.allSettled([
        bench.provider.voidAuthorization({ key: `${paymentId}:void`, paymentId }),
      ])
      const error = await failure(bench.provider.capture({ key: `${paymentId}:c`, paymentId, amount: ALL }))

      expect(voided.status).toBe(bench.authorises ? 'fulfilled' : 'rejected')
      expect(error.kind).toBe('content')
      expect(await bench.provider.readPayment({ paymentId })).toMatchObject({
        capturedMinor: bench.authorises ? 0 : 1240,
        refundedMinor: 0,
      })
    })

    test('is listed with the others, oldest first, over several pages, and not when it is older', async () => {
      const before = new Date(Date.now() - 1_000)
      const keys: string[] = []
      for (let n = 0; n < 7; n += 1) {
        const orderId = `ord_list_${n}_${crypto.randomUUID()}`
        const { sessionId } = await open({ orderId })
        await bench.pay(sessionId)
        keys.push(orderId)
      }

      const all = await Array.fromAsync(bench.provider.listPayments({ since: before }))
      const later = await Array.fromAsync(bench.provider.listPayments({ since: new Date(Date.now() + 5_000) }))

      expect(all.map(({ metadata }) => metadata.orderId).filter((id) => keys.includes(id ?? ''))).toEqual(keys)
      expect(later).toEqual([])
    })
  })

  describe('a refund', () => {
    test('is paid once per key and listed with it', async () => {
      const { paymentId, refund, refunded } = await taken()

      const first = await refund('1', 240, 0)
      const again = await refund('1', 240, 0)
      await refund('2', 240, 240)

      expect(again.id).toBe(first.id)
      expect((await bench.provider.listRefunds(paymentId)).map(({ key, amount }) => [key, amount])).toEqual([
        [`${paymentId}:1`, money(240, 'EUR')],
        [`${paymentId}:2`, money(240, 'EUR')],
      ])
      expect(await refunded()).toBe(480)
    })

    test('D19 of two equal partial refunds at once with the same belief only one is paid', async () => {
      const { refund, refunded } = await taken()

      const results = await Promise.allSettled([refund('1', 240, 0), refund('2', 240, 0)])

      const refused = results.find((result) => result.status === 'rejected')
      expect(refused?.reason).toMatchObject({ kind: 'content', code: 'refund_mismatch' })
      expect(await refunded()).toBe(240)
    })

    test('D19 whose answer was lost is paid once, though its key is forgotten a day later', async () => {
      const { paymentId, refund, refunded } = await taken()
      await bench.loseNextAnswer()

      await expect(refund('1', 240, 0)).rejects.toThrow()
      await bench.forgetKeys()
      await refund('1', 240, 0).catch(() => undefined)

      expect((await bench.provider.listRefunds(paymentId)).map(({ key }) => key)).toEqual([`${paymentId}:1`])
      expect(await refunded()).toBe(240)
    })

    test('never exceeds what was taken, and keeps to its currency', async () => {
      const { refund, refunded } = await taken()

      expect(await failure(refund('a', 1241, 0))).toMatchObject({ kind: 'content', code: 'amount_too_large' })
      const yen = { amount: money(100, 'JPY'), expectedRefundedSoFar: money(0, 'JPY') }
      expect(await failure(refund('b', 100, 0, yen))).toMatchObject({ kind: 'content', code: 'currency_mismatch' })
      expect(await refunded()).toBe(0)
    })

    test('of an unknown payment is refused, and its list is empty', async () => {
      const amount = money(1, 'EUR')
      const action = { key: 'r', paymentId: 'pay_unknown', amount, expectedRefundedSoFar: money(0, 'EUR') }

      expect((await failure(bench.provider.refund(action))).kind).toBe('content')
      expect(await bench.provider.listRefunds('pay_unknown')).toEqual([])
    })
  })

  describe('an event', () => {
    const now = new Date('2027-03-01T12:00:00.900Z')
    const seconds = Math.floor(now.getTime() / 1_000)
    const sent = (changes: Partial<SignedEvent> = {}) =>
      bench.sign?.({ paymentId: 'pay_1', stampSeconds: seconds, ...changes }) ?? { body: '{}', headers: new Headers() }
    const read = ({ body, headers }: ReturnType<typeof sent>) => bench.provider.parseWebhook(body, headers, now)

    test('is accepted 300 s away from our clock, both ways, where the provider sends any', () => {
      const kinds = [0, 300, -300].map((offset) => {
        try {
          const { kind, paymentId } = read(sent({ stampSeconds: seconds + offset }))

          return [kind, paymentId]
        } catch {
          return 'refused'
        }
      })

      expect(kinds).toEqual(new Array(3).fill(bench.sign ? ['payment.captured', 'pay_1'] : 'refused'))
    })

    test.each([
      ['301 s old', () => sent({ stampSeconds: seconds - 301 })],
      ['301 s ahead', () => sent({ stampSeconds: seconds + 301 })],
      ['signed by somebody else', () => sent({ secret: 'whsec_other' })],
      ['altered on the way', () => ({ ...sent(), body: `${sent().body} ` })],
      ['not signed', () => ({ ...sent(), headers: new Headers() })],
    ])('D18 %s is refused before its body is read', (_what, make) => {
      expect(() => read(make())).toThrow(expect.objectContaining({ kind: 'bad_signature' }))
    })
  })
})
