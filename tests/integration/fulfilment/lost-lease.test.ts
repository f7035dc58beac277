import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { claimOne, finishLease, renewLease, wakeRow } from '#lib/core/repository/leases.ts'
import { onCrashPoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { order, pay, type Sale, startSale, workUntil } from '#tests/support/sale.ts'

let sale: Sale

beforeAll(async () => {
  sale = await startSale()
})

afterEach(() => onCrashPoint(() => undefined))

afterAll(() => sale.close())

describe('a wake-up that comes when a lease has ended and nobody has taken the row yet', () => {
  test('is not slept over by the late giving back', async () => {
    const lease = await endedLease()
    await wakeRow('Payment', lease.id)

    await finishLease('Payment', lease, null)

    expect((await paymentRow(lease.id)).nextActionAt).not.toBeNull()
  })

  test('survives a worker that awoke and prolongs its lease', async () => {
    const lease = await endedLease()
    await wakeRow('Payment', lease.id)

    expect(await renewLease('Payment', lease, 60_000)).toBe(true)
    await finishLease('Payment', lease, null)

    const { nextActionAt } = await paymentRow(lease.id)
    expect(nextActionAt?.getTime()).toBeLessThanOrEqual(Date.now())
  })
})

describe('a step that has lost its row', () => {
  test('leaves the attempt of the line as its successor will find it', async () => {
    const started = await order()
    onCrashPoint((point) => {
      if (point === 'prepared') throw new Error('The process is gone.')
    })
    await pay(sale, started)
    await workUntil(started.itemId, ['PLACING'])
    const lost: string[] = []
    onCrashPoint(async (point) => {
      if (point !== 'line:PLACING' || lost.length > 0) return
      lost.push(started.itemId)
      await toSuccessor('Line', started.itemId)
    })
    await wakeRow('Line', started.itemId)
    await runUntilIdle()

    const attempts = await db().attempt.findMany({ where: { itemId: started.itemId } })
    expect(lost).toHaveLength(1)
    expect(attempts.map(({ state }) => state)).toEqual(['PREPARED'])
    await fromSuccessor('Line', started.itemId)
    await workUntil(started.itemId, ['DELIVERED'])
  })

  test('leaves the event of a payment to the one who has the row', async () => {
    const started = await order()
    const { id } = await db().payment.findFirstOrThrow({ where: { orderId: started.orderId } })
    const event = { id: 'evt_lost', provider: 'test', eventId: 'evt_lost', kind: 'payment.captured' }
    await db().providerEvent.create({ data: { ...event, objectId: started.sessionId } })
    const lost: string[] = []
    onCrashPoint(async (point) => {
      if (point !== 'payment_read' || lost.length > 0) return
      lost.push(id)
      await toSuccessor('Payment', id)
    })
    await wakeRow('Payment', id)
    await runUntilIdle()

    const { state } = await db().providerEvent.findFirstOrThrow({ where: { id: 'evt_lost' } })
    expect(lost).toHaveLength(1)
    expect(state).toBe('RECEIVED')
    await fromSuccessor('Payment', id)
    await runUntilIdle()
  })
})

async function endedLease() {
  const { orderId } = await order()
  const { id } = await db().payment.findFirstOrThrow({ where: { orderId } })
  const lease = await claimOne('Payment', { owner: 'frozen', leaseMs: 20, id })
  if (!lease) throw new Error('Not claimed.')
  await sleep(60)

  return lease
}

function paymentRow(id: string) {
  return db().payment.findUniqueOrThrow({ where: { id }, select: { nextActionAt: true } })
}

/** Another process takes the row, and keeps it. */
async function toSuccessor(table: 'Line' | 'Payment', id: string): Promise<void> {
  const taken = { epoch: { increment: 1 }, leaseOwner: 'successor', leaseUntil: new Date(Date.now() + 60_000) }
  if (table === 'Line') await db().orderItem.update({ where: { id }, data: taken })
  else await db().payment.update({ where: { id }, data: taken })
}

async function fromSuccessor(table: 'Line' | 'Payment', id: string): Promise<void> {
  const free = { leaseOwner: null, leaseUntil: null, nextActionAt: new Date(0) }
  if (table === 'Line') await db().orderItem.update({ where: { id }, data: free })
  else await db().payment.update({ where: { id }, data: free })
}
