import { randomInt } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { markRequested } from '#lib/cancellations/repository/cancellations.ts'
import { db, transaction, withLock } from '#lib/core/repository/client.ts'
import { markRevealed } from '#lib/esims/repository/esims.ts'
import { lockPayment } from '#lib/payments/repository/payments.ts'
import { addProviderEntry } from '#lib/reconciliation/repository/discrepancies.ts'
import { delivered } from '#tests/support/cancellations.ts'
import {
  endConnections,
  HARMS,
  PLACES,
  REFUSALS,
  sellUnder,
  sellUnderKills,
  sellUnderLocks,
  sellWithoutWrites,
} from '#tests/support/model/database-harm.ts'
import { benchClient } from '#tests/support/model/statements.ts'
import { MINUTE, openWorld } from '#tests/support/model/world.ts'
import { placements } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

const CROWD = 200

const world = duringTests(openWorld)

describe('D22 many at once', () => {
  test('lose no plain write to the transactions that roll back beside them', async () => {
    const write = (key: string) =>
      db().setting.create({ data: { key, value: 1, updatedBy: 'test' }, select: { key: true } })
    const rollBack = (key: string) =>
      transaction(async (tx) => {
        await tx.setting.create({ data: { key, value: 1, updatedBy: 'test' }, select: { key: true } })
        throw new Error('thought better of it')
      }).catch(() => null)

    await Promise.all(Array.from({ length: CROWD }, (_, n) => [write(`kept:${n}`), rollBack(`gone:${n}`)]).flat())

    expect(await db().setting.count({ where: { key: { startsWith: 'kept:' } } })).toBe(CROWD)
    expect(await db().setting.count({ where: { key: { startsWith: 'gone:' } } })).toBe(0)
  })

  test('change one payment and one supplier balance without losing a step', async () => {
    const { orderId, itemId } = await delivered(world.sale)
    const { id: paymentId } = await db().payment.findFirstOrThrow({ where: { orderId } })
    const { orderNum } = await db().providerOrder.findFirstOrThrow({ where: { itemId } })
    await db().providerEntry.deleteMany({ where: { orderNum } })
    await db().payment.update({ where: { id: paymentId }, data: { refundedMinor: 0 } })

    await Promise.all(
      Array.from({ length: CROWD }, () =>
        transaction(async (tx) => {
          const { refundedMinor } = await lockPayment(paymentId, tx)
          await tx.payment.update({ where: { id: paymentId }, data: { refundedMinor: refundedMinor + 1 } })
          await addProviderEntry({ kind: 'expected_credit', amount: '0.01' as never, currency: 'USD', orderNum }, tx)
        }),
      ),
    )

    expect((await db().payment.findUniqueOrThrow({ where: { id: paymentId } })).refundedMinor).toBe(CROWD)
    const { _sum } = await db().providerEntry.aggregate({ where: { orderNum }, _sum: { amount: true } })
    expect(_sum.amount?.toString()).toBe('2')
  })

  test.each(['open', 'give back'])(
    '%s one card, and then the other way round: exactly one of them gets it',
    async (first) => {
      const { itemId } = await delivered(world.sale)
      const esim = await db().esim.findFirstOrThrow({ where: { itemId } })
      const reveal = () => transaction((tx) => markRevealed(esim.id, { by: 'buyer', at: new Date(), consent: {} }, tx))
      const giveBack = () => transaction((tx) => markRequested(esim, tx))
      const [one, other] = first === 'open' ? [reveal, giveBack] : [giveBack, reveal]

      const won = await Promise.all(Array.from({ length: CROWD }, (_, n) => (n < CROWD / 2 ? one() : other())))

      expect(won.filter(Boolean)).toHaveLength(1)
    },
  )
})

test('D26 128 transactions at once on a pool of ten all get their turn', async () => {
  const ends = await Promise.allSettled(
    Array.from({ length: 128 }, () => transaction((tx) => tx.$queryRaw`SELECT 1 FROM pg_sleep(0.01)`)),
  )

  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
})

describe('D24 one failing statement', () => {
  test.each(
    HARMS.map((harm, index) => {
      const place = PLACES[index % PLACES.length] ?? 'commit'

      return { harm, place, nth: randomInt(1, place === 'statement' ? 30 : 8) }
    }),
  )('$harm.name at $place number $nth loses nothing and repeats no call', async (harm) => {
    expect(await sellUnder(world, harm)).toEqual([])
  })

  test('as the answer of an order call is noted leads to no second call, also while the order is in no list', async () => {
    const [harm] = HARMS.filter(({ name }) => name === 'connection lost before')
    if (!harm) throw new Error('There is such a harm.')
    const blow = { harm, place: 'commit', nth: 1, behind: 'answered', hiddenMs: 10 * MINUTE } as const

    expect(await sellUnder(world, blow)).toEqual([])

    expect(placements(world.sale)).toHaveLength(1)
  })
})

describe('D31 a database that takes no writes for five minutes', () => {
  test.each(REFUSALS.flatMap((how) => (['prepared', 'answered'] as const).map((from) => ({ how, from }))))(
    '($how, from "$from" on) sells nothing, leaves nothing half-written, and heals without help',
    async ({ how, from }) => {
      expect(await sellWithoutWrites(world, how, from)).toEqual({ isClosed: true, wrong: [] })

      expect(placements(world.sale)).toHaveLength(1)
    },
  )
})

test('D28 connections that the server ends in the middle of everything cost time and nothing else', async () => {
  expect(await sellUnderKills(world, { orders: 3, kills: 5 })).toEqual([])
})

test('D28 a connection that is ended while its owner does something else does not end the process', async () => {
  const bench = await benchClient(world.sale.shop.settings.DATABASE_URL ?? '')

  const done = await withLock('comparison', async () => {
    await endConnections(bench)
    await new Promise((resolve) => setTimeout(resolve, 300))

    return 'done'
  })

  await bench.end()
  expect(done).toBe('done')
  expect(await db().orderItem.count()).toBeGreaterThan(0)
})

test(
  'D23 tables locked for longer than a statement waits cost time and nothing else',
  async () => {
    const { wrong, failed } = await sellUnderLocks(world, { rounds: 1, lockMs: 8_000, orders: 3 })

    expect(wrong).toEqual([])
    expect(failed).toBe(0)
  },
  5 * MINUTE,
)
