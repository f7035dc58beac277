import { describe, expect, test } from 'vitest'
import type { PlanList } from '#lib/catalog/rules/plan.ts'
import { addDays } from '#lib/core/rules/field-schemas.ts'
import { classifyCancellation, classifyPlacement } from '#lib/orders/rules/order-outcome.ts'
import {
  cancelCards,
  checkStock,
  fetchOrderAndForfeitCancellation,
  formatStartDate,
  getCardDetail,
  listCardHistory,
  listCardSkus,
  listCards,
  listPartnerPlans,
  listPartnerSkus,
  listPartnerSkusByContinent,
  listPartners,
  listPlans,
  listSkus,
  listTopUpPlans,
  placeOrder,
  redownloadOrder,
  searchOrders,
  searchOrdersLegacy,
  toProviderDate,
  topUp,
  topUpByPlanCode,
} from '#lib/provider/index.ts'
import type { Iccid, SkuId } from '#lib/provider/rules/provider-ids.ts'
import { toProviderOrderState } from '#lib/provider/rules/provider-order.ts'
import { aPlan, aPurchase, failureOf, iccidsOf, isSimple, openSandbox } from '#tests/contract/sandboxed-provider.ts'

describe('provider', () => {
  const { sandbox, callsTo, aClient } = openSandbox()

  describe('the catalogue', () => {
    test('listSkus gives products with ids, names and opaque region codes', async () => {
      const skus = await aClient().call(listSkus, {})

      expect(skus.length).toBeGreaterThan(100)
      expect(skus.every((sku) => sku.skuId > 0 && sku.name && sku.regionCode)).toBe(true)
    })

    test('listPlans reads every list of the catalogue, and leaves no entry out in silence', async () => {
      const provider = aClient()
      const skus = await provider.call(listSkus, {})
      const lists: PlanList[] = []
      for (const { skuId } of skus) lists.push(await provider.call(listPlans, { skuId }))

      const plans = lists.flatMap((list) => list.plans)
      expect(plans.length).toBeGreaterThan(500)
      expect(plans.every((plan) => /^\d+(\.\d+)?$/.test(plan.cost))).toBe(true)
      expect(new Set(plans.map((plan) => plan.kind.kind))).toEqual(new Set(['fixed', 'day_pass', 'unsold']))
      expect(lists.some((list) => list.plans.length === 0)).toBe(true)
      expect(lists.every((list) => list.name !== null)).toBe(true)
      expect(lists.flatMap((list) => list.unreadable)).toEqual([])
    })

    test('an unknown product is refused as not found', async () => {
      expect(await failureOf(aClient().call(listPlans, { skuId: 987_654 as SkuId }))).toMatchObject({
        kind: 'not_found',
      })
    })

    test('checkStock says yes, no, and refuses what it cannot know', async () => {
      const provider = aClient()
      const { skuId, priceId } = await aPlan(provider, isSimple)
      expect(await provider.call(checkStock, { skuId, priceId, count: 1 })).toBe('available')

      sandbox().control.setInventory({ priceId, left: 0 })

      expect(await provider.call(checkStock, { skuId, priceId, count: 1 })).toBe('sold_out')
    })

    test('the partner calls list partners, their products flat and by continent, and their plans', async () => {
      const provider = aClient()
      const [partner] = await provider.call(listPartners, {})
      const partnerId = partner?.partnerId
      if (!partnerId) throw new Error('The sandbox has no partner.')

      const flat = await provider.call(listPartnerSkus, { partnerId })
      const grouped = await provider.call(listPartnerSkusByContinent, { partnerId })
      const list = await provider.call(listPartnerPlans, { partnerId })

      expect(grouped.map((sku) => sku.skuId).sort()).toEqual(flat.map((sku) => sku.skuId).sort())
      expect(grouped.every((sku) => sku.continent !== '')).toBe(true)
      expect(list.plans.length).toBeGreaterThan(0)
      expect(flat.map((sku) => sku.skuId)).toContain(list.skuId)
    })
  })

  describe('orders', () => {
    test('placeOrder gives the order with its cards, and both searches find it by our reference', async () => {
      const provider = aClient()
      const { plan, order, iccids } = await aPurchase(provider, 2)

      expect(classifyPlacement({ result: order }).class).toBe('ACCEPTED')
      expect(order).toMatchObject({ count: 2, priceId: plan.priceId, isTopUp: false })
      expect(iccids).toHaveLength(2)
      expect(order.esims.every((esim) => esim.activationCode?.startsWith('LPA:1$') && esim.matchingId)).toBe(true)

      const today = toProviderDate(sandbox().control.clock())
      const created = { from: addDays(today, -1), to: addDays(today, 1) }
      const page = await provider.call(searchOrders, { outerOrderId: 'lin_contract' })
      const legacy = await provider.call(searchOrdersLegacy, { created, outerOrderId: 'lin_contract' })
      const others = await provider.call(searchOrders, { outerOrderId: 'lin_other' })
      expect(page).toMatchObject({
        total: 1,
        unreadable: 0,
        rows: [{ orderNum: order.orderNum, count: 2 }],
      })
      expect(page.rows[0]?.createdAt?.getTime()).toBeCloseTo(sandbox().control.clock().getTime(), -4)
      expect(legacy.rows).toMatchObject([{ orderNum: order.orderNum, itemRef: 'lin_contract' }])
      expect(others).toMatchObject({ total: 0, rows: [] })
    })

    test('placeOrder carries the days of a day pass and a start date', async () => {
      const provider = aClient()
      const pass = await aPlan(provider, (plan) => plan.kind.kind === 'day_pass' && !plan.needsStartDate)
      const dated = await aPlan(provider, (plan) => plan.kind.kind === 'fixed' && plan.needsStartDate)
      const days = pass.kind.kind === 'day_pass' ? pass.kind.minDays : 0
      const beginDate = formatStartDate(addDays(toProviderDate(sandbox().control.clock()), 3))

      const first = await provider.call(placeOrder, {
        skuId: pass.skuId,
        priceId: pass.priceId,
        count: 1,
        daypassDays: days,
      })
      const second = await provider.call(placeOrder, {
        skuId: dated.skuId,
        priceId: dated.priceId,
        count: 1,
        beginDate,
      })

      expect([first.esims.length, second.esims.length]).toEqual([1, 1])
      expect(callsTo('addEsimOrder').map((call) => [call.params.daypassDays, call.params.beginDate])).toEqual([
        [String(days), undefined],
        [undefined, beginDate],
      ])
    })

    test('redownloadOrder gives the details again and leaves the order cancellable, cancelCards gives one card back', async () => {
      const provider = aClient()
      const { order, iccid } = await aPurchase(provider, 2)

      const again = await provider.call(redownloadOrder, { orderNum: order.orderNum })
      await provider.call(cancelCards, { orderNum: order.orderNum, iccids: [iccid] })
      const page = await provider.call(searchOrders, { orderNum: order.orderNum })

      expect(iccidsOf(again)).toEqual(iccidsOf(order))
      expect(toProviderOrderState(page.rows[0]?.status ?? null)).toBe('partly_cancelled')
    })

    test('a second cancellation of the same card is refused with a reason', async () => {
      const provider = aClient()
      const { order, iccid } = await aPurchase(provider)
      await provider.call(cancelCards, { orderNum: order.orderNum, iccids: [iccid] })

      const error = await failureOf(provider.call(cancelCards, { orderNum: order.orderNum, iccids: [iccid] }))

      expect(classifyCancellation({ error })).toEqual({ class: 'REFUSED', code: 4, reason: 'wrong_state' })
    })

    test('fetchOrderAndForfeitCancellation ends the right to cancel', async () => {
      const provider = aClient()
      const { order, iccid } = await aPurchase(provider)

      const read = await provider.call(fetchOrderAndForfeitCancellation, { orderNum: order.orderNum })
      const error = await failureOf(provider.call(cancelCards, { orderNum: order.orderNum, iccids: [iccid] }))

      expect(read.orderNum).toBe(order.orderNum)
      expect(classifyCancellation({ error })).toMatchObject({ class: 'REFUSED', code: 22 })
    })
  })

  describe('cards', () => {
    test('topUp and topUpByPlanCode add plans to a card, from the list of plans it can take', async () => {
      const provider = aClient()
      const { order, iccid } = await aPurchase(provider)
      const skus = await provider.call(listCardSkus, { iccid })
      const offered = (await provider.call(listTopUpPlans, { iccid })).plans.find(isSimple)
      if (!offered?.code) throw new Error('The card can take no plan.')

      const first = await provider.call(topUp, {
        skuId: offered.skuId,
        priceId: offered.priceId,
        iccid,
        otherOrderId: 'lin_top',
      })
      const second = await provider.call(topUpByPlanCode, { planCode: offered.code, orderNum: order.orderNum })

      expect(skus.map((sku) => sku.skuId)).toContain(offered.skuId)
      expect([first, second]).toMatchObject([
        { isTopUp: true, mainOrderNum: order.orderNum },
        { isTopUp: true, mainOrderNum: order.orderNum },
      ])
    })

    test('listCards tells known cards from unknown ones', async () => {
      const provider = aClient()
      const { iccid } = await aPurchase(provider)

      const esims = await provider.call(listCards, { iccids: [iccid, '8900000000000000000' as Iccid] })

      expect(esims).toMatchObject([
        { iccid, isKnown: true },
        { isKnown: false, expiresAt: null, canTopUp: null },
      ])
      expect(esims[0]?.expiresAt).toBeInstanceOf(Date)
    })

    test('the two HTTP-only calls give history and detail, and their refusal is understood', async () => {
      const provider = aClient()
      const { order, iccid } = await aPurchase(provider)

      const history = await provider.call(listCardHistory, { iccid })
      const refusal = await failureOf(provider.call(getCardDetail, { iccid }))
      sandbox().control.changeAccount({ esimDetail: 'listed' })
      const detail = await provider.call(getCardDetail, { iccid })

      expect(history).toMatchObject([{ orderNum: order.orderNum, isTopUp: false }])
      expect(detail.networks.length).toBeGreaterThan(0)
      expect(refusal).toMatchObject({ kind: 'access_denied', code: 400108 })
    })
  })

  test('both signature forms are accepted, a wrong secret is not', async () => {
    await expect(aClient({ signForm: 'encoded-upper' }).call(listPartners, {})).resolves.not.toHaveLength(0)

    const failure = await failureOf(aClient({ secret: 'another-secret' }).call(listPartners, {}))

    expect(failure.kind).toBe('no_session')
    expect(failure.cause).toMatchObject({ kind: 'bad_signature', code: -30 })
  })
})
