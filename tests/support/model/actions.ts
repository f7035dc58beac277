import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { db } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { requestItemCancellation } from '#lib/fulfilment/commands/request-item-cancellation.ts'
import { readPaymentNow } from '#lib/payments/commands/read-payment-now.ts'
import { acceptOfferedRefund } from '#lib/refunds/commands/accept-offered-refund.ts'
import { currencyOf } from '#tests/support/currencies.ts'
import { deliverEvents, HOUR, MINUTE, note, tidy, type World } from '#tests/support/model/world.ts'
import { control, order, PLAN, pay, type Started } from '#tests/support/sale.ts'

/** One thing that somebody does, or that happens: plain data, so that a failing sequence can be read and shrunk. */
export type Action =
  | { action: 'buy'; count: number; isPaid: boolean }
  | { action: 'pay'; who: number; outcome: 'success' | 'decline' }
  | { action: 'webhook'; copies: number }
  | { action: 'return page' | 'take line back' | 'accept offer'; who: number }
  | { action: 'give back' | 'reveal'; who: number; esim: number }
  | { action: 'work' }
  | { action: 'crash'; after: number; when: 'before' | 'behind' }
  | { action: 'tick'; ms: number }
  | { action: 'upstream fault'; fault: number }
  | { action: 'payment fault'; fault: number }
  | { action: 'provider'; keepsList: boolean; tellsProfiles: boolean; isLate: boolean }
  | { action: 'heal' }

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
export const anAction: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('buy' as const),
      count: fc.integer({ min: 1, max: 3 }),
      isPaid: fc.boolean(),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      action: fc.constant('pay' as const),
      who,
      outcome: fc.constantFrom('success' as const, 'success' as const, 'success' as const, 'decline' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ action: fc.constant('webhook' as const), copies: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constantFrom('return page' as const, 'take line back' as const, 'accept offer' as const),
      who,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constantFrom('give back' as const, 'reveal' as const),
      who,
      esim: fc.nat({ max: 2 }),
    }),
  },
  { weight: 8, arbitrary: fc.constant<Action>({ action: 'work' }) },
  {
    weight: 4,
    arbitrary: fc.record({ action: fc.constant('crash' as const), after: fc.integer({ min: 1, max: 60 }), when }),
  },
  { weight: 5, arbitrary: fc.record({ action: fc.constant('tick' as const), ms: pause }) },
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('upstream fault' as const),
      fault: fc.nat({ max: PROVIDER_FAULTS.length - 1 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      action: fc.constant('payment fault' as const),
      fault: fc.nat({ max: PAYMENT_FAULTS.length - 1 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      action: fc.constant('provider' as const),
      keepsList: fc.boolean(),
      tellsProfiles: fc.boolean(),
      isLate: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Action>({ action: 'heal' }) },
)

/** Does it on the real services. What the store may refuse (paused sales, an eSIM that is gone) is no failure. */
export async function perform(world: World, action: Action): Promise<void> {
  note(world, action.action)
  try {
    await run(world, action)
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'internal') throw error
    note(world, `refused: ${action.action} ${error.code}`)
  }
}

async function run(world: World, action: Action): Promise<void> {
  const { sale, clock } = world
  switch (action.action) {
    case 'buy':
      return buy(world, action)
    case 'pay':
      return withOrder(world, action.who, (started) => paySafely(world, started, action.outcome))
    case 'webhook':
      return deliverEvents(world, action.copies)
    case 'return page':
      return withOrder(world, action.who, async ({ caller, orderId }) => {
        await readPaymentNow(caller, orderId)
      })
    case 'take line back':
      return withOrder(world, action.who, ({ caller, orderId, itemId }) =>
        requestItemCancellation(caller, { orderId, itemId }),
      )
    case 'accept offer':
      return withOrder(world, action.who, ({ caller, itemId }) => acceptOfferedRefund(caller, itemId))
    case 'give back':
    case 'reveal':
      return withOrder(world, action.who, (started) => withEsim(started, action))
    case 'work':
      return world.work()
    case 'crash':
      return world.work({ after: action.after, when: action.when })
    case 'tick':
      await clock.advance(action.ms)

      return tidy()
    case 'upstream fault':
      for (const fault of PROVIDER_FAULTS[action.fault] ?? []) sale.shop.provider.control.addFault(fault)

      return
    case 'payment fault':
      await control(sale, 'faults', PAYMENT_FAULTS[action.fault])

      return
    case 'provider':
      sale.shop.provider.control.changeAccount({
        listKeepsCancelled: action.keepsList,
        disablesCancelled: action.tellsProfiles,
        // What an answer says, a refusal too, can come before the deed.
        cancelDelayMs: action.isLate ? 45_000 : 0,
      })

      return
    case 'heal':
      sale.shop.provider.control.clearFaults()
  }
}

async function buy(world: World, { count, isPaid }: Extract<Action, { action: 'buy' }>): Promise<void> {
  const started = await order({ count, planKey: PLAN, currency: currencyOf(world.orders.length + count) })
  note(world, `paid in ${currencyOf(world.orders.length + count) ?? 'the own currency'}`)
  world.orders.push(started)
  if (isPaid) await paySafely(world, started, 'success')
}

async function withOrder({ orders }: World, index: number, action: (started: Started) => Promise<void>): Promise<void> {
  const started = orders[index % Math.max(1, orders.length)]
  if (started) await action(started)
}

/** The provider takes no second payment for one session; a session that has ended takes one all the same. */
async function paySafely(world: World, started: Started, outcome: 'success' | 'decline'): Promise<void> {
  await pay(world.sale, started, outcome).catch(() => note(world, 'refused: pay'))
}

async function withEsim(
  { caller, orderId, itemId }: Started,
  { action, esim }: Extract<Action, { action: 'give back' | 'reveal' }>,
): Promise<void> {
  const esims = await db().esim.findMany({ where: { itemId }, orderBy: { position: 'asc' }, select: { id: true } })
  const chosen = esims[esim % Math.max(1, esims.length)]
  if (!chosen) return
  if (action === 'reveal') {
    await revealEsim(caller, chosen.id, { serviceStarts: true, withdrawalEnds: true })

    return
  }
  const once = { key: randomUUID(), fingerprint: chosen.id }
  await requestCancellation(caller, { orderId, esimIds: [chosen.id], reason: 'model', once })
}
