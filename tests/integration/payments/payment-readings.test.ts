import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { onCrashPoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import {
  control,
  freshParties,
  order,
  pay,
  paymentLedger,
  type Sale,
  startSale,
  workUntil,
} from '#tests/support/sale.ts'

let sale: Sale

beforeAll(async () => {
  sale = await startSale()
})

afterAll(() => sale.close())

beforeEach(() => freshParties(sale))

describe('a capture whose answer is lost', () => {
  test.each(['before', 'after'])('is found out and taken once (%s the money moved)', async (when) => {
    const seed = randomInt(1_000)
    await control(sale, 'faults', { endpoint: 'payment.capture', when, kind: 'reset' })
    const started = await order({ count: 1 + (seed % 3) })
    await pay(sale, started)

    await workUntil(started.itemId, ['DELIVERED'])

    const ledger = await paymentLedger(sale)
    const [payment] = ledger.payments.filter(({ reference }) => reference === started.number)
    expect(ledger.captures.filter(({ paymentId }) => paymentId === payment?.id)).toHaveLength(1)
    expect(payment).toMatchObject({ status: 'captured', captured: payment?.amount })
  })

  test('leaves no event about it unread: a dispute may stand in it', async () => {
    await control(sale, 'faults', { endpoint: 'payment.capture', when: 'after', kind: 'reset' })
    const started = await order()
    await pay(sale, started)
    const events = async () => {
      const { sessionId, objectId } = await db().payment.findFirstOrThrow({ where: { orderId: started.orderId } })

      return db().providerEvent.findMany({ where: { objectId: { in: [sessionId ?? '', objectId ?? ''] } } })
    }

    await workUntil(started.itemId, ['DELIVERED'])
    await expect.poll(async () => (await events()).map(({ kind }) => kind)).toContain('payment.captured')
    await runUntilIdle()

    expect((await events()).filter(({ state }) => state !== 'APPLIED')).toEqual([])
  })
})

describe('an event that comes after a payment was read and before that is written down', () => {
  test('stays unread, and the payment is read once more', async () => {
    const started = await order()
    const states: string[] = []
    const stateOfEvent = async () =>
      (await db().providerEvent.findFirst({ where: { eventId: 'evt_between' } }))?.state ?? 'none'
    onCrashPoint(async (point) => {
      if (point === 'payment_read') {
        const event = { id: 'evt_between', provider: 'test', eventId: 'evt_between', kind: 'payment.disputed' }
        await db().providerEvent.createMany({ data: [{ ...event, objectId: started.sessionId }], skipDuplicates: true })
      }
      if (point === 'payment:AUTHORISED') states.push(await stateOfEvent())
    })
    await pay(sale, started)

    await workUntil(started.itemId, ['DELIVERED'])
    await runUntilIdle()
    onCrashPoint(() => undefined)

    expect(states[0]).toBe('RECEIVED')
    expect(await stateOfEvent()).toBe('APPLIED')
  })
})
