import { beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { setCapability } from '#lib/provider/commands/capabilities.ts'
import { giveBack } from '#tests/support/cancellations.ts'
import { OWNER, refusalOf } from '#tests/support/quotes.ts'
import { freshParties, guestOf, pay, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import {
  DAY_TOP_UP,
  FIXED_TOP_UP,
  orderTopUp,
  ownedEsim,
  paidTopUp,
  paymentOf,
  quoteTopUp,
  startTopUp,
  topUpCalls,
  topUpsOf,
} from '#tests/support/top-ups.ts'

const sale = duringTests(startSale)

beforeEach(() => freshParties(sale))

describe('a top-up', () => {
  test('with a fixed plan goes by its code, makes no card, and is captured once it is on the card', async () => {
    const esim = await ownedEsim(sale)
    const started = await paidTopUp(sale, esim)

    await workUntil(started.itemId, ['DELIVERED'])

    const [call, ...others] = topUpCalls(sale, started.itemRef)
    expect(others).toEqual([])
    expect(call?.path).toMatch(/renewCardByApiCode$/)
    expect(call?.params).toMatchObject({
      apiCode: FIXED_TOP_UP,
      iccid: esim.iccid,
      backInfo: '1',
      otherOrderId: started.itemRef,
      otherItemId: `${started.itemRef}-1`,
    })
    expect(topUpsOf(sale, esim.iccid)).toMatchObject([{ mainOrderNum: esim.orderNum }])
    expect(await db().esim.count({ where: { iccid: esim.iccid } })).toBe(1)
    expect(await db().providerOrder.findMany({ where: { itemId: started.itemId } })).toMatchObject([
      { isRenewal: true },
    ])
    expect(await paymentOf(sale, started)).toMatchObject({ status: 'captured', refunded: 0 })
    expect(await db().outbox.count({ where: { orderId: started.orderId, kind: 'top_up_ready' } })).toBe(1)
    const chained = await db().orderEvent.findMany({ where: { kind: 'topped_up' }, orderBy: { id: 'asc' } })
    expect(chained.map(({ orderId }) => orderId)).toEqual([started.orderId, esim.orderId])
    expect(await checkInvariants()).toEqual([])
  })

  test('with a day pass goes by product and price, for the days that were chosen', async () => {
    const esim = await ownedEsim(sale)
    const started = await paidTopUp(sale, esim, { planKey: DAY_TOP_UP, days: 4 })

    await workUntil(started.itemId, ['DELIVERED'])

    const [call] = topUpCalls(sale, started.itemRef)
    expect(call?.path).toMatch(/renewCard$/)
    expect(call?.params).toMatchObject({ daypassDays: '4', priceId: '103313', skuId: '33' })
    expect(topUpsOf(sale, esim.iccid)).toMatchObject([{ days: 4 }])
    expect(await checkInvariants()).toEqual([])
  })

  test('with a plan that has no code goes by product and price', async () => {
    const esim = await ownedEsim(sale, { planKey: '300-0-7-3-G' })
    const started = await paidTopUp(sale, esim, { planKey: 'price:108603' })

    await workUntil(started.itemId, ['DELIVERED'])

    expect(topUpCalls(sale, started.itemRef)).toMatchObject([{ params: { skuId: '86', priceId: '108603' } }])
  })

  test('keeps its card: what carries a further plan does not go back', async () => {
    const esim = await ownedEsim(sale)
    const started = await paidTopUp(sale, esim)
    await workUntil(started.itemId, ['DELIVERED'])

    const refused = giveBack(esim, [{ id: esim.esimId }]).catch((error) => error)

    expect(await refused).toMatchObject({
      code: 'conflict',
      details: { reason: 'refused', because: expect.arrayContaining(['topped_up']) },
    })
    expect(sale.shop.provider.control.calls({ path: 'refundOrder' })).toEqual([])
  })

  test('with a plan of a wider destination that the card carries is bought there', async () => {
    const esim = await ownedEsim(sale)
    const started = await paidTopUp(sale, esim, { planKey: '99901-0-7-1-G' })

    await workUntil(started.itemId, ['DELIVERED'])

    expect(topUpsOf(sale, esim.iccid)).toMatchObject([{ apiCode: '99901-0-7-1-G' }])
  })
})

describe('what the card does not take', () => {
  test.each([
    ['a plan that leaves its list', { apiCode: FIXED_TOP_UP, flowType: 1 }, 'not_on_sale top_up_gone'],
    ['a plan that has become dearer', { apiCode: FIXED_TOP_UP, price: 99 }, 'price_changed'],
  ])('%s between offer and order is not paid for', async (_, change, refusal) => {
    const esim = await ownedEsim(sale)
    const { id } = await quoteTopUp(esim)
    sale.shop.provider.control.changePlan(change)

    expect(await refusalOf(startTopUp(esim.caller, id))).toBe(refusal)

    expect(await db().orderItem.count({ where: { quoteId: id } })).toBe(0)
  })

  test.each([
    ['a plan that leaves its list', { apiCode: FIXED_TOP_UP, flowType: 1 }, 'top_up_gone'],
    ['a plan that has become dearer', { apiCode: FIXED_TOP_UP, price: 99 }, 'cost_drift'],
  ])('%s between order and payment is given up: no call, and no money is taken', async (_, change, reason) => {
    const esim = await ownedEsim(sale)
    const started = await orderTopUp(esim)
    sale.shop.provider.control.changePlan(change)
    await pay(sale, started)

    await workUntil(started.itemId, ['REFUNDED'])

    expect(topUpCalls(sale, started.itemRef)).toEqual([])
    expect(await paymentOf(sale, started)).toMatchObject({ status: 'voided', captured: 0 })
    expect((await db().orderItem.findUniqueOrThrow({ where: { id: started.itemId } })).reason).toBe(reason)
    expect(await checkInvariants()).toEqual([])
  })

  test('a list that says nothing about plans is asked for once more, and gives no money back', async () => {
    const esim = await ownedEsim(sale)
    const started = await orderTopUp(esim)
    sale.shop.provider.control.addFault({ path: 'getIccidSupportPackageInfo', when: 'before', kind: 'code', code: 0 })
    await pay(sale, started)

    await workUntil(started.itemId, ['DELIVERED'])

    expect(topUpCalls(sale, started.itemRef)).toHaveLength(1)
  })

  test('a card that the network renews no more is refused before money, and again before the call', async () => {
    const esim = await ownedEsim(sale)
    const started = await orderTopUp(esim)
    sale.shop.provider.control.changeUsage({ iccid: esim.iccid, dpStatus: 'Disable' })
    await pay(sale, started)

    await workUntil(started.itemId, ['REFUNDED'])

    expect(await refusalOf(quoteTopUp(esim))).toBe('not_on_sale card_refuses')
    expect(topUpCalls(sale)).toEqual([])
  })

  test('a card whose return was asked for is left alone', async () => {
    const esim = await ownedEsim(sale)
    const started = await orderTopUp(esim)
    await db().esim.update({ where: { id: esim.esimId }, data: { cancelState: 'ASKED' } })
    await pay(sale, started)

    await workUntil(started.itemId, ['REFUNDED'])

    expect(await refusalOf(quoteTopUp(esim))).toBe('not_on_sale going_back')
    expect(topUpCalls(sale)).toEqual([])
    await db().esim.update({ where: { id: esim.esimId }, data: { cancelState: 'NONE' } })
  })

  test('D13 what cannot be put on the card is refused before money, and never sent', async () => {
    const esim = await ownedEsim(sale)
    sale.shop.provider.control.changePlan({ apiCode: '392-0-30-5-G', mustDate: 1 })
    sale.shop.provider.control.changePlan({ apiCode: '392-0-?-3-G-D', supportDaypass: 2 })
    const choices: [string, Parameters<typeof quoteTopUp>[1], string][] = [
      ['not renewable', { planKey: '392-0-15-2-G' }, 'not_on_sale top_up_gone'],
      ['of a destination that the card cannot carry', { planKey: '300-0-7-3-G' }, 'not_on_sale nothing_fits'],
      ['with a first day', { planKey: '392-0-30-5-G' }, 'not_on_sale top_up_gone'],
      ['with enumerated days', { planKey: '392-0-?-3-G-D', days: 3 }, 'not_on_sale top_up_gone'],
      ['without days', { planKey: DAY_TOP_UP }, 'bad_input days_missing'],
      ['for too many days', { planKey: DAY_TOP_UP, days: 31 }, 'bad_input days_out_of_range'],
      ['for no day', { planKey: '392-0-?-500-M-D', days: 2 }, 'bad_input days_out_of_range'],
      ['for a fraction of a day', { planKey: DAY_TOP_UP, days: 1.5 }, 'bad_input days_out_of_range'],
    ]

    for (const [name, choice, refusal] of choices) {
      expect([name, await refusalOf(quoteTopUp(esim, choice))]).toEqual([name, refusal])
    }

    expect(topUpCalls(sale)).toEqual([])
  })

  test('D13 a card that was sold as not renewable is refused without asking the network', async () => {
    const esim = await ownedEsim(sale, { planKey: '392-0-3-1-G' })
    sale.shop.provider.control.clearCalls()

    expect(await refusalOf(quoteTopUp(esim))).toBe('not_on_sale plan_refuses')

    expect(sale.shop.provider.control.calls()).toEqual([])
  })

  test('D13 a day pass is topped up also where the switch for orders is off: the contract has its days', async () => {
    const esim = await ownedEsim(sale)
    await setCapability(OWNER, { key: 'order.daypassDays', value: 'off', seen: 'on', reason: 'test' })

    expect((await quoteTopUp(esim, { planKey: DAY_TOP_UP, days: 3 })).days).toBe(3)
  })

  test('a card of somebody else does not exist, neither for an offer nor for an order with its owner’s offer', async () => {
    const esim = await ownedEsim(sale)
    const { id } = await quoteTopUp(esim)
    const stranger = guestOf('ord_of_somebody')

    expect(await refusalOf(quoteTopUp({ ...esim, caller: stranger }))).toBe('not_found')
    expect(await refusalOf(startTopUp(stranger, id))).toBe('not_found')
  })
})
