import { randomInt, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { askReturn } from '#lib/cancellations/commands/ask-return.ts'
import { db } from '#lib/core/repository/client.ts'
import { revealCard } from '#lib/esims/commands/reveal-card.ts'
import { askLineBack } from '#lib/fulfilment/commands/ask-line-back.ts'
import { readPaymentNow } from '#lib/payments/commands/read-payment-now.ts'
import { recordPaymentEvent } from '#lib/payments/commands/record-payment-event.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { signatureHeader } from '#sandbox/payments/signature.ts'
import { type Actors, interleave } from '#tests/support/model/interleave.ts'
import { judge } from '#tests/support/model/judge.ts'
import { type Size, untilTimeIsUp } from '#tests/support/model/sequences.ts'
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
    const started = await order({ count: 2 })
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
  const { caller, orderId, lineId } = started
  const cards = await db().card.findMany({ where: { lineId }, orderBy: { position: 'asc' }, select: { id: true } })
  const payment = await db().payment.findFirstOrThrow({ where: { orderId } })
  const giveBack = (card: { id: string } | undefined) => () => {
    const cardIds = card ? [card.id] : []

    return askReturn(caller, {
      orderId,
      cardIds,
      reason: 'model',
      once: { key: randomUUID(), fingerprint: cardIds.join() },
    })
  }

  return {
    webhook: () => handOverEvents(world, started),
    'webhook again': () => handOverEvents(world, started),
    'return page': () => readPaymentNow(caller, orderId),
    worker: runUntilIdle,
    'other worker': runUntilIdle,
    'take line back': () => askLineBack(caller, { orderId, lineId }),
    expiry: () => settlePayment(payment.id),
    'give back': giveBack(cards[0]),
    'give back again': giveBack(cards[0]),
    'give other back': giveBack(cards[1]),
    reveal: () => revealCard(caller, cards[0]?.id ?? '', { serviceStarts: true, withdrawalEnds: true }),
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
