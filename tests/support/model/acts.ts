import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { db } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { askItemBack } from '#lib/fulfilment/commands/ask-item-back.ts'
import { readPaymentNow } from '#lib/payments/commands/read-payment-now.ts'
import { acceptOfferedRefund } from '#lib/refunds/commands/accept-offered-refund.ts'
import { deliverEvents, HOUR, MINUTE, note, tidy, type World } from '#tests/support/model/world.ts'
import { control, order, PLAN, pay, type Started } from '#tests/support/sale.ts'

/** One thing that somebody does, or that happens: plain data, so that a failing sequence can be read and shrunk. */
export type Act =
  | { act: 'buy'; count: number; isPaid: boolean }
  | { act: 'pay'; who: number; outcome: 'success' | 'decline' }
  | { act: 'webhook'; copies: number }
  | { act: 'return page' | 'take line back' | 'accept offer'; who: number }
  | { act: 'give back' | 'reveal'; who: number; esim: number }
  | { act: 'work' }
  | { act: 'crash'; after: number; when: 'before' | 'behind' }
  | { act: 'tick'; ms: number }
  | { act: 'upstream fault'; fault: number }
  | { act: 'payment fault'; fault: number }
  | { act: 'provider'; keepsList: boolean; tellsProfiles: boolean; isLate: boolean }
  | { act: 'heal' }

const LATE_MS = 45 * MINUTE

const PROVIDER_FAULTS = [
  [{ path: 'addEsimOrder', when: 'after', kind: 'reset' }],
  [{ path: 'addEsimOrder', when: 'before', kind: 'reset' }],
  [{ path: 'addEsimOrder', when: 'after', kind: 'html', status: 502 }],
  [{ path: 'addEsimOrder', when: 'after', kind: 'truncate' }],
  [{ path: 'addEsimOrder', when: 'after', kind: 'code', code: 99 }],
  [{ path: 'addEsimOrder', when: 'before', kind: 'code', code: -3 }],
  [{ path: 'addEsimOrder', when: 'before', kind: 'code', code: 3 }],
  [{ path: 'addEsimOrder', when: 'before', kind: 'code', code: -1 }],
  // Recorded, not answered, and visible only later: the order that turns up after it was given up.
  [
    { path: 'addEsimOrder', when: 'after', kind: 'invisible', ms: LATE_MS },
    { path: 'addEsimOrder', when: 'after', kind: 'reset' },
  ],
  [{ path: 'queryEsimOrder', when: 'before', kind: 'reset', times: 4 }],
  [{ path: 'queryEsimOrder', when: 'before', kind: 'status', status: 500, times: 2 }],
  [{ path: 'refundOrder', when: 'after', kind: 'reset' }],
  [{ path: 'refundOrder', when: 'before', kind: 'reset' }],
  [{ path: 'refundOrder', when: 'before', kind: 'code', code: 22 }],
  // Taken back, and called a refusal.
  [{ path: 'refundOrder', when: 'after', kind: 'code', code: 4 }],
  [{ path: 'refundOrder', when: 'after', kind: 'code', code: 22 }],
  [{ path: 'refundOrder', when: 'after', kind: 'code', code: -1 }],
  [{ path: 'queryIccidInformation', when: 'before', kind: 'reset', times: 3 }],
] as const

const PAYMENT_FAULTS = [
  { endpoint: 'session.create', when: 'after', kind: 'reset' },
  { endpoint: 'session.read', when: 'before', kind: 'status' },
  { endpoint: 'payment.read', when: 'before', kind: 'reset' },
  { endpoint: 'payment.capture', when: 'before', kind: 'reset' },
  { endpoint: 'payment.capture', when: 'after', kind: 'reset' },
  { endpoint: 'payment.void', when: 'after', kind: 'reset' },
  { endpoint: 'refund.create', when: 'before', kind: 'status' },
  { endpoint: 'refund.create', when: 'after', kind: 'reset' },
] as const

const who = fc.nat({ max: 2 })
const when = fc.constantFrom('before' as const, 'behind' as const)
const pause = fc.constantFrom(
  1_000,
  6_000,
  16_000,
  MINUTE,
  3 * MINUTE,
  16 * MINUTE,
  31 * MINUTE,
  HOUR,
  3 * HOUR,
  25 * HOUR,
)

/** One act, the usual ones more often. */
export const anAct: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('buy' as const),
      count: fc.integer({ min: 1, max: 3 }),
      isPaid: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constant('pay' as const),
      who,
      outcome: fc.constantFrom('success' as const, 'success' as const, 'success' as const, 'decline' as const),
    }),
  },
  { weight: 3, arbitrary: fc.record({ act: fc.constant('webhook' as const), copies: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('return page' as const, 'take line back' as const, 'accept offer' as const),
      who,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constantFrom('give back' as const, 'reveal' as const),
      who,
      esim: fc.nat({ max: 2 }),
    }),
  },
  { weight: 8, arbitrary: fc.constant<Act>({ act: 'work' }) },
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constant('crash' as const), after: fc.integer({ min: 1, max: 60 }), when }),
  },
  { weight: 5, arbitrary: fc.record({ act: fc.constant('tick' as const), ms: pause }) },
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant('upstream fault' as const),
      fault: fc.nat({ max: PROVIDER_FAULTS.length - 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      act: fc.constant('payment fault' as const),
      fault: fc.nat({ max: PAYMENT_FAULTS.length - 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      act: fc.constant('provider' as const),
      keepsList: fc.boolean(),
      tellsProfiles: fc.boolean(),
      isLate: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Act>({ act: 'heal' }) },
)

/** Does it on the real services. What the store may refuse (paused sales, an eSIM that is gone) is no failure. */
export async function perform(world: World, act: Act): Promise<void> {
  note(world, act.act)
  try {
    await run(world, act)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error
    note(world, `refused: ${act.act} ${error.code}`)
  }
}

async function run(world: World, act: Act): Promise<void> {
  const { sale, clock } = world
  switch (act.act) {
    case 'buy':
      return buy(world, act)
    case 'pay':
      return withOrder(world, act.who, (started) => paySafely(world, started, act.outcome))
    case 'webhook':
      return deliverEvents(world, act.copies)
    case 'return page':
      return withOrder(world, act.who, async ({ caller, orderId }) => {
        await readPaymentNow(caller, orderId)
      })
    case 'take line back':
      return withOrder(world, act.who, ({ caller, orderId, itemId }) => askItemBack(caller, { orderId, itemId }))
    case 'accept offer':
      return withOrder(world, act.who, ({ caller, itemId }) => acceptOfferedRefund(caller, itemId))
    case 'give back':
    case 'reveal':
      return withOrder(world, act.who, (started) => withEsim(started, act))
    case 'work':
      return world.work()
    case 'crash':
      return world.work({ after: act.after, when: act.when })
    case 'tick':
      await clock.advance(act.ms)

      return tidy()
    case 'upstream fault':
      for (const fault of PROVIDER_FAULTS[act.fault] ?? []) sale.shop.provider.control.addFault(fault)

      return
    case 'payment fault':
      await control(sale, 'faults', PAYMENT_FAULTS[act.fault])

      return
    case 'provider':
      sale.shop.provider.control.changeAccount({
        listKeepsCancelled: act.keepsList,
        disablesCancelled: act.tellsProfiles,
        // What an answer says, a refusal too, can come before the deed.
        cancelDelayMs: act.isLate ? 45_000 : 0,
      })

      return
    case 'heal':
      sale.shop.provider.control.clearFaults()
  }
}

async function buy(world: World, { count, isPaid }: Extract<Act, { act: 'buy' }>): Promise<void> {
  const started = await order({ count, planKey: PLAN })
  world.orders.push(started)
  if (isPaid) await paySafely(world, started, 'success')
}

async function withOrder({ orders }: World, index: number, act: (started: Started) => Promise<void>): Promise<void> {
  const started = orders[index % Math.max(1, orders.length)]
  if (started) await act(started)
}

/** The provider takes no second payment for one session; a session that has ended takes one all the same. */
async function paySafely(world: World, started: Started, outcome: 'success' | 'decline'): Promise<void> {
  await pay(world.sale, started, outcome).catch(() => note(world, 'refused: pay'))
}

async function withEsim(
  { caller, orderId, itemId }: Started,
  { act, esim }: Extract<Act, { act: 'give back' | 'reveal' }>,
): Promise<void> {
  const esims = await db().esim.findMany({ where: { itemId }, orderBy: { position: 'asc' }, select: { id: true } })
  const chosen = esims[esim % Math.max(1, esims.length)]
  if (!chosen) return
  if (act === 'reveal') {
    await revealEsim(caller, chosen.id, { serviceStarts: true, withdrawalEnds: true })

    return
  }
  const once = { key: randomUUID(), fingerprint: chosen.id }
  await requestCancellation(caller, { orderId, esimIds: [chosen.id], reason: 'model', once })
}
