import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import type { EsimCancelState } from '#lib/cancellations/rules/cancellation-readings.ts'
import { db } from '#lib/core/repository/client.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { readPaymentNow } from '#lib/payments/commands/read-payment-now.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { randomRow } from '#scripts/chaos/inputs.mjs'
import { HOUR, MINUTE, newDay, type World } from '#tests/support/model/world.ts'
import { eventually } from '#tests/support/patience.ts'
import { buy, paymentLedger, type Sale, type Started, sell } from '#tests/support/sale.ts'

/** A delivered order with its eSIMs. */
export type Delivered = Started & { esims: { id: string; iccid: string; priceShareMinor: number }[] }

export async function delivered(sale: Sale, count = 1): Promise<Delivered> {
  const started = await sell(sale, { count })
  const esims = await db().esim.findMany({
    where: { itemId: started.itemId },
    orderBy: { position: 'asc' },
    select: { id: true, iccid: true, priceShareMinor: true },
  })

  return { ...started, esims }
}

/** The buyer asks for eSIMs to go back. */
export function giveBack(
  { orderId, caller }: Pick<Delivered, 'orderId' | 'caller'>,
  esims: { id: string }[],
  key: string = randomUUID(),
) {
  const esimIds = esims.map(({ id }) => id)

  return requestCancellation(caller, { orderId, esimIds, reason: 'test', once: { key, fingerprint: esimIds.join() } })
}

export async function cancelStates(esims: { id: string }[]): Promise<EsimCancelState[]> {
  const rows = await db().esim.findMany({
    where: { id: { in: esims.map(({ id }) => id) } },
    orderBy: { position: 'asc' },
    select: { cancelState: true },
  })

  return rows.map(({ cancelState }) => cancelState)
}

/** Works until all these eSIMs stand where they should, or fails saying where they stand. */
export async function workUntilEsims(esims: { id: string }[], state: EsimCancelState): Promise<void> {
  const check = async () => {
    await runUntilIdle()

    return cancelStates(esims)
  }
  await eventually(check, (states) => states.every((found) => found === state))
}

/** The calls that asked for something back, by the books of the provider. */
export function cancellationCalls(sale: Sale) {
  return sale.shop.provider.control.calls({ path: 'refundOrder' })
}

/** What was taken and what went back for an order, by the books of the payment provider. */
export async function moneyOf(sale: Sale, { sessionId }: Started) {
  const { payments, refunds } = await paymentLedger(sale)
  const payment = payments.find((candidate) => candidate.sessionId === sessionId)

  return {
    captured: payment?.captured,
    refunded: payment?.refunded,
    refunds: refunds.filter(({ paymentId }) => paymentId === payment?.id).map(({ amount }) => amount),
  }
}

/** How a run of partial cancellations ended. `gone` and `paidBack` count eSIMs, by the books of the outside parties. */
export type CancellationMix = {
  requests: number
  calls: number
  secondCalls: number
  kills: number
  gone: number
  paidBack: number
  returnedMinor: number
  refused: number
  withPerson: number
}

/** What the specification leaves open: each day's provider answers in one of these ways. */
const PROVIDERS = [
  { listKeepsCancelled: true },
  { listKeepsCancelled: true, disablesCancelled: false },
  { listKeepsCancelled: false },
  { listKeepsCancelled: true, cancelDelayMs: 20_000 },
]
const ORDERS_A_DAY = 10
const CHECKS = [1_000, 6_000, 30_000, 2 * MINUTE, 10 * MINUTE, HOUR, HOUR, 2 * HOUR]

/**
 * Gives eSIMs of `requests` delivered orders back in parts, under lost answers, false refusals and kills drawn by `seed`,
 * and holds money and eSIMs against each other in the books of provider and payment provider. Throws where they differ.
 */
export async function playCancellations(world: World, { requests, seed }: { requests: number; seed: number }) {
  const row = randomRow(seed, 'returns')
  const { control } = world.sale.shop.provider
  const sum: CancellationMix = {
    ...{ requests: 0, calls: 0, secondCalls: 0, kills: 0, gone: 0, paidBack: 0, returnedMinor: 0, refused: 0 },
    withPerson: 0,
  }
  for (let day = 0; sum.requests < requests; day++) {
    await newDay(world)
    const sold: Delivered[] = []
    for (let n = 0; n < Math.min(ORDERS_A_DAY, requests - sum.requests); n++)
      sold.push(await deliver(world, 2 + (n % 2)))
    control.changeAccount(PROVIDERS[day % PROVIDERS.length] ?? {})
    control.setMix({ seed: seed + day, silenceMs: 20, cancellations: true })
    await giveBackAndWork(world, { sold, row, sum, esim: 0 })
    const further = sold.filter(() => sum.requests < requests && row.chance(0.1))
    await giveBackAndWork(world, { sold: further, row, sum, esim: 1 })
    control.setMix(null)
    await judgeDay(world, { sold, sum })
  }

  return sum
}

/** A delivered order with so many eSIMs. */
export async function deliver(world: World, count: number): Promise<Delivered> {
  const started = await buy(world.sale, { count })
  await readPaymentNow(started.caller, started.orderId)
  await world.work()
  const esims = await db().esim.findMany({
    where: { itemId: started.itemId, item: { state: 'DELIVERED' } },
    orderBy: { position: 'asc' },
    select: { id: true, iccid: true, priceShareMinor: true },
  })
  expect(esims).toHaveLength(count)

  return { ...started, esims }
}

type Part = { sold: Delivered[]; row: ReturnType<typeof randomRow>; sum: CancellationMix; esim: number }

/** Asks for one eSIM of each order and works, killed at random, until nothing moves any more. */
async function giveBackAndWork(world: World, { sold, row, sum, esim }: Part): Promise<void> {
  if (sold.length === 0) return
  for (const one of sold) {
    const asked = one.esims.slice(esim, esim + 1)
    const isAsked = await giveBack(one, asked).then(
      () => true,
      () => false,
    )
    // An eSIM of an order with a person cannot be asked for behind it; it waits there.
    if (isAsked) sum.requests += 1
  }
  for (const pause of CHECKS) {
    if (row.chance(0.6)) {
      await world.work({ after: 1 + row.below(120), when: row.pick(['before', 'behind'] as const) })
      // The lease of the dead ends.
      await world.clock.advance(3 * MINUTE)
      sum.kills += 1
    }
    await world.work()
    await world.clock.advance(pause)
  }
  await world.work()
}

async function judgeDay(world: World, { sold, sum }: { sold: Delivered[]; sum: CancellationMix }): Promise<void> {
  const { sale } = world
  const books = sale.shop.provider.control.orders()
  expect(await checkInvariants()).toEqual([])
  for (const one of sold) {
    const there = books.find(({ otherOrderId }) => otherOrderId === one.itemRef)
    const requests = await db().cancelAttempt.findMany({
      where: { itemId: one.itemId },
      select: { state: true, answer: true, items: { select: { iccid: true } } },
    })
    const withPerson = requests.filter(({ state }) => state !== 'CONFIRMED' && state !== 'REFUSED')
    const open = new Set(withPerson.flatMap(({ items }) => items.map(({ iccid }) => iccid)))
    const gone = one.esims.filter(({ iccid }) => !there?.liveIccids.includes(iccid))
    const due = gone.filter(({ iccid }) => !open.has(iccid)).reduce((total, esim) => total + esim.priceShareMinor, 0)
    const { refunded, refunds } = await moneyOf(sale, one)
    const say = `${one.number}: ${JSON.stringify(requests)}`
    expect(refunded, say).toBe(due)
    for (const { iccid } of one.esims) {
      const calls = cancellationCalls(sale).filter(({ params, code }) => params.iccids === iccid && code !== -1).length
      const attempts = requests
        .filter(({ items }) => items.some((item) => item.iccid === iccid))
        .reduce((total, { answer }) => total + ((answer as { attempt?: number }).attempt ?? 1), 0)
      expect(calls, say).toBeLessThanOrEqual(attempts)
      sum.calls += calls
      sum.secondCalls += Math.max(0, calls - 1)
    }
    sum.gone += gone.length
    sum.paidBack += refunds.length
    sum.returnedMinor += refunded ?? 0
    sum.refused += requests.filter(({ state }) => state === 'REFUSED').length
    sum.withPerson += withPerson.length
  }
}
