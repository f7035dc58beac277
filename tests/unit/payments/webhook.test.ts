import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { money } from '#lib/core/rules/money.ts'
import { PaymentError, testProvider } from '#lib/payments/providers/index.ts'
import { aRequest } from '#tests/support/payment-request.ts'
import { type Bench, SECRET, startBench, startInbox } from '../sandbox-payments/bench.ts'
import { aPaidSession } from '../sandbox-payments/orders.ts'

type Inbox = Awaited<ReturnType<typeof startInbox>>

let inbox: Inbox
let bench: Bench

beforeEach(async () => {
  inbox = await startInbox()
  bench = await startBench({ server: { webhookUrl: inbox.url } })
})

afterEach(async () => {
  await bench.close()
  await inbox.close()
})

const provider = testProvider({ baseUrl: 'http://127.0.0.1:9', key: 'k', webhookSecret: SECRET })
const arrived = (count: number) => vi.waitFor(() => expect(inbox.received).toHaveLength(count))
const parseAll = () =>
  inbox.received.map(({ headers, body }) => provider.parseWebhook(body, toHeaders(headers), new Date()))

function toHeaders(headers: Record<string, string | string[] | undefined>) {
  return { get: (name: string) => String(headers[name] ?? '') }
}

function signed(body: string, stampSeconds: number) {
  const digest = createHmac('sha256', SECRET).update(`${stampSeconds}.${body}`).digest('hex')

  return new Headers({ 'test-payments-signature': `t=${stampSeconds},v1=${digest}` })
}

describe('a signature', () => {
  const now = new Date('2027-03-01T12:00:00.900Z')
  const seconds = Math.floor(now.getTime() / 1_000)
  const body = JSON.stringify({
    id: 'evt_1',
    type: 'payment.captured',
    data: { id: 'pay_1', sessionId: 'ses_1', paymentId: 'pay_1' },
  })

  test('of ours names the event and what it is about', () => {
    expect(provider.parseWebhook(body, signed(body, seconds), now)).toEqual({
      eventId: 'evt_1',
      kind: 'payment.captured',
      objectId: 'pay_1',
      sessionId: 'ses_1',
      paymentId: 'pay_1',
    })
  })

  test.each([
    ['empty', new Headers({ 'test-payments-signature': '' })],
    ['without a stamp', new Headers({ 'test-payments-signature': 'v1=00' })],
    ['not hexadecimal', new Headers({ 'test-payments-signature': `t=${seconds},v1=zz` })],
    ['made over the word NaN', signedWithoutStamp()],
  ])('D18 %s is refused before the body is read', (_name, headers) => {
    expect(() => provider.parseWebhook(body, headers, now)).toThrow(expect.objectContaining({ kind: 'bad_signature' }))
  })

  function signedWithoutStamp() {
    const digest = createHmac('sha256', SECRET).update(`NaN.${body}`).digest('hex')

    return new Headers({ 'test-payments-signature': `v1=${digest}` })
  }

  test('is checked over bytes, so that text outside ASCII does not break it', () => {
    const text = body.replace('evt_1', 'evt_日本')
    const headers = signed(text, seconds)

    expect(provider.parseWebhook(Buffer.from(text), headers, now).eventId).toBe('evt_日本')
  })

  test('does not make an unreadable body readable', () => {
    expect(() => provider.parseWebhook('{}', signed('{}', seconds), now)).toThrow(PaymentError)
  })

  test('over a kind that we do not know gives an event to be recorded', () => {
    const text = body.replace('payment.captured', 'payout.paid')

    expect(provider.parseWebhook(text, signed(text, seconds), now).kind).toBe('other')
  })
})

describe('the events of the test server', () => {
  test('tell hold, capture and refund, each with an id of its own', async () => {
    const { paymentId, sessionId } = await aPaidSession(bench)
    const amount = money(1240, 'EUR')
    await bench.provider.capture({ key: 'c', paymentId, amount })
    await bench.provider.refund({ key: 'r', paymentId, amount, expectedRefundedSoFar: money(0, 'EUR') })
    await arrived(3)

    const events = parseAll()

    expect(events.map((event) => event.kind).sort()).toEqual([
      'payment.authorised',
      'payment.captured',
      'refund.succeeded',
    ])
    expect(new Set(events.map((event) => event.eventId)).size).toBe(3)
    expect(events.every((event) => event.paymentId === paymentId && event.sessionId === sessionId)).toBe(true)
  })

  test('tell a decline, a void, a dispute and an expiry', async () => {
    const declined = await bench.provider.createSession(aRequest())
    await bench.control('POST', `sessions/${declined.sessionId}/pay`, { outcome: 'decline' })
    const voided = await aPaidSession(bench)
    await bench.provider.voidAuthorization({ key: 'v', paymentId: voided.paymentId })
    await bench.control('POST', `payments/${voided.paymentId}/dispute`)
    await bench.provider.createSession(aRequest())
    await bench.control('POST', 'clock', { advanceMs: 16 * 60_000 })
    await arrived(5)

    const kinds = parseAll().map((event) => event.kind)

    expect(kinds.sort()).toEqual([
      'payment.authorised',
      'payment.disputed',
      'payment.failed',
      'payment.voided',
      'session.expired',
    ])
  })

  test('D18 sent five times at once are five equal signed copies', async () => {
    await bench.control('POST', 'webhooks', { copies: 5, shuffleMs: 30 })

    await aPaidSession(bench)
    await arrived(5)

    expect(new Set(parseAll().map((event) => event.eventId)).size).toBe(1)
  })

  test.each([{ signature: 'bad' }, { body: 'altered' }, { stampOffsetSeconds: -301 }, { stampOffsetSeconds: 310 }])(
    'D18 with %j are refused',
    async (fault) => {
      await bench.control('POST', 'webhooks', fault)

      await aPaidSession(bench)
      await arrived(1)

      expect(parseAll).toThrow(expect.objectContaining({ kind: 'bad_signature' }))
    },
  )

  test('D21 that are dropped never come, and the payment can still be read', async () => {
    await bench.control('POST', 'webhooks', { drop: true })

    const { sessionId } = await aPaidSession(bench)

    expect(await bench.provider.readPayment({ sessionId })).toMatchObject({ state: 'authorised' })
    expect((await bench.control('GET', 'events')).events).toMatchObject([{ outcome: 'dropped', attempts: 0 }])
    expect(inbox.received).toEqual([])
  })
})

describe('an event that is not accepted', () => {
  test('comes again until it is', async () => {
    await inbox.close()
    inbox = await startInbox([500, 302])
    await bench.close()
    bench = await startBench({ server: { webhookUrl: inbox.url } })

    await aPaidSession(bench)
    await arrived(3)

    await vi.waitFor(async () =>
      expect((await bench.control('GET', 'events')).events).toMatchObject([{ outcome: 'delivered', attempts: 3 }]),
    )
  })

  test('goes to the address that its session named', async () => {
    const other = await startInbox()
    const { provider: shop } = await startShop(other.url)

    const { sessionId } = await shop.createSession(aRequest())
    await bench.control('POST', `sessions/${sessionId}/pay`)
    await vi.waitFor(() => expect(other.received).toHaveLength(1))

    expect(inbox.received).toEqual([])
    await other.close()
  })

  async function startShop(webhookUrl: string) {
    return { provider: testProvider({ baseUrl: bench.url, key: 'test-key', webhookSecret: SECRET, webhookUrl }) }
  }
})
