import { setTimeout as passed } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { readFullRecord } from '#lib/fulfilment/commands/read-full-record.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { getAdminOrder, getOrderActions } from '#lib/orders/queries/admin-order.ts'
import { delivered, giveBack } from '#tests/support/cancellations.ts'
import { boughtAndInReview } from '#tests/support/items-in-review.ts'
import { aroundStatements } from '#tests/support/model/statements.ts'
import { freshParties, type Started, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

// A process believes for half a second what it read of a breaker.
const BREAKER_IS_BELIEVED_MS = 600

const reason = 'asked by the network'
const sale = duringTests(startSale)
const owner = staffDuringTests('owner')
const manager = staffDuringTests('manager')

beforeEach(() => freshParties(sale))

async function orderNumOf({ itemId }: Pick<Started, 'itemId'>): Promise<string> {
  return (await db().providerOrder.findFirstOrThrow({ where: { itemId } })).orderNum
}

/** The order of one that is delivered, with what a person sends to have its full record. */
async function recordInput({ orderId, itemId }: Pick<Started, 'orderId' | 'itemId'>) {
  const orderNum = await orderNumOf({ itemId })

  return { orderId, orderNum, typed: orderNum, reason }
}

async function expectNothingAsked(orderNum: string): Promise<void> {
  expect(sale.shop.provider.control.calls({ path: 'getOrderInfo' })).toEqual([])
  expect(await db().providerOrder.findUnique({ where: { orderNum } })).toMatchObject({ lockDecisionAt: null })
}

test('is asked for once, after its audit row, and rescues an order whose codes the network would not give', async () => {
  const started = await boughtAndInReview(sale, 'details_refused')
  await db().esim.updateMany({ where: { itemId: started.itemId }, data: { sealedCode: null } })
  const orderNum = await orderNumOf(started)

  const record = await readFullRecord(manager, {
    orderId: started.orderId,
    orderNum,
    typed: orderNum,
    reason,
  })

  expect(record).toMatchObject({ answered: true, esims: 1, newCodes: 1 })
  await workUntil(started.itemId, ['DELIVERED'])
  const calls = sale.shop.provider.control.calls({ path: 'getOrderInfo' })
  expect(calls.map((call) => call.params.orderNum)).toEqual([orderNum])
  const audit = await db().auditEvent.findFirstOrThrow({
    where: { act: 'order.record_read', subject: started.orderId },
  })
  const call = await db().callLog.findFirstOrThrow({
    where: { endpoint: 'fetchOrderAndForfeitCancellation', orderNum },
  })
  expect(audit.at.getTime()).toBeLessThanOrEqual(call.at.getTime())
  expect(audit).toMatchObject({ actor: `staff:${manager.staffId}`, role: 'manager', reason })
  const page = await getAdminOrder(owner, started.orderId)
  expect(page?.items[0]?.providerOrders[0]?.lock).toMatchObject({ kind: 'locked', by: 'Test manager' })
  expect(await checkInvariants()).toEqual([])
})

test('is not asked for without the number typed, and not by roles that may not', async () => {
  const started = await delivered(sale)
  const orderNum = await orderNumOf(started)
  const input = { orderId: started.orderId, orderNum, typed: orderNum, reason }

  await expect(readFullRecord(owner, { ...input, typed: `${orderNum}0` })).rejects.toMatchObject({
    code: 'bad_input',
  })
  for (const role of ['read_only', 'support', 'finance'] as const) {
    await expect(readFullRecord(await addStaff(role), input)).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect(sale.shop.provider.control.calls({ path: 'getOrderInfo' })).toEqual([])
  expect(await db().providerOrder.findUnique({ where: { orderNum } })).toMatchObject({ lockDecisionAt: null })
})

test('locks the order for ever even when no answer comes', async () => {
  const started = await delivered(sale)
  const orderNum = await orderNumOf(started)
  sale.shop.provider.control.addFault({ path: 'getOrderInfo', when: 'before', kind: 'reset' })

  const record = await readFullRecord(owner, { orderId: started.orderId, orderNum, typed: orderNum, reason })

  expect(record.answered).toBe(false)
  expect((await db().providerOrder.findUniqueOrThrow({ where: { orderNum } })).lockDecisionAt).not.toBeNull()
})

test('is not asked for while eSIMs of the order go back, and the page counts them as at stake', async () => {
  const sold = await delivered(sale, 2)
  const [esim] = sold.esims
  if (!esim) throw new Error('There is no eSIM.')
  await giveBack(sold, [esim])
  const input = await recordInput(sold)

  const order = await getAdminOrder(owner, sold.orderId)
  const atStakeMinor = sold.esims.reduce((sum, { priceShareMinor }) => sum + priceShareMinor, 0)
  expect(order && (await getOrderActions(owner, order)).records).toMatchObject([{ atStakeMinor }])
  await expect(readFullRecord(owner, input)).rejects.toMatchObject({
    code: 'conflict',
    details: { reason: 'return_running' },
  })

  await expectNothingAsked(input.orderNum)
})

test('is not asked for while the whole order is to go back before its delivery', async () => {
  const sold = await delivered(sale)
  const input = await recordInput(sold)
  const changes = [{ state: 'CANCELLING' }, { state: 'FETCHING', cancelRequestedAt: new Date() }] as const
  for (const data of changes) {
    await db().orderItem.update({ where: { id: sold.itemId }, data: { ...data, nextActionAt: null } })

    await expect(readFullRecord(owner, input)).rejects.toMatchObject({ details: { reason: 'return_running' } })
  }

  await expectNothingAsked(input.orderNum)
  const data = { state: 'DELIVERED', cancelRequestedAt: null } as const
  await db().orderItem.update({ where: { id: sold.itemId }, data })
})

test('forbids a return that was judged right before', async () => {
  const sold = await delivered(sale)
  const { orderNum } = await recordInput(sold)
  let isLocked = false
  const off = aroundStatements(async ({ text }, run) => {
    if (!isLocked && /FROM "UpstreamOrder".*FOR UPDATE/.test(text)) {
      isLocked = true
      await db().providerOrder.update({ where: { orderNum }, data: { lockDecisionAt: new Date() } })
    }

    return run()
  })

  await expect(giveBack(sold, sold.esims).finally(off)).rejects.toMatchObject({ details: { reason: 'changed' } })

  expect(isLocked).toBe(true)
  expect(await db().cancelAttempt.count({ where: { orderNum } })).toBe(0)
})

test.each([
  {
    what: 'orders are not let through',
    arrange: async () => {
      const open = { state: 'open', nextProbeAt: new Date(Date.now() + 60_000) }
      await db().breaker.upsert({ where: { key: 'placements' }, create: { key: 'placements', ...open }, update: open })
      await passed(BREAKER_IS_BELIEVED_MS)
    },
  },
  {
    what: 'the provider answers no question',
    arrange: async () => {
      sale.shop.provider.control.addFault({ path: 'queryEsimOrder', when: 'before', kind: 'reset', times: 9 })
    },
  },
])('locks nothing where $what', async ({ arrange }) => {
  const sold = await delivered(sale)
  const input = await recordInput(sold)
  await arrange()

  const asked = readFullRecord(owner, input)

  await expect(asked).rejects.toMatchObject({ code: 'upstream_unavailable' })
  await expectNothingAsked(input.orderNum)
  await db().breaker.updateMany({ data: { state: 'closed', failures: 0, recent: [], nextProbeAt: null } })
  await passed(BREAKER_IS_BELIEVED_MS)
})
