import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { type Failpoint, onCrashPoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import { watchAbandoned } from '#lib/fulfilment/commands/watch-abandoned.ts'
import { listedOf } from '#lib/fulfilment/repository/attempts.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { setCapability } from '#lib/provider/commands/capabilities.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { topUpByPlanCode } from '#lib/provider/index.ts'
import { iccidSchema } from '#lib/provider/rules/provider-ids.ts'
import { acceptOfferedRefund } from '#lib/refunds/commands/accept-offered-refund.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { MINUTE, openWorld, passUntil } from '#tests/support/model/world.ts'
import { eventually } from '#tests/support/patience.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { freshParties, pay, type Sale, stateOf, voidElsewhere } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import {
  DAY_TOP_UP,
  FIXED_TOP_UP,
  type OwnedEsim,
  orderTopUp,
  ownedEsim,
  paidTopUp,
  paymentOf,
  topUpCalls,
  topUpsOf,
} from '#tests/support/top-ups.ts'

const world = duringTests(openWorld)
let sale: Sale

beforeAll(async () => {
  sale = world.sale
})

/** With a worker at work, and as much time passing as it takes. */
const workUntil = (itemId: string, states: string[]) => passUntil(world, itemId, states, 5 * MINUTE)

beforeEach(() => freshParties(sale))

describe('a top-up of unknown fate', () => {
  test.each(['renewCardByApiCode', 'renewCard'])('that %s recorded is found and never sent again', async (path) => {
    const esim = await ownedEsim(sale)
    sale.shop.provider.control.addFault({ path, when: 'after', kind: 'reset' })
    const isDayPass = path === 'renewCard'
    const started = await paidTopUp(sale, esim, isDayPass ? { planKey: DAY_TOP_UP, days: 2 } : {})

    await workUntil(started.itemId, ['DELIVERED'])

    expect(topUpCalls(sale, started.itemRef)).toHaveLength(1)
    expect(topUpsOf(sale, esim.iccid)).toHaveLength(1)
    expect(await paymentOf(sale, started)).toMatchObject({ status: 'captured' })
    expect(await checkInvariants()).toEqual([])
  })

  test('is found on its card where references find nothing', async () => {
    const esim = await ownedEsim(sale)
    await setCapability(OWNER, { key: 'order.otherOrderId', value: 'off', seen: 'on', reason: 'test' })
    sale.shop.provider.control.changeAccount({ keepReferences: false })
    sale.shop.provider.control.addFault({ path: 'renewCardByApiCode', when: 'after', kind: 'reset' })
    const started = await paidTopUp(sale, esim)

    await workUntil(started.itemId, ['DELIVERED'])

    expect(topUpCalls(sale, started.itemRef)).toHaveLength(1)
    expect(topUpsOf(sale, esim.iccid)).toHaveLength(1)
  })

  test.each([
    { what: 'whose time the list tells wrong', account: { listSkewMs: -180_000 } },
    { what: 'that the list does not tell from a purchase', account: { listsRenew: false } },
  ])('that was recorded, and $what, goes to a person instead of being sent again', async ({ account }) => {
    const esim = await withoutReferences()
    sale.shop.provider.control.changeAccount(account)
    sale.shop.provider.control.addFault({ path: 'renewCardByApiCode', when: 'after', kind: 'reset' })
    const started = await paidTopUp(sale, esim)
    await workUntil(started.itemId, ['UNKNOWN', 'HELD'])

    await workUntil(started.itemId, ['HELD', 'DELIVERED'])

    expect(topUpCalls(sale, started.itemRef)).toHaveLength(1)
    const item = await db().orderItem.findUniqueOrThrow({ where: { id: started.itemId } })
    const [{ orderNum } = { orderNum: '' }] = topUpsOf(sale, esim.iccid)
    expect(item).toMatchObject({ state: 'HELD', reason: 'misfit', evidence: { candidates: [{ orderNum }] } })
  })

  test('that a person takes over is delivered from the plan on its card, and paid once', async () => {
    const esim = await withoutReferences()
    sale.shop.provider.control.changeAccount({ listSkewMs: -180_000 })
    sale.shop.provider.control.addFault({ path: 'renewCardByApiCode', when: 'after', kind: 'reset' })
    const started = await paidTopUp(sale, esim)
    await workUntil(started.itemId, ['UNKNOWN', 'HELD'])
    await workUntil(started.itemId, ['HELD'])
    const { orderId, itemId } = started
    const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })

    await decideReview(OWNER, { orderId, itemId, epoch, act: 'adopt', reason: 'It is on the card.' })

    await workUntil(itemId, ['DELIVERED', 'HELD'])
    expect(await stateOf(itemId)).toBe('DELIVERED')
    const [{ orderNum } = { orderNum: '' }] = topUpsOf(sale, esim.iccid)
    expect(await db().providerOrder.findMany({ where: { itemId } })).toMatchObject([{ orderNum }])
    expect(topUpsOf(sale, esim.iccid)).toHaveLength(1)
    expect(topUpCalls(sale, started.itemRef)).toHaveLength(1)
    expect(await paymentOf(sale, started)).toMatchObject({ status: 'captured', refunded: 0 })
    expect(await checkInvariants()).toEqual([])
  })

  test('that comes to light after it was judged absent goes to a person, whatever its time', async () => {
    const esim = await withoutReferences()
    const { control } = sale.shop.provider
    control.changeAccount({ listSkewMs: -180_000 })
    control.addFault({ path: 'renewCardByApiCode', when: 'after', kind: 'invisible', ms: 86_400_000 })
    control.addFault({ path: 'renewCardByApiCode', when: 'after', kind: 'reset' })
    const started = await paidTopUp(sale, esim)
    await workUntil(started.itemId, ['UNKNOWN'])
    // It is found absent, and shows itself right before it would be sent once more.
    let wasJudged = false
    onCrashPoint((reached) => {
      if (reached !== 'line:READY') return
      control.setClock({ advanceMs: 86_400_000 })
      wasJudged = true
    })

    await workUntil(started.itemId, ['HELD', 'DELIVERED'])
    onCrashPoint(() => {})

    expect(wasJudged).toBe(true)
    expect(topUpCalls(sale, started.itemRef)).toHaveLength(1)
    expect(await db().orderItem.findUniqueOrThrow({ where: { id: started.itemId } })).toMatchObject({
      state: 'HELD',
      reason: 'misfit',
    })
  })

  test('is told from a plan that stood on its card before the call', async () => {
    const esim = await withoutReferences()
    await renewElsewhere(esim)
    sale.shop.provider.control.addFault({ path: 'renewCardByApiCode', when: 'after', kind: 'reset' })
    const started = await paidTopUp(sale, esim)

    await workUntil(started.itemId, ['DELIVERED', 'HELD'])

    const own = await db().providerOrder.findFirst({ where: { itemId: started.itemId } })
    expect(own?.orderNum).toBe(topUpsOf(sale, esim.iccid).at(-1)?.orderNum)
    expect(topUpCalls(sale, started.itemRef)).toHaveLength(1)
    expect(await checkInvariants()).toEqual([])
  })

  test('is kept with the orders of its card alone, where the list is not filtered by it', async () => {
    const other = await ownedEsim(sale)
    const esim = await ownedEsim(sale)
    sale.shop.provider.control.changeAccount({ filterByEsim: false })
    const started = await paidTopUp(sale, esim)

    await workUntil(started.itemId, ['DELIVERED'])

    const { evidence } = await db().attempt.findFirstOrThrow({ where: { itemId: started.itemId } })
    const { orderNum } = await db().esim.findFirstOrThrow({ where: { iccid: esim.iccid } })
    expect(listedOf({ evidence })).toEqual([orderNum])
    expect(other.iccid).not.toBe(esim.iccid)
  })

  test('with two plans on its card that nobody can tell apart goes to a person', async () => {
    const esim = await ownedEsim(sale)
    sale.shop.provider.control.changeAccount({ keepReferences: false })
    sale.shop.provider.control.addFault({ path: 'renewCardByApiCode', when: 'after', kind: 'reset', times: 2 })
    const started = await paidTopUp(sale, esim)
    await expect
      .poll(async () => {
        await runUntilIdle()
        return topUpCalls(sale).length
      })
      .toBe(1)
    await renewElsewhere(esim)

    await workUntil(started.itemId, ['HELD'])

    const item = await db().orderItem.findUniqueOrThrow({ where: { id: started.itemId } })
    expect(item.reason).toBe('misfit')
    expect(item.evidence).toMatchObject({ candidates: [{ count: 1 }, { count: 1 }] })
    expect(await paymentOf(sale, started)).toMatchObject({ captured: 0 })
  })

  test('that was never recorded is sent once more, after its absence was proven', async () => {
    const esim = await ownedEsim(sale)
    sale.shop.provider.control.addFault({ path: 'renewCardByApiCode', when: 'before', kind: 'reset' })
    const started = await paidTopUp(sale, esim)
    await workUntil(started.itemId, ['UNKNOWN'])

    await workUntil(started.itemId, ['DELIVERED'])

    const attempts = await db().attempt.findMany({ where: { itemId: started.itemId }, orderBy: { n: 'asc' } })
    expect(attempts.map(({ state }) => state)).toEqual(['ABSENT', 'ACCEPTED'])
    expect(topUpsOf(sale, esim.iccid)).toHaveLength(1)
    expect(await checkInvariants()).toEqual([])
  })

  test('gives the money back when its buyer takes the offer; what turns up later is a loss, and nothing is cancelled', async () => {
    const esim = await ownedEsim(sale)
    sale.shop.provider.control.addFault({
      path: 'renewCardByApiCode',
      when: 'after',
      kind: 'invisible',
      ms: 86_400_000,
    })
    sale.shop.provider.control.addFault({ path: 'renewCardByApiCode', when: 'after', kind: 'reset' })
    const started = await paidTopUp(sale, esim)
    await workUntil(started.itemId, ['UNKNOWN'])
    await db().orderItem.update({
      where: { id: started.itemId },
      data: { unknownSince: new Date(Date.now() - 3_600_000) },
    })
    await db().capability.upsert({
      where: { key: 'lookup.reference' },
      create: { key: 'lookup.reference', value: 'yes', updatedBy: 'test' },
      update: { value: 'yes' },
    })

    await acceptOfferedRefund(started.caller, started.itemId)
    await workUntil(started.itemId, ['REFUNDED'])
    sale.shop.provider.control.setClock({ advanceMs: 86_400_000 })
    await eventually(
      async () => {
        await db().attempt.updateMany({ where: { itemId: started.itemId }, data: { lastLookAt: null } })
        await watchAbandoned()

        return db().lossEntry.count({ where: { orderId: started.orderId } })
      },
      (losses) => losses > 0,
    )

    expect(await paymentOf(sale, started)).toMatchObject({ captured: 0 })
    expect(await db().lossEntry.findMany({ where: { orderId: started.orderId } })).toMatchObject([
      { kind: 'late_order' },
    ])
    expect(sale.shop.provider.control.calls({ path: 'refundOrder' })).toEqual([])
    expect(await checkInvariants()).toEqual([])
  })
})

describe('D3 a worker that dies', () => {
  afterEach(() => onCrashPoint(() => {}))

  test.each<Failpoint>(['prepared', 'answered', 'placed', 'captured', 'deliverable'])(
    'at "%s" leaves one plan on the card, paid once',
    async (point) => {
      const esim = await ownedEsim(sale)
      const started = await orderTopUp(esim)
      let deaths = 1
      onCrashPoint((reached) => {
        if (reached === point && deaths-- > 0) throw new Error('dead')
      })
      await pay(sale, started)

      await workUntil(started.itemId, ['DELIVERED'])

      expect(deaths).toBeLessThan(1)
      expect(topUpCalls(sale, started.itemRef)).toHaveLength(1)
      expect(topUpsOf(sale, esim.iccid)).toHaveLength(1)
      expect(await paymentOf(sale, started)).toMatchObject({ status: 'captured', refunded: 0 })
      expect(await checkInvariants()).toEqual([])
    },
  )
})

describe('two top-ups of one card', () => {
  test('run one after the other: while one has no clear end, the other is not sent', async () => {
    const esim = await ownedEsim(sale)
    sale.shop.provider.control.addFault({ path: 'renewCardByApiCode', when: 'after', kind: 'invisible', ms: 240_000 })
    sale.shop.provider.control.addFault({ path: 'renewCardByApiCode', when: 'after', kind: 'reset' })
    const first = await paidTopUp(sale, esim)
    await workUntil(first.itemId, ['UNKNOWN'])
    const second = await paidTopUp(sale, esim)
    await workUntil(second.itemId, ['READY'])

    expect(topUpCalls(sale)).toHaveLength(1)

    await workUntil(first.itemId, ['DELIVERED'])
    await workUntil(second.itemId, ['DELIVERED'])
    expect(topUpsOf(sale, esim.iccid)).toHaveLength(2)
    expect(await checkInvariants()).toEqual([])
  })

  test('paid at the same moment are both bought, once each', async () => {
    const esim = await ownedEsim(sale)
    const all = await Promise.all([
      orderTopUp(esim),
      orderTopUp(esim),
      orderTopUp(esim, { planKey: DAY_TOP_UP, days: 2 }),
    ])
    await Promise.all(all.map((started) => pay(sale, started)))

    for (const { itemId } of all) await workUntil(itemId, ['DELIVERED'])

    expect(topUpsOf(sale, esim.iccid)).toHaveLength(3)
    expect(topUpCalls(sale)).toHaveLength(3)
    expect(await checkInvariants()).toEqual([])
  })
})

describe('a top-up that is on the card', () => {
  test('whose money is refused for good goes to a person, with its cost booked as a loss', async () => {
    sale.shop.provider.control.addFault({ path: 'renewCardByApiCode', when: 'after', kind: 'delay', ms: 1_500 })
    const esim = await ownedEsim(sale)
    const started = await paidTopUp(sale, esim)
    const working = workUntil(started.itemId, ['HELD', 'DELIVERED', 'REFUNDED'])
    await expect.poll(() => topUpCalls(sale).length, { timeout: 20_000 }).toBe(1)
    const { id } = (await paymentOf(sale, started)) ?? { id: '' }
    await voidElsewhere(sale, id)

    expect(await working).toBe('HELD')

    expect((await db().orderItem.findUniqueOrThrow({ where: { id: started.itemId } })).reason).toBe('top_up_unpaid')
    expect(await db().lossEntry.findMany({ where: { orderId: started.orderId } })).toMatchObject([
      { kind: 'top_up_unpaid' },
    ])
    expect(sale.shop.provider.control.calls({ path: 'refundOrder' })).toEqual([])
  })

  test('stays there when its buyer wanted it back while it was being sent', async () => {
    const esim = await ownedEsim(sale)
    sale.shop.provider.control.addFault({ path: 'renewCardByApiCode', when: 'after', kind: 'delay', ms: 1_500 })
    const started = await paidTopUp(sale, esim)
    const working = workUntil(started.itemId, ['DELIVERED', 'REFUNDED', 'HELD'])
    await expect.poll(() => topUpCalls(sale).length, { timeout: 20_000 }).toBe(1)
    await db().orderItem.update({ where: { id: started.itemId }, data: { cancelRequestedAt: new Date() } })

    expect(await working).toBe('DELIVERED')

    expect(sale.shop.provider.control.calls({ path: 'refundOrder' })).toEqual([])
    expect(await paymentOf(sale, started)).toMatchObject({ status: 'captured' })
  })
})

/** An eSIM of a store whose references nobody can look up. */
async function withoutReferences(): Promise<OwnedEsim> {
  const esim = await ownedEsim(sale)
  await setCapability(OWNER, { key: 'order.otherOrderId', value: 'off', seen: 'on', reason: 'test' })
  sale.shop.provider.control.changeAccount({ keepReferences: false })

  return esim
}

/** The same plan for the same eSIM, bought by hand with the same account. */
async function renewElsewhere(esim: OwnedEsim): Promise<void> {
  await currentProvider()
    .call(topUpByPlanCode, { planCode: FIXED_TOP_UP, iccid: iccidSchema.parse(esim.iccid) })
    .catch(() => undefined)
}
