import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { db } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { requestItemCancellation } from '#lib/fulfilment/commands/request-item-cancellation.ts'
import { recordPaymentEvent } from '#lib/payments/commands/read-payment.ts'
import { readPaymentNow } from '#lib/payments/commands/read-payment-now.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { signatureHeader } from '#sandbox/payments/signature.ts'
import { currencyOf } from '#tests/support/currencies.ts'
import { judge } from '#tests/support/model/judge.ts'
import { type Size, untilTimeIsUp } from '#tests/support/model/sequences.ts'
import { aroundStatements } from '#tests/support/model/statements.ts'
import { MINUTE, newDay, note, settle, type World } from '#tests/support/model/world.ts'
import { control, order, pay, type Started } from '#tests/support/sale.ts'

const PAYING = [
  'webhook',
  'webhook again',
  'return page',
  'worker',
  'other worker',
  'take line back',
  'expiry',
] as const
const RETURNING = ['give back', 'give back again', 'give other back', 'reveal', 'worker', 'webhook'] as const
type Actor = (typeof PAYING)[number] | (typeof RETURNING)[number]

const subset = (names: readonly Actor[]) => fc.subarray([...names], { minLength: 3 })
const aScene = fc.oneof(
  fc.record({ scene: fc.constant('paid' as const), actors: subset(PAYING), isLate: fc.boolean() }),
  fc.record({ scene: fc.constant('delivered' as const), actors: subset(RETURNING), isLate: fc.constant(false) }),
)

/** Lets everything that may act on one order act on it at once, in random interleavings, and judges what is left. */
export async function playInterleavings(world: World, { runs, withinMs, seed = randomInt(2 ** 31) }: Size) {
  const isTime = untilTimeIsUp(withinMs)
  let played = 0
  const property = fc.asyncProperty(fc.scheduler(), aScene, async (scheduler, { scene, actors, isLate }) => {
    if (!isTime()) return
    if (played++ % 10 === 0) await newDay(world)
    world.orders = []
    const started = await order({ count: 2, currency: currencyOf(played) })
    world.orders = [started]
    await pay(world.sale, started)
    if (scene === 'delivered') await world.work()
    if (scene === 'delivered') await readPaymentNow(started.caller, started.orderId).then(() => world.work())
    if (isLate) await world.clock.advance(16 * MINUTE)
    const cast = await castOf(world, started)
    await interleave(scheduler, Object.fromEntries(actors.map((name) => [name, cast[name]])) as Actors)
    await settle(world)
    note(world, 'interleavings')
    note(world, `interleaved ${scene}`)
    const wrong = await judge(world)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  })
  await fc.assert(property, {
    seed,
    numRuns: runs,
    endOnFailure: !process.env.SHRINK,
  })
}

async function castOf(world: World, started: Started): Promise<Record<Actor, () => Promise<unknown>>> {
  const { caller, orderId, itemId } = started
  const esims = await db().esim.findMany({ where: { itemId }, orderBy: { position: 'asc' }, select: { id: true } })
  const payment = await db().payment.findFirstOrThrow({ where: { orderId } })
  const giveBack = (esim: { id: string } | undefined) => () => {
    const esimIds = esim ? [esim.id] : []

    return requestCancellation(caller, {
      orderId,
      esimIds,
      reason: 'model',
      once: { key: randomUUID(), fingerprint: esimIds.join() },
    })
  }

  return {
    webhook: () => handOverEvents(world, started),
    'webhook again': () => handOverEvents(world, started),
    'return page': () => readPaymentNow(caller, orderId),
    worker: runUntilIdle,
    'other worker': runUntilIdle,
    'take line back': () => requestItemCancellation(caller, { orderId, itemId }),
    expiry: () => settlePayment(payment.id),
    'give back': giveBack(esims[0]),
    'give back again': giveBack(esims[0]),
    'give other back': giveBack(esims[1]),
    reveal: () => revealEsim(caller, esims[0]?.id ?? '', { serviceStarts: true, withdrawalEnds: true }),
  }
}

type Event = { id: string; type: string; createdAt: string; data: { reference?: string } }

/** Hands the provider's events about this order to the store, signed as they would come. */
async function handOverEvents({ sale }: World, { number }: Started): Promise<void> {
  const { events } = await control<{ events: Event[] }>(sale, 'events')
  for (const { id, type, createdAt, data } of events) {
    if (data.reference !== number) continue
    const body = JSON.stringify({ id, type, createdAt, livemode: false, data })
    const header = signatureHeader(body, 'whsec_test_payments', Math.floor(Date.now() / 1_000))
    await recordPaymentEvent('test', body, { 'test-payments-signature': header })
  }
}

/** What acts on one order at the same time as others, by name. */
type Actors = Record<string, () => Promise<unknown>>

// A statement that takes longer than this waits for a lock of an actor that stands at the gate.
const BLOCKED_MS = 25

/**
 * Lets actors run against each other, one statement of one of them at a time, in an order that the scheduler draws.
 *
 * A refusal by the store is a fair end for an actor. Anything else that it throws is thrown here.
 */
async function interleave(scheduler: fc.Scheduler, actors: Actors): Promise<void> {
  const current = new AsyncLocalStorage<string>()
  let waiting = 0
  let isOpen = false
  let moves = 0
  const off = aroundStatements(async ({ kind }, run) => {
    const actor = current.getStore()
    if (!actor || isOpen) return run()
    waiting += 1
    await scheduler.schedule(Promise.resolve(), `${actor} ${kind}`)
    waiting -= 1
    try {
      return await run()
    } finally {
      moves += 1
    }
  })
  let failure: unknown = null
  let left = Object.keys(actors).length
  const all = Object.entries(actors).map(([name, action]) =>
    current.run(name, async () => {
      try {
        await action()
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'internal') failure ??= error
      } finally {
        left -= 1
      }
    }),
  )
  try {
    while (left > 0) {
      await breath()
      if (waiting === 0) continue
      const before = moves
      await scheduler.waitNext(1)
      const until = performance.now() + BLOCKED_MS
      while (moves === before && performance.now() < until) await breath()
    }
    await Promise.all(all)
  } finally {
    isOpen = true
    while (waiting > 0) await scheduler.waitNext(1)
    off()
  }
  if (failure) throw failure
}

function breath(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
