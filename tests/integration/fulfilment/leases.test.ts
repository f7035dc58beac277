import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { claimDue, claimOne, finishLease, type QueueTable, renewLease, wakeRow } from '#lib/core/repository/leases.ts'
import { inTrace } from '#lib/core/trace.ts'
import { onCrashPoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { runItem } from '#lib/fulfilment/commands/fulfil-item/run-item.ts'
import { claimer } from '#lib/fulfilment/commands/with-lease.ts'
import { wakeStuck } from '#lib/fulfilment/repository/stuck-items.ts'
import { storeSetting } from '#lib/settings/repository/settings.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { order, pay, placements, sell, startSale, stateOf, workUntil } from '#tests/support/sale.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

describe('lost lease', () => {
  const sale = duringTests(startSale)

  afterEach(() => onCrashPoint(() => undefined))

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
      const statesOfAttempts = async () =>
        (await db().attempt.findMany({ where: { itemId: started.itemId } })).map(({ state }) => state)
      // On a slow machine a successor came by before, and took the first one back.
      const before = await statesOfAttempts()
      expect(before.at(-1)).toBe('PREPARED')
      const lost: string[] = []
      onCrashPoint(async (point) => {
        if (point !== 'line:PLACING' || lost.length > 0) return
        lost.push(started.itemId)
        await toSuccessor('Line', started.itemId)
      })
      await wakeRow('Line', started.itemId)
      await runUntilIdle()

      expect(lost).toHaveLength(1)
      expect(await statesOfAttempts()).toEqual(before)
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
})

describe('slots', () => {
  const HOUR_MS = 3_600_000

  const sale = duringTests(() => startSale({ TIME_SCALE: '1' }))

  async function paidAndWaiting(): Promise<string> {
    const started = await sell(sale, {}, ['READY'])
    expect(placements(sale, started.itemRef)).toHaveLength(0)

    return started.itemId
  }

  /** When each of them asks again, seen from now. */
  async function pauses(itemIds: string[]): Promise<(number | null)[]> {
    const rows = await db().orderItem.findMany({ where: { id: { in: itemIds } } })

    return itemIds.map((id) => {
      const at = rows.find((row) => row.id === id)?.nextActionAt

      return at ? at.getTime() - Date.now() : null
    })
  }

  test('D32 a place that is given back goes to the line that has waited longest, and to nobody else', async () => {
    const strangers = { owner: 'another process', until: new Date(Date.now() + HOUR_MS) }
    await db().slot.updateMany({ where: { kind: 'placement' }, data: strangers })
    const [first, second, third] = [await paidAndWaiting(), await paidAndWaiting(), await paidAndWaiting()]
    // Asked last, and so the last to ask again by itself.
    const asksAgainAt = new Date(Date.now() + 4_000)
    await db().orderItem.updateMany({
      where: { id: { in: [first, second, third] } },
      data: { nextActionAt: asksAgainAt },
    })
    await db().slot.update({ where: { kind_n: { kind: 'placement', n: 1 } }, data: { owner: null, until: null } })

    const lease = await claimOne('Line', { ...claimer(), id: first })
    if (!lease) throw new Error('Nobody else works here.')
    await runItem(lease)

    const [next, last] = await pauses([second, third])
    expect(next).toBeLessThanOrEqual(0)
    expect(last).toBeGreaterThan(0)
    await runUntilIdle()
    expect([await stateOf(first), await stateOf(second)]).toEqual(['DELIVERED', 'DELIVERED'])
  })

  test('D12 a line without a place asks the network nothing: hundreds wait behind an outage', async () => {
    const strangers = { owner: 'another process', until: new Date(Date.now() + HOUR_MS) }
    await db().slot.updateMany({ where: { kind: 'placement' }, data: strangers })
    const waiting = await paidAndWaiting()
    const before = sale.shop.provider.control.calls().length

    // So long ago that it would be looked for at the network before it is ordered.
    const readyAt = new Date(Date.now() - HOUR_MS)
    await db().orderItem.update({ where: { id: waiting }, data: { readyAt, nextActionAt: new Date() } })
    await runUntilIdle()

    expect(sale.shop.provider.control.calls()).toHaveLength(before)
    const [pause] = await pauses([waiting])
    expect(pause).toBeGreaterThan(0)
    await db().slot.updateMany({ where: { kind: 'placement' }, data: { owner: null, until: null } })
    await db().orderItem.update({ where: { id: waiting }, data: { nextActionAt: new Date() } })
    await runUntilIdle()
    expect(await stateOf(waiting)).toBe('DELIVERED')
  })

  test('the owner says how many order calls may be under way at once, and a waiting line follows a new word', async () => {
    const say = (value: number) => storeSetting({ key: 'orders.inFlight', value, setBy: 'test' }, db())
    await say(1)
    const stranger = { owner: 'another process', until: new Date(Date.now() + HOUR_MS) }
    await db().slot.updateMany({ where: { kind: 'placement' }, data: { owner: null, until: null } })
    await db().slot.update({ where: { kind_n: { kind: 'placement', n: 1 } }, data: stranger })
    const waiting = await paidAndWaiting()

    await say(2)
    await db().orderItem.update({ where: { id: waiting }, data: { nextActionAt: new Date() } })
    await runUntilIdle()

    expect(await stateOf(waiting)).toBe('DELIVERED')
  })
})

describe('forgotten', () => {
  duringTests(startShop)

  async function hear(objectId: string, provider = 'test'): Promise<void> {
    const id = `evt_${provider}_${objectId}`
    await db().providerEvent.create({ data: { id, provider, eventId: id, kind: 'payment.captured', objectId } })
  }

  test('payments without a date are woken when they are under way, or when an unread event names them', async () => {
    const orders = []
    for (let n = 0; n < 6; n++) orders.push(await addSoldOrder())
    const [open, named, session, done, elsewhere, leased] = orders.map(({ paymentId }) => paymentId)
    const change = (id = '', data: object) => db().payment.update({ where: { id }, data })
    await change(open, { state: 'OPEN', capturedMinor: 0 })
    await hear(orders[1]?.objectId ?? '')
    await change(session, { sessionId: 'ses_1' })
    await hear('ses_1')
    await hear(orders[4]?.objectId ?? '', 'stripe')
    await change(leased, { state: 'OPEN', capturedMinor: 0, leaseUntil: new Date(Date.now() + 60_000) })

    expect(await wakeStuck()).toBe(3)
    const woken = await db().payment.findMany({ where: { nextActionAt: { not: null } }, select: { id: true } })
    expect(woken.map(({ id }) => id).sort()).toEqual([open, named, session].sort())
    expect(woken.map(({ id }) => id)).not.toContain(done)
    expect(woken.map(({ id }) => id)).not.toContain(elsewhere)
    expect(await wakeStuck()).toBe(0)
  })
})

describe('request id', () => {
  const CLAIMER = { owner: 'test', leaseMs: 60_000 }

  duringTests(startSale)

  test('the work on an order carries the id of the request that made it', async () => {
    const started = await inTrace({ requestId: 'edge-0123456789' }, () => order())
    await db().orderItem.update({ where: { id: started.itemId }, data: { nextActionAt: new Date(0) } })
    await db().payment.updateMany({ data: { nextActionAt: new Date(0) } })

    expect(await claimDue('Line', CLAIMER)).toEqual({ id: started.itemId, epoch: 1, requestId: 'edge-0123456789' })
    expect(await claimDue('Payment', CLAIMER)).toMatchObject({ requestId: 'edge-0123456789' })
  })

  test.each<QueueTable>(['Refund', 'CancelAttempt', 'Outbox'])('%s rows are asked for their order', async (table) => {
    expect(await claimDue(table, CLAIMER)).toBeNull()
  })

  test('an order that no request made has no id to carry', async () => {
    const started = await inTrace({}, () => order())
    await db().orderItem.update({ where: { id: started.itemId }, data: { nextActionAt: new Date(0) } })

    expect(await claimDue('Line', CLAIMER)).toMatchObject({ id: started.itemId, requestId: null })
  })
})
