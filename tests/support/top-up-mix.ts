import { db } from '#lib/core/repository/client.ts'
import { watchAbandoned } from '#lib/fulfilment/commands/watch-abandoned.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { eventually } from '#tests/support/patience.ts'
import { type PaymentLedger, pay, paymentLedger, type Sale, type Started, stateOf } from '#tests/support/sale.ts'
import { DAY_TOP_UP, type OwnedEsim, orderTopUp, topUpCalls } from '#tests/support/top-ups.ts'

const ENDED = ['DELIVERED', 'REFUNDED', 'CANCELLED', 'EXPIRED', 'HELD'] as const
const MIX = { delayScale: 0.02, silenceMs: 200, invisibleMs: 2_000 }

/** What became of a number of top-ups under the fault mix, by the books of both outside parties. */
export type MixResult = { states: string[]; lost: string[]; twice: string[]; unexplained: string[]; calls: number }

/** Tops eSIMs up so many times under the fault mix, and compares what was bought with what was paid. */
export async function topUpUnderMix(sale: Sale, esims: OwnedEsim[], input: { count: number; seed: number }) {
  const { control } = sale.shop.provider
  const started: Started[] = []
  for (let n = 0; n < input.count; n++) {
    const esim = esims[n % esims.length]
    if (esim) started.push(await orderTopUp(esim, n % 3 === 2 ? { planKey: DAY_TOP_UP, days: 2 } : {}))
  }
  control.setMix({ seed: input.seed, ...MIX })
  await Promise.all(started.map((topUp) => pay(sale, topUp)))
  await settle(started)
  control.setMix(null)

  return judge(sale, started)
}

async function settle(started: Started[]): Promise<void> {
  const ids = started.map(({ itemId }) => itemId)
  const step = async () => {
    await runUntilIdle()
    await watchAbandoned()

    return db().orderItem.count({ where: { id: { in: ids }, state: { notIn: [...ENDED] } } })
  }
  await eventually(step, (open) => open === 0, 3_000_000)
  // What was hidden comes to light now.
  await new Promise((resolve) => setTimeout(resolve, MIX.invisibleMs + 500))
  await db().attempt.updateMany({ where: { watchUntil: { not: null } }, data: { lastLookAt: null } })
  await watchAbandoned()
  await runUntilIdle()
}

async function judge(sale: Sale, started: Started[]): Promise<MixResult> {
  const ledger = await paymentLedger(sale)
  const orders = sale.shop.provider.control.orders()
  const result: MixResult = { states: [], lost: [], twice: [], unexplained: [], calls: topUpCalls(sale).length }
  for (const topUp of started) {
    const state = await stateOf(topUp.itemId)
    const bought = orders.filter(({ otherOrderId }) => otherOrderId === topUp.itemRef).length
    const kept = keptOf(ledger, topUp)
    result.states.push(state)
    if (state === 'DELIVERED' && bought === 0) result.lost.push(topUp.itemRef)
    if (bought > 1) result.twice.push(topUp.itemRef)
    const isRight = state === 'DELIVERED' ? kept.left === kept.asked : kept.left === 0
    if (!isRight || (state !== 'DELIVERED' && bought > 0)) result.unexplained.push(`${topUp.itemRef} ${state}`)
  }

  return result
}

function keptOf(ledger: PaymentLedger, { sessionId }: Started) {
  const payment = ledger.payments.find((candidate) => candidate.sessionId === sessionId)

  return { asked: payment?.amount ?? 0, left: (payment?.captured ?? 0) - (payment?.refunded ?? 0) }
}
