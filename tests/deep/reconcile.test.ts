import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { watchAbandoned } from '#lib/fulfilment/commands/watch-abandoned.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { placeOrder } from '#lib/provider/index.ts'
import { priceIdSchema, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { proveLookUp } from '#tests/support/fault-mix-run.ts'
import { publish } from '#tests/support/published.ts'
import {
  freshParties,
  livingOrders,
  order,
  pay,
  placements,
  type Started,
  startSale,
  stateOf,
} from '#tests/support/sale.ts'
import { changeSettings, duringTests } from '#tests/support/shop.ts'

const COUNT = Number(process.env.REPEATS ?? 100)
/** Half an hour passes in six seconds, a day in three. */
const FAST = '300'
const DAY_IN_SECONDS = '28800'
const HIDDEN_MS = 45 * 60_000
const PATIENCE_MS = 1_800_000

const sale = duringTests(startSale)

beforeEach(() => freshParties(sale))

describe(`D9 ${COUNT} order calls without an answer`, () => {
  test('that were carried out are all found and delivered', { timeout: PATIENCE_MS }, async () => {
    await proveLookUp(sale)
    const all = await unknownOrders({ when: 'after' })
    changeSettings({ TIME_SCALE: FAST })

    await workUntilAll(all, 'DELIVERED')

    expectEach(all, { calls: 1, living: 1 })
    publish('D9 found', { orders: COUNT, right: COUNT })
  })

  test('that never were are all placed once more', { timeout: PATIENCE_MS }, async () => {
    await proveLookUp(sale)
    const all = await unknownOrders({ when: 'before' })
    changeSettings({ TIME_SCALE: FAST })

    await workUntilAll(all, 'DELIVERED')

    expectEach(all, { calls: 2, living: 1 })
    publish('D9 absent', { orders: COUNT, right: COUNT })
  })

  test('that exist twice all keep the earlier one', { timeout: PATIENCE_MS }, async () => {
    await proveLookUp(sale)
    const all = await unknownOrders({ when: 'after' })
    for (const started of all) await placeBehindTheBack(started)
    changeSettings({ TIME_SCALE: FAST })

    await workUntilAll(all, 'DELIVERED')

    expectEach(all, { calls: 2, living: 1 })
    await db().callLog.deleteMany({
      where: { endpoint: 'placeOrder', reference: { in: all.map((one) => one.itemRef) } },
    })
    publish('D9 twice', { orders: COUNT, right: COUNT })
  })

  test.each([
    ['the filter is ignored', { filterByReference: false }],
    ['references are not kept', { keepReferences: false }],
  ])('are never placed again where %s', { timeout: PATIENCE_MS }, async (name, account) => {
    if ('filterByReference' in account) await proveLookUp(sale)
    sale.shop.provider.control.changeAccount(account)
    if ('keepReferences' in account) {
      await proveLookUp(sale)
      await proveLookUp(sale)
    }
    const all = await unknownOrders({ when: 'before' })
    changeSettings({ TIME_SCALE: DAY_IN_SECONDS })

    await workUntilAll(all, 'HELD')

    expectEach(all, { calls: 1, living: 0 })
    publish(`D9 ${name}`, { orders: COUNT, right: COUNT })
  })

  test('that turn up 45 minutes late are all given back', { timeout: PATIENCE_MS }, async () => {
    await proveLookUp(sale)
    const all = await unknownOrders({ when: 'after', isHidden: true })
    changeSettings({ TIME_SCALE: FAST })
    await workUntilAll(all, 'DELIVERED')
    expectEach(all, { calls: 2, living: 2 })
    sale.shop.provider.control.setClock({ advanceMs: HIDDEN_MS })

    await expect
      .poll(
        async () => {
          await watchAbandoned()
          await runUntilIdle()

          return all.filter(({ itemRef }) => livingOrders(sale, itemRef).length !== 1).length
        },
        { timeout: PATIENCE_MS / 2, interval: 500 },
      )
      .toBe(0)

    publish('D9 late', { orders: COUNT, right: COUNT })
    expect((await checkInvariants()).filter(({ invariant }) => invariant !== 'I5')).toEqual([])
  })
})

type Fault = { when: 'before' | 'after'; isHidden?: boolean }

/** Paid orders, all of whose calls got no answer. */
async function unknownOrders({ when, isHidden = false }: Fault): Promise<Started[]> {
  const all: Started[] = []
  for (let n = 0; n < COUNT; n++) all.push(await order())
  const { control } = sale.shop.provider
  if (isHidden) control.addFault({ path: 'addEsimOrder', when, kind: 'invisible', ms: HIDDEN_MS, times: COUNT })
  control.addFault({ path: 'addEsimOrder', when, kind: 'reset', times: COUNT })
  await Promise.all(all.map((started) => pay(sale, started)))
  await expect
    .poll(
      async () => {
        await runUntilIdle()
        // So many broken calls open the breaker; this is not about it.
        await db().breaker.updateMany({ data: { state: 'closed', failures: 0, recent: [], nextProbeAt: null } })

        return Promise.all(all.map(({ itemId }) => stateOf(itemId))).then((states) =>
          states.filter((state) => ['AWAITING_PAYMENT', 'READY', 'PLACING'].includes(state)),
        )
      },
      { timeout: PATIENCE_MS / 2, interval: 200 },
    )
    .toEqual([])

  return all
}

async function workUntilAll(all: Started[], state: string): Promise<void> {
  await expect
    .poll(
      async () => {
        await runUntilIdle()

        return (await Promise.all(all.map(({ itemId }) => stateOf(itemId)))).filter((found) => found !== state).length
      },
      { timeout: PATIENCE_MS / 2, interval: 200 },
    )
    .toBe(0)
}

function expectEach(all: Started[], { calls, living }: { calls: number; living: number }): void {
  const found = all.map(({ itemRef }) => `${placements(sale, itemRef).length} ${livingOrders(sale, itemRef).length}`)

  expect(new Set(found)).toEqual(new Set([`${calls} ${living}`]))
}

async function placeBehindTheBack({ itemId, itemRef }: Started): Promise<void> {
  const quote = await db().quote.findFirstOrThrow({ where: { items: { some: { id: itemId } } } })
  await currentProvider().call(placeOrder, {
    skuId: skuIdSchema.parse(quote.skuId),
    priceId: priceIdSchema.parse(quote.priceId),
    count: 1,
    otherOrderId: itemRef,
  })
}
