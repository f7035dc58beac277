import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db } from '#lib/core/repository/client.ts'
import type { Guest } from '#lib/core/rules/caller.ts'
import { makeTopUpQuote } from '#lib/esims/commands/make-top-up-quote.ts'
import { watchAbandoned } from '#lib/fulfilment/commands/watch-abandoned.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { eventually } from '#tests/support/patience.ts'
import { checkoutInput } from '#tests/support/quotes.ts'
import {
  guestOf,
  type order,
  type PaymentLedger,
  pay,
  paymentLedger,
  type Sale,
  type Started,
  sell,
  stateOf,
} from '#tests/support/sale.ts'

/** Plans of Japan that the eSIMs of the shop's usual plan take: 1 GB for 7 days, and a day pass for 1 to 30 days. */
export const FIXED_TOP_UP = '392-0-7-1-G'
export const DAY_TOP_UP = '392-0-?-1-G-D'

/** An eSIM in the hands of its buyer, with the order it came with. */
export type OwnedEsim = Started & { esimId: string; iccid: string; orderNum: string }

/** Buys an eSIM and waits until it is here. */
export async function ownedEsim(sale: Sale, input: Parameters<typeof order>[0] = {}): Promise<OwnedEsim> {
  const started = await sell(sale, input)
  const esim = await db().esim.findFirstOrThrow({ where: { itemId: started.itemId } })

  return { ...started, esimId: esim.id, iccid: esim.iccid, orderNum: esim.orderNum }
}

export async function planIdOf(planKey: string): Promise<string> {
  const { id } = await db().plan.findFirstOrThrow({ where: { planKey, vanishedAt: null } })

  return id
}

type TopUpChoice = { planKey?: string; days?: number; currency?: string }

export async function quoteTopUp(esim: OwnedEsim, { planKey = FIXED_TOP_UP, days, currency }: TopUpChoice = {}) {
  const planId = await planIdOf(planKey)

  return makeTopUpQuote(esim.caller, {
    esimId: esim.esimId,
    planId,
    locale: 'en',
    ...(days && { days }),
    ...(currency && { currency }),
  })
}

/** A top-up that waits for its payment. */
export async function orderTopUp(esim: OwnedEsim, choice: TopUpChoice = {}): Promise<Started> {
  return startTopUp(esim.caller, (await quoteTopUp(esim, choice)).id)
}

/** Orders with an offer, as the checkout does. */
export async function startTopUp(caller: Guest, quoteId: string): Promise<Started> {
  const consents = { terms: true, withdrawalInfo: true, deviceChecked: false }
  const started = await startOrder(caller, checkoutInput([quoteId], { consents }))
  const item = await db().orderItem.findFirstOrThrow({ where: { orderId: started.orderId } })
  const payment = await db().payment.findFirstOrThrow({ where: { orderId: started.orderId } })
  const ids = { itemId: item.id, itemRef: item.itemRef, sessionId: payment.sessionId ?? '' }

  return { ...started, ...ids, caller: guestOf(started.orderId) }
}

/** A top-up that is paid and waits for the worker. */
export async function paidTopUp(sale: Sale, esim: OwnedEsim, choice: TopUpChoice = {}): Promise<Started> {
  const started = await orderTopUp(esim, choice)
  await pay(sale, started)

  return started
}

/** What the payment provider's books say of an order. */
export async function paymentOf(sale: Sale, started: Started) {
  const { payments } = await paymentLedger(sale)

  return payments.find(({ sessionId }) => sessionId === started.sessionId)
}

/** The calls that put a plan on an eSIM, or tried to, under one reference or all. */
export function topUpCalls(sale: Sale, itemRef?: string) {
  const { control } = sale.shop.provider
  const calls = [...control.calls({ path: 'renewCard' }), ...control.calls({ path: 'renewCardByApiCode' })]

  return itemRef === undefined ? calls : calls.filter((call) => call.reference === itemRef)
}

/** The plans that the provider has put on an eSIM after it was sold: its books, not ours. */
export function topUpsOf(sale: Sale, iccid: string) {
  return sale.shop.provider.control
    .orders()
    .filter((entry) => entry.mainOrderNum !== null && entry.esims.some((esim) => esim.iccid === iccid))
}

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
