import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { money } from '#lib/core/rules/money.ts'
import { isOutcomeOpen, PaymentError, stripeProvider } from '#lib/payments/providers/index.ts'
import { failureAs } from '#tests/support/failures.ts'
import { STRIPE_KEY, STRIPE_SECRET } from '#tests/support/payment-benches.ts'
import { aRequest } from '#tests/support/payment-request.ts'
import { type StripeStandIn, startStripeStandIn } from '#tests/support/stripe-stand-in/server.ts'

const ALL = money(1240, 'EUR')
let standIn: StripeStandIn

beforeEach(async () => {
  standIn = await startStripeStandIn({ secretKey: STRIPE_KEY, webhookSecret: STRIPE_SECRET })
})

afterEach(() => standIn.close())

const connect = (changes: Partial<Parameters<typeof stripeProvider>[0]> = {}) =>
  stripeProvider({
    secretKey: STRIPE_KEY,
    webhookSecrets: [STRIPE_SECRET],
    apiBase: standIn.url,
    timeoutMs: 300,
    retries: 0,
    ...changes,
  })
const failure = failureAs(PaymentError)
const paid = async (method: 'card' | 'instant' | 'slow' = 'card') => {
  const provider = connect()
  const { sessionId } = await provider.createSession(aRequest())

  return { provider, sessionId, paymentId: standIn.buyer.pay(sessionId, method).id }
}

describe('a session at Stripe', () => {
  test('asks for exactly the same when it is repeated later with its key', async () => {
    const request = aRequest()
    const first = await connect().createSession(request)
    standIn.world.ahead = 14 * 60

    expect(await connect().createSession(request)).toEqual(first)
  })

  test('stays open at a declined card, and fails when a slow method refuses in the end', async () => {
    const { provider, sessionId } = await paid('slow')
    const other = await provider.createSession(aRequest())
    standIn.buyer.decline(other.sessionId)
    const waiting = await provider.readPayment({ sessionId })

    standIn.buyer.answer(sessionId, 'refused')

    expect(waiting?.state).toBe('open')
    expect((await provider.readPayment({ sessionId }))?.state).toBe('failed')
    expect(await provider.readPayment({ sessionId: other.sessionId })).toMatchObject({
      state: 'open',
      declineCode: 'generic_decline',
    })
  })

  test('is shown in a language that the page has, or in the one of the browser', async () => {
    const urls = await Promise.all(['de', 'ar'].map((locale) => connect().createSession(aRequest({ locale }))))

    expect(urls.every(({ url }) => url?.startsWith(standIn.url))).toBe(true)
  })
})

describe('a form of Stripe in our page', () => {
  const embedded = () => connect({ isEmbedded: true })

  test('is opened by a secret as long as the session can be paid, and the buyer is sent to our page', async () => {
    const { sessionId, url } = await embedded().createSession(aRequest())
    const secret = await embedded().readForm?.(sessionId)

    expect([url, secret]).toEqual(['https://shop.example/pay', `${sessionId}_secret_1`])
    expect(standIn.buyer.pay(sessionId).status).toBe('requires_capture')
    expect(await embedded().readForm?.(sessionId)).toBeNull()
  })

  test('is the same one for a repeat with its key, and another one than the page of Stripe with that key', async () => {
    const request = aRequest()
    const form = await embedded().createSession(request)
    const page = await connect().createSession(request)

    expect(await embedded().createSession(request)).toEqual(form)
    expect(page.sessionId).not.toBe(form.sessionId)
    expect(await connect().readForm?.(page.sessionId)).toBeNull()
  })

  test('is none for a session that Stripe does not know', async () => {
    expect(await embedded().readForm?.('cs_test_unknown')).toBeNull()
  })
})

describe('a hold at Stripe', () => {
  test('names its end', async () => {
    const { provider, paymentId } = await paid()
    const held = await provider.readPayment({ paymentId })

    expect(held?.holdExpiresAt?.getTime()).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  })

  test('that was captured in part has refunded nothing, though Stripe books the rest as a refund', async () => {
    const { provider, paymentId } = await paid()

    const captured = await provider.capture({ key: 'c', paymentId, amount: money(1000, 'EUR') })
    const refund = { key: 'r', paymentId, amount: money(300, 'EUR'), expectedRefundedSoFar: money(0, 'EUR') }
    await provider.refund(refund)

    expect([captured.capturedMinor, captured.refundedMinor]).toEqual([1000, 0])
    expect((await provider.readPayment({ paymentId }))?.refundedMinor).toBe(300)
  })

  test('whose capture got no answer is taken once, and the repeat a day later says so', async () => {
    const { provider, paymentId } = await paid()
    const action = { key: 'c', paymentId, amount: ALL }
    standIn.fail({ path: /capture$/, kind: 'silent', times: 1 })

    const lost = await failure(provider.capture(action))
    standIn.forgetKeys()
    const repeated = await failure(provider.capture(action))

    expect([lost.kind, isOutcomeOpen(lost)]).toEqual(['network', true])
    expect(repeated.kind).toBe('content')
    expect(await provider.readPayment({ paymentId })).toMatchObject({ state: 'captured', capturedMinor: 1240 })
  })
})

describe('what happens at Stripe without us', () => {
  test('shows: a dispute, a refund by hand, a refund that came back', async () => {
    const { provider, paymentId } = await paid('instant')
    standIn.buyer.refundAtStripe(paymentId, 200)
    const refunded = await provider.readPayment({ paymentId })
    for (const refund of standIn.world.refunds.values()) refund.status = 'failed'
    const returned = await provider.readPayment({ paymentId })
    standIn.buyer.dispute(paymentId)

    expect([refunded?.refundedMinor, returned?.refundedMinor]).toEqual([200, 0])
    expect(await provider.readPayment({ paymentId })).toMatchObject({ state: 'disputed', disputes: 1 })
  })

  test('shows a dispute that was won as over, one that was lost as what it is, and both where it may not look', async () => {
    const { provider, paymentId } = await paid('instant')
    standIn.buyer.dispute(paymentId)
    standIn.buyer.endDispute(paymentId, 'won')
    const won = await provider.readPayment({ paymentId })
    standIn.fail({ path: /disputes$/, kind: 403, times: 1 })
    const unseen = await provider.readPayment({ paymentId })
    standIn.buyer.dispute(paymentId, 300)
    standIn.buyer.endDispute(paymentId, 'lost')

    expect(won).toMatchObject({ state: 'captured', disputes: 1 })
    expect(unseen).toMatchObject({ state: 'disputed' })
    expect(await provider.readPayment({ paymentId })).toMatchObject({ state: 'disputed', disputes: 2, lostMinor: 300 })
  })

  test('D17 shows an amount, currency or mode that is not what was asked for', async () => {
    const { provider, paymentId } = await paid()
    standIn.buyer.alter(paymentId, { amount: 1, currency: 'usd', livemode: true })

    expect(await provider.readPayment({ paymentId })).toMatchObject({ amount: money(1, 'USD'), isTest: false })
  })
})

describe('a failed call', () => {
  test.each([
    ['silent', 'network'],
    ['lost', 'server'],
    ['down', 'server'],
    [429, 'server'],
    [402, 'content'],
    [400, 'content'],
  ] as const)('%s is sorted as %s', async (kind, expected) => {
    standIn.fail({ path: /sessions$/, kind, times: 1 })

    expect((await failure(connect().createSession(aRequest()))).kind).toBe(expected)
  })

  test('is repeated by the SDK with the same key, and acts once', async () => {
    standIn.fail({ path: /sessions$/, kind: 'lost', times: 2 })

    await connect({ retries: 2 }).createSession(aRequest({ key: 'order:1:pay:1' }))

    expect(standIn.calls.map(({ key }) => key)).toEqual(new Array(3).fill('order:1:pay:1'))
    expect(standIn.world.sessions.size).toBe(1)
  })

  test('of a wrong key leaves the outcome open, so that a changed key loses nothing, and tells no key', async () => {
    const error = await failure(connect({ secretKey: 'sk_test_very_secret' }).createSession(aRequest()))

    expect(error.kind).toBe('server')
    expect(`${error.message}${JSON.stringify(error)}${String(error.cause)}`).not.toContain('secret')
  })

  test('is a network failure when nobody listens', async () => {
    const error = await failure(connect({ apiBase: 'http://127.0.0.1:9' }).createSession(aRequest()))

    expect(error.kind).toBe('network')
  })
})

describe('an event of Stripe', () => {
  const read = (event: { type: string; object: Record<string, unknown> }, secrets = [STRIPE_SECRET]) => {
    const { payload, header } = standIn.hooks.sign({ id: 'evt_1', ...event })
    const headers = new Headers({ 'stripe-signature': header })

    return connect({ webhookSecrets: secrets }).parseWebhook(Buffer.from(payload), headers, new Date())
  }
  const session = { id: 'cs_1', object: 'checkout.session', payment_intent: 'pi_1' }

  test.each([
    ['checkout.session.completed', session, 'payment.authorised', 'cs_1', 'pi_1'],
    ['checkout.session.expired', { ...session, payment_intent: null }, 'session.expired', 'cs_1', null],
    ['payment_intent.succeeded', { id: 'pi_1', object: 'payment_intent' }, 'payment.captured', null, 'pi_1'],
    ['charge.refunded', { id: 'ch_1', object: 'charge', payment_intent: 'pi_1' }, 'refund.succeeded', null, 'pi_1'],
    [
      'charge.dispute.created',
      { id: 'dp_1', object: 'dispute', payment_intent: 'pi_1' },
      'payment.disputed',
      null,
      'pi_1',
    ],
    ['customer.created', { id: 'cus_1', object: 'customer' }, 'other', null, null],
  ])('%s says which object changed', (type, object, kind, sessionId, paymentId) => {
    expect(read({ type, object })).toEqual({ eventId: 'evt_1', kind, objectId: object.id, sessionId, paymentId })
  })

  test('is accepted with either of two secrets while one replaces the other', () => {
    const event = { type: 'checkout.session.completed', object: session }

    expect(read(event, ['whsec_new', STRIPE_SECRET]).objectId).toBe('cs_1')
    expect(() => read(event, ['whsec_new'])).toThrow(expect.objectContaining({ kind: 'bad_signature' }))
    expect(() => read(event, [])).toThrow(expect.objectContaining({ kind: 'bad_signature' }))
  })

  test('that is signed and is no event is refused as content', () => {
    expect(() => read({ type: 'x', object: {} })).toThrow(expect.objectContaining({ kind: 'content' }))
  })
})
