import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { db, transaction } from '#lib/core/repository/client.ts'
import { createDispatcher } from '#lib/worker/runner.ts'
import { openProxy } from '#scripts/chaos/proxy.mjs'
import { changeSettings, duringTests, type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

describe('unresponsive database', () => {
  let shop: Shop
  let proxy: Awaited<ReturnType<typeof openProxy>>

  beforeEach(async () => {
    shop = await startShop()
    const url = new URL(shop.settings.DATABASE_URL ?? '')
    proxy = await openProxy({ host: url.hostname, port: Number(url.port) })
    url.port = String(proxy.port)
    changeSettings({ DATABASE_URL: url.href })
  })

  afterEach(async () => {
    vi.useRealTimers()
    await shop.close()
    await proxy.close()
  })

  /** Lets `seconds` pass for every waiting time of this process, a second at a time, until `work` is over. */
  async function within(seconds: number, work: Promise<unknown>): Promise<'done' | 'failed' | 'waiting'> {
    let state: 'done' | 'failed' | 'waiting' = 'waiting'
    work.then(
      () => (state = 'done'),
      () => (state = 'failed'),
    )
    for (let passed = 0; passed < seconds && state === 'waiting'; passed++) {
      for (let turns = 0; turns < 20; turns++) await turn()
      await vi.advanceTimersByTimeAsync(1_000)
    }

    return state
  }

  const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })

  test('a question to a database that has gone without a word fails, and the next one is asked elsewhere', async () => {
    await db().order.count()
    holdTime()
    expect(proxy.silence()).toBeGreaterThan(0)

    expect(await within(30, db().order.count())).toBe('failed')
    vi.useRealTimers()
    expect(await db().order.count()).toBe(0)
  })

  test('so do transactions, and nobody gets their connections again', async () => {
    const all = Array.from({ length: 10 }, () => Promise.withResolvers<void>())
    const works = all.map(({ resolve }) =>
      transaction(async (tx) => {
        await tx.order.count()
        resolve()
        await Promise.all(all.map(({ promise }) => promise))
        proxy.silence()
        await tx.order.count()
      }),
    )
    await Promise.all(all.map(({ promise }) => promise))
    holdTime()

    expect(await within(90, Promise.allSettled(works))).toBe('done')
    vi.useRealTimers()
    expect((await Promise.allSettled(works)).map(({ status }) => status)).toEqual(Array(10).fill('rejected'))
    expect(await Promise.all(works.map(() => db().order.count()))).toEqual(Array(10).fill(0))
  })

  test('a worker whose search for work stands still for a minute knows it', async () => {
    holdTime()
    const dispatcher = createDispatcher(() => new Promise(() => {}))
    expect(dispatcher.isStuck()).toBe(false)
    void dispatcher.sweep()

    vi.advanceTimersByTime(59_000)
    expect(dispatcher.isStuck()).toBe(false)
    vi.advanceTimersByTime(2_000)
    expect(dispatcher.isStuck()).toBe(true)
    dispatcher.stop()
  })
})

describe('one connection', () => {
  duringTests(startShop)

  test('a transaction that reads a row with its relations asks its connection one thing at a time', async () => {
    const warnings: Error[] = []
    const warn = (warning: Error) => warnings.push(warning)
    // It is told once in a process.
    process.on('warning', warn)
    const { id } = await addSoldOrder()

    const order = await transaction((tx) =>
      tx.order.findUniqueOrThrow({
        where: { id },
        include: { items: { include: { quote: true, esims: true } }, payments: true },
      }),
    )
    // A warning is told one turn later.
    await db().order.count()
    process.off('warning', warn)

    expect([order.items.length, order.payments.length]).toEqual([1, 1])
    expect(warnings).toEqual([])
  })
})
