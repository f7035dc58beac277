import { spawn } from 'node:child_process'
import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import type { Failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { getCapabilities, setCapability } from '#lib/provider/commands/capabilities.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { cancelCards } from '#lib/provider/index.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import {
  cancellationCalls,
  cancelStates,
  type Delivered,
  delivered,
  giveBack,
  moneyOf,
  workUntilEsims,
} from '#tests/support/cancellations.ts'
import { control, freshParties, startSale } from '#tests/support/sale.ts'
import { changeSettings, duringTests } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

const HOUR_MS = 3_600_000
const TIME_SCALE = 600

// An hour is six seconds, and so is the shortest lease.
const sale = duringTests(() => startSale({ TIME_SCALE: String(TIME_SCALE) }))

beforeEach(async () => {
  await freshParties(sale)
  sale.shop.provider.control.changeAccount({ applyCancelRules: false })
})

describe('returns', () => {
  const sum = (esims: { priceShareMinor: number }[]) => esims.reduce((total, esim) => total + esim.priceShareMinor, 0)

  describe('an order of five given back in parts', () => {
    test('returns exactly the asked cards and their shares, and ends with the last one', async () => {
      const sold = await delivered(sale, 5)
      const parts = [sold.esims.slice(0, 2), sold.esims.slice(2, 3), sold.esims.slice(3)]

      for (const [index, part] of parts.entries()) {
        await giveBack(sold, part)
        await workUntilEsims(part, 'MONEY_BACK')

        const gone = parts.slice(0, index + 1)
        expect((await moneyOf(sale, sold)).refunds).toEqual(gone.map(sum))
        expect(
          sale.shop.provider.control.orders().find(({ otherOrderId }) => otherOrderId === sold.itemRef)?.liveIccids,
        ).toEqual(parts.slice(index + 1).flatMap((rest) => rest.map(({ iccid }) => iccid)))
        expect(await checkInvariants()).toEqual([])
      }

      const money = await moneyOf(sale, sold)
      expect(money.refunded).toBe(money.captured)
      expect(cancellationCalls(sale).map(({ params }) => params.iccids)).toEqual(
        parts.map((part) => part.map(({ iccid }) => iccid).join()),
      )
      expect(cancellationCalls(sale).every(({ params }) => !('remark' in params))).toBe(true)
      expect((await db().orderItem.findUniqueOrThrow({ where: { id: sold.itemId } })).state).toBe('CANCELLED')
      const { orderNum, cost } = await db().providerOrder.findFirstOrThrow({ where: { itemId: sold.itemId } })
      const { _sum } = await db().providerEntry.aggregate({
        where: { orderNum, kind: 'expected_credit' },
        _sum: { amount: true },
      })
      expect(_sum.amount?.toString()).toBe(cost?.toString())
      expect(await db().outbox.count({ where: { orderId: sold.orderId, kind: 'refund' } })).toBe(3)
    })

    test('a further request waits while one is open, and goes ahead after it', async () => {
      // The provider takes its time, by its own clock, and the store's hour is one: only the test decides when it is over.
      sale.shop.provider.control.changeAccount({ cancelDelayMs: HOUR_MS })
      const sold = await delivered(sale, 3)
      changeSettings({ TIME_SCALE: '1' })
      const [first = { id: '' }, second = { id: '' }] = sold.esims
      await giveBack(sold, [first])
      await runUntilIdle()

      await giveBack(sold, [second])
      await runUntilIdle()
      const states = await cancelStates([first, second])
      const open = await db().cancelAttempt.findMany({ where: { itemId: sold.itemId }, orderBy: { askedAt: 'asc' } })

      expect(states).toEqual(['OPEN', 'ASKED'])
      expect(open.map(({ state }) => state)).toEqual(['OPEN', 'WAITING'])
      expect(cancellationCalls(sale)).toHaveLength(1)
      changeSettings({ TIME_SCALE: String(TIME_SCALE) })
      sale.shop.provider.control.changeAccount({ cancelDelayMs: 0 })
      sale.shop.provider.control.setClock({ advanceMs: HOUR_MS })
      await db().cancelAttempt.updateMany({
        where: { itemId: sold.itemId, state: 'OPEN' },
        data: { sentAt: new Date(), nextActionAt: new Date(0) },
      })
      await workUntilEsims([first, second], 'MONEY_BACK')
      expect(cancellationCalls(sale)).toHaveLength(2)
      expect(await checkInvariants()).toEqual([])
    })

    test('two equal refunds at once are two refunds, each once', async () => {
      const sold = await delivered(sale, 2)
      await control(sale, 'faults', { endpoint: 'refund.create', when: 'after', kind: 'delay', delayMs: 6_000 })
      const [first, second] = sold.esims.map((esim) => [esim])
      await giveBack(sold, first ?? [])
      await expect
        .poll(async () => {
          void runUntilIdle()

          return cancelStates(first ?? [])
        })
        .toEqual(['MONEY_DUE'])
      await giveBack(sold, second ?? [])

      await workUntilEsims(sold.esims, 'MONEY_BACK')

      expect((await moneyOf(sale, sold)).refunds.toSorted()).toEqual(
        sold.esims.map((esim) => esim.priceShareMinor).toSorted(),
      )
      expect(await checkInvariants()).toEqual([])
    })
  })

  describe('an answer that got lost', () => {
    test('after the network acted is proven by the order, without a second call', async () => {
      const sold = await delivered(sale, 2)
      sale.shop.provider.control.addFault({ path: 'refundOrder', when: 'after', kind: 'reset' })
      await giveBack(sold, sold.esims.slice(0, 1))

      await workUntilEsims(sold.esims.slice(0, 1), 'MONEY_BACK')

      expect(cancellationCalls(sale)).toHaveLength(1)
      expect((await moneyOf(sale, sold)).refunds).toEqual([sold.esims[0]?.priceShareMinor])
      expect(await checkInvariants()).toEqual([])
    })

    test('before it acted stays open for an hour, is asked once more, goes to a person, and late proof still pays', async () => {
      const sold = await delivered(sale, 2)
      const [esim = { id: '', iccid: '' }] = sold.esims
      sale.shop.provider.control.addFault({ path: 'refundOrder', when: 'before', kind: 'reset', times: 2 })
      await giveBack(sold, [esim])
      for (const attempt of [1, 2]) {
        await runUntilIdle()
        expect(await cancelStates([esim])).toEqual(['OPEN'])
        expect(cancellationCalls(sale)).toHaveLength(attempt)
        await db().cancelAttempt.updateMany({
          where: { itemId: sold.itemId },
          data: { sentAt: new Date(Date.now() - HOUR_MS / TIME_SCALE), nextActionAt: new Date(0) },
        })
      }

      await runUntilIdle()

      const { state, orderNum } = await db().cancelAttempt.findFirstOrThrow({ where: { itemId: sold.itemId } })
      expect(state).toBe('HELD')
      expect(await db().discrepancy.count({ where: { kind: 'cancel_open', subject: orderNum, closedAt: null } })).toBe(
        1,
      )
      expect((await moneyOf(sale, sold)).refunds).toEqual([])
      expect(cancellationCalls(sale)).toHaveLength(2)
      // The network carries it out late, by other means than a call of ours.
      const foreign = sale.shop.provider.control.orders().find((entry) => entry.orderNum === orderNum)
      expect(foreign?.liveIccids).toHaveLength(2)
      await cancelElsewhere(orderNum, esim.iccid)
      await db().cancelAttempt.updateMany({ where: { orderNum }, data: { nextActionAt: new Date(0) } })
      await workUntilEsims([esim], 'MONEY_BACK')
      expect(await db().discrepancy.count({ where: { kind: 'cancel_open', subject: orderNum, closedAt: null } })).toBe(
        0,
      )
    })

    test.each<Failpoint>(['cancel_answered', 'refund_answered'])(
      'with the worker, killed at "%s", is neither asked nor paid twice',
      async (point) => {
        const sold = await delivered(sale, 2)
        const part = sold.esims.slice(0, 1)
        await giveBack(sold, part)
        expect(await workAndDie(point)).toBe('SIGKILL')

        await workUntilEsims(part, 'MONEY_BACK')

        expect(cancellationCalls(sale)).toHaveLength(1)
        expect((await moneyOf(sale, sold)).refunds).toEqual([sum(part)])
        expect(await checkInvariants()).toEqual([])
      },
    )

    test('of a refund is looked for in the list first, when its key was forgotten after 25 hours', async () => {
      const sold = await delivered(sale, 2)
      const part = sold.esims.slice(0, 1)
      await giveBack(sold, part)
      expect(await workAndDie('refund_answered')).toBe('SIGKILL')
      await control(sale, 'clock', { advanceMs: 25 * HOUR_MS })

      await workUntilEsims(part, 'MONEY_BACK')
      await control(sale, 'clock', { now: new Date().toISOString() })

      expect((await moneyOf(sale, sold)).refunds).toEqual([sum(part)])
      expect(await checkInvariants()).toEqual([])
    })
  })

  /** Runs a worker of its own until it dies at the point, and lets its leases end. Returns the signal that ended it. */
  async function workAndDie(point: Failpoint): Promise<NodeJS.Signals | number | null> {
    const child = spawn('node', ['--conditions=react-server', 'tests/support/worker-child.ts'], {
      stdio: 'ignore',
      env: { ...process.env, CRASH_AT: point },
    })

    const end = await new Promise<NodeJS.Signals | number | null>((resolve) =>
      child.on('exit', (code, signal) => resolve(signal ?? code)),
    )
    const over = { leaseUntil: new Date(0), nextActionAt: new Date(0) }
    await db().cancelAttempt.updateMany({ where: { leaseUntil: { not: null } }, data: over })
    await db().refund.updateMany({ where: { leaseUntil: { not: null } }, data: over })

    return end
  }

  /** The account's owner takes an eSIM back at the network's own desk. */
  async function cancelElsewhere(orderNum: string, iccid: string): Promise<void> {
    await currentProvider().call(cancelCards, { orderNum, iccids: [iccid as never] })
  }
})

describe('return outcomes', () => {
  const refusal = (when: 'before' | 'after', code: number) =>
    sale.shop.provider.control.addFault({
      path: 'refundOrder',
      when,
      kind: 'code',
      code,
      message: 'order status error',
    })

  /** The provider's own books about an order. */
  const bookOf = (sold: Delivered) =>
    sale.shop.provider.control.orders().find(({ otherOrderId }) => otherOrderId === sold.itemRef)

  /** Lets the hour pass after which an open request is decided about. */
  async function passHour({ itemId }: Delivered): Promise<void> {
    await runUntilIdle()
    const sentAt = new Date(Date.now() - HOUR_MS / TIME_SCALE)
    await db().cancelAttempt.updateMany({
      where: { itemId, state: 'OPEN' },
      data: { sentAt, nextActionAt: new Date(0) },
    })
    await runUntilIdle()
  }

  describe('a refusal', () => {
    test.each([
      [4, false],
      [4, true],
      [22, true],
      [3, true],
    ])(
      'with code %i after the eSIM was taken back is not believed: the money goes back (list keeps it: %s)',
      async (code, keeps) => {
        sale.shop.provider.control.changeAccount({ listKeepsCancelled: keeps })
        const sold = await delivered(sale, 2)
        const part = sold.esims.slice(0, 1)
        refusal('after', code)
        await giveBack(sold, part)

        await workUntilEsims(part, 'MONEY_BACK')

        expect(bookOf(sold)?.liveIccids).toEqual([sold.esims[1]?.iccid])
        expect((await moneyOf(sale, sold)).refunds).toEqual(part.map(({ priceShareMinor }) => priceShareMinor))
        expect(cancellationCalls(sale)).toHaveLength(1)
        expect(await db().outbox.count({ where: { orderId: sold.orderId, kind: 'return_refused' } })).toBe(0)
        expect(await checkInvariants()).toEqual([])
      },
    )

    test.each([4, 22])(
      'with code %i of an order that stands as before is believed, and the eSIM stays',
      async (code) => {
        const sold = await delivered(sale, 2)
        const part = sold.esims.slice(0, 1)
        refusal('before', code)
        await giveBack(sold, part)

        await workUntilEsims(part, 'REFUSED')

        expect(bookOf(sold)?.liveIccids).toHaveLength(2)
        expect((await moneyOf(sale, sold)).refunds).toEqual([])
        expect(cancellationCalls(sale)).toHaveLength(1)
        const row = await db().cancelAttempt.findFirstOrThrow({ where: { itemId: sold.itemId } })
        expect(row.outcome).toMatchObject({ class: 'REFUSED', code, text: 'order status error', seen: { status: 0 } })
        expect(await checkInvariants()).toEqual([])
      },
    )

    test('of an order that cannot be read is not told to the buyer', async () => {
      const sold = await delivered(sale, 2)
      const part = sold.esims.slice(0, 1)
      refusal('before', 22)
      await giveBack(sold, part)
      // The reading before the call passes; all after it fail, however many a minute of this clock has.
      sale.shop.provider.control.addFault({
        path: 'queryEsimOrder',
        kind: 'status',
        status: 500,
        skip: 1,
        times: 10_000,
      })

      await runUntilIdle()

      expect(await cancelStates(part)).toEqual(['OPEN'])
      expect(await db().outbox.count({ where: { orderId: sold.orderId, kind: 'return_refused' } })).toBe(0)
    })

    test('for an ended session, after the eSIM was taken back, is not asked again', async () => {
      const sold = await delivered(sale, 2)
      const part = sold.esims.slice(0, 1)
      sale.shop.provider.control.addFault({ path: 'refundOrder', when: 'after', kind: 'code', code: -1 })
      await giveBack(sold, part)

      await workUntilEsims(part, 'MONEY_BACK')

      expect(cancellationCalls(sale)).toHaveLength(1)
    })
  })

  describe('where the list goes on naming what was taken back', () => {
    beforeEach(() => {
      sale.shop.provider.control.changeAccount({ listKeepsCancelled: true })
    })

    test('success and a status gone from 0 to 4 return the money, and so does a second part', async () => {
      const sold = await delivered(sale, 3)
      for (const esim of sold.esims) {
        await giveBack(sold, [esim])
        await workUntilEsims([esim], 'MONEY_BACK')
      }

      const money = await moneyOf(sale, sold)
      expect(money.refunded).toBe(money.captured)
      expect((await getCapabilities()).listDropsCancelled).toBe(false)
      expect(await checkInvariants()).toEqual([])
    })

    test.each([true, false])('a lost answer is proven by the status (profiles tell: %s)', async (disablesCancelled) => {
      sale.shop.provider.control.changeAccount({ disablesCancelled })
      const sold = await delivered(sale, 3)
      const part = sold.esims.slice(0, 1)
      sale.shop.provider.control.addFault({ path: 'refundOrder', when: 'after', kind: 'reset' })
      await giveBack(sold, part)

      await workUntilEsims(part, 'MONEY_BACK')

      expect(cancellationCalls(sale)).toHaveLength(1)
      expect(bookOf(sold)?.liveIccids).toHaveLength(2)
    })

    test('a lost answer goes to a person while the profile is said to live', async () => {
      const sold = await delivered(sale, 3)
      const part = sold.esims.slice(0, 1)
      sale.shop.provider.control.changeAccount({ disablesCancelled: false })
      sale.shop.provider.control.changeUsage({ iccid: part[0]?.iccid ?? '', dpStatus: 'ACTIVE' })
      sale.shop.provider.control.addFault({ path: 'refundOrder', when: 'after', kind: 'reset' })
      await giveBack(sold, part)

      await passHour(sold)

      const row = await db().cancelAttempt.findFirstOrThrow({ where: { itemId: sold.itemId } })
      expect(row.state).toBe('HELD')
      expect(row.answer).toMatchObject({ before: { status: 0 } })
      expect(row.outcome).toMatchObject({
        class: 'UNKNOWN',
        seen: { status: 4, profiles: { [part[0]?.iccid ?? '']: 'ACTIVE' } },
      })
      expect((await moneyOf(sale, sold)).refunds).toEqual([])
    })

    test('success in an order that stood at 4, without a word about the profile, goes to a person', async () => {
      sale.shop.provider.control.changeAccount({ disablesCancelled: false })
      const sold = await delivered(sale, 3)
      await giveBack(sold, sold.esims.slice(0, 1))
      await workUntilEsims(sold.esims.slice(0, 1), 'MONEY_BACK')
      await giveBack(sold, sold.esims.slice(1, 2))

      await passHour(sold)

      expect(await db().cancelAttempt.count({ where: { itemId: sold.itemId, state: 'HELD' } })).toBe(1)
      expect((await moneyOf(sale, sold)).refunds).toHaveLength(1)
    })

    test('the list counts against a return once it was seen to drop one, until a person says otherwise', async () => {
      const { control } = sale.shop.provider
      control.changeAccount({ listKeepsCancelled: false })
      const first = await delivered(sale, 2)
      await giveBack(first, first.esims.slice(0, 1))
      await workUntilEsims(first.esims.slice(0, 1), 'MONEY_BACK')
      expect((await getCapabilities()).listDropsCancelled).toBe(true)
      control.changeAccount({ listKeepsCancelled: true })
      const second = await delivered(sale, 2)
      await giveBack(second, second.esims.slice(0, 1))
      await passHour(second)
      expect(await db().cancelAttempt.count({ where: { itemId: second.itemId, state: 'HELD' } })).toBe(1)

      const change = { key: 'cancel.listDrops', value: 'unproven', seen: 'yes', reason: 'it keeps them now' } as const
      await setCapability(await addStaff('owner'), change)
      await db().cancelAttempt.updateMany({ where: { itemId: second.itemId }, data: { nextActionAt: new Date(0) } })

      await workUntilEsims(second.esims.slice(0, 1), 'MONEY_BACK')
      expect(await checkInvariants()).toEqual([])
    })
  })
})
