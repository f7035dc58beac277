import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { db } from '#lib/core/repository/client.ts'
import { actorOf, type StaffMember, type StaffRole } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { requestItemCancellation } from '#lib/fulfilment/commands/request-item-cancellation.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import type { ReviewInput } from '#lib/fulfilment/commands/review/review-input.ts'
import { getAdminOrder, getOrderActions } from '#lib/orders/queries/admin-order.ts'
import { delivered } from '#tests/support/cancellations.ts'
import { boughtAndInReview, paidOrder, putInReview } from '#tests/support/items-in-review.ts'
import { freshParties, type Started, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff, letOneDecide, staffDuringTests } from '#tests/support/staff.ts'

const sale = duringTests(startSale)

beforeEach(() => freshParties(sale))

describe('the sum up to which support gives eSIMs back', () => {
  const support = staffDuringTests('support')
  const manager = staffDuringTests('manager')

  beforeEach(() => letOneDecide(true))

  async function limitTo(value: number) {
    const key = 'acts.support_limit_minor'
    await db().setting.upsert({ where: { key }, create: { key, value, updatedBy: 'test' }, update: { value } })
  }

  test('holds for an order, however many requests ask for its eSIMs', async () => {
    const { orderId, esims } = await delivered(sale, 3)
    const [first, second] = esims
    const share = first?.priceShareMinor ?? 0
    await limitTo(share * 2 - 1)
    const ask = (staff: StaffMember, id: string | undefined, key: string = randomUUID()) => {
      const once = { key, fingerprint: key }

      return requestCancellation(staff, { orderId, esimIds: [id ?? ''], reason: 'asked', once })
    }

    await ask(support, first?.id, 'once')
    await expect(ask(support, second?.id)).rejects.toMatchObject({ details: { reason: 'over_limit' } })
    expect(await ask(support, first?.id, 'once')).toEqual({ esimIds: [first?.id] })
    expect(await ask(manager, second?.id)).toEqual({ esimIds: [second?.id] })
  })

  test('holds for requests of the same moment, of eSIMs and of items', async () => {
    const sold = await delivered(sale, 3)
    const { orderId, itemId, number } = await paidOrder(sale)
    const item = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })
    const copies = [2, 3].map((n) => ({ ...item, id: `${itemId}_${n}`, itemRef: `${item.itemRef}${n}`, position: n }))
    const held = { state: 'HELD', reason: 'cancel_refused', nextActionAt: null, evidence: {} } as const
    for (const copy of copies) await db().orderItem.create({ data: { ...copy, ...held } })
    for (const { id, position } of copies) {
      const order = { orderNum: `P${id}`, itemId: id, status: 0, cost: '1', costCurrency: 'USD' }
      await db().providerOrder.create({ data: order })
      const esim = {
        id: `${id}_e`,
        itemId: id,
        orderNum: order.orderNum,
        iccid: `8948010000000000${position}77`,
        position: 1,
      }
      await db().esim.create({ data: { ...esim, priceShareMinor: item.priceMinor } })
    }
    await limitTo(sold.esims[0]?.priceShareMinor ?? 0)
    const outcomes = (results: PromiseSettledResult<unknown>[]) => results.map(({ status }) => status).toSorted()

    const ofEsims = await Promise.allSettled(
      sold.esims.map(({ id }) => {
        const once = { key: randomUUID(), fingerprint: id }

        return requestCancellation(support, { orderId: sold.orderId, esimIds: [id], reason: 'asked', once })
      }),
    )
    await limitTo(item.priceMinor)
    const ofItems = await Promise.allSettled([
      requestItemCancellation(support, { orderId, itemId }),
      ...copies.map(({ id, epoch }) =>
        decideReview(support, { orderId, itemId: id, epoch, act: 'cancel', reason: 'asked', typed: number }),
      ),
    ])

    expect(outcomes(ofEsims)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(outcomes(ofItems)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect([...ofEsims, ...ofItems].filter(({ status }) => status === 'rejected')).toMatchObject(
      Array.from({ length: 4 }, () => ({ reason: { details: { reason: 'over_limit' } } })),
    )
  })

  test('counts an item that staff took back before, and asks for the same item once', async () => {
    const { orderId, itemId } = await paidOrder(sale)
    const item = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })
    const other = `${itemId}_2`
    await db().orderItem.create({
      data: { ...item, id: other, itemRef: `${item.itemRef}x`, position: 2, evidence: {}, nextActionAt: null },
    })
    await limitTo(item.priceMinor)

    await requestItemCancellation(support, { orderId, itemId })
    await requestItemCancellation(support, { orderId, itemId })

    await expect(requestItemCancellation(support, { orderId, itemId: other })).rejects.toMatchObject({
      details: { reason: 'over_limit' },
    })
  })
})

describe('a request for a second person', () => {
  const staff = new Map<StaffRole, StaffMember>()

  beforeAll(async () => {
    for (const role of ['finance', 'manager', 'owner'] as const) staff.set(role, await addStaff(role))
  })

  beforeEach(() => letOneDecide(false))

  function as(role: StaffRole): StaffMember {
    const member = staff.get(role)
    if (!member) throw new Error(`No ${role}.`)

    return member
  }

  async function decideAs(role: StaffRole, { orderId, itemId, number: typed }: Started, act: ReviewInput['act']) {
    const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })

    return decideReview(as(role), { orderId, itemId, epoch, act, reason: 'seen', typed })
  }

  async function waitingActions({ orderId }: Started) {
    const order = await getAdminOrder(as('owner'), orderId)

    return order && (await getOrderActions(as('owner'), order)).waiting.map(({ act }) => act)
  }

  test('that an earlier release kept is replaced by the one that is asked for now', async () => {
    const started = await boughtAndInReview(sale, 'order_differs', { evidence: { problems: ['cost'] } })
    const { orderId, itemId } = started
    const act = 'held.write_off'
    const fingerprint = createHash('sha256')
      .update(JSON.stringify([act, { itemId }]))
      .digest('hex')
    const askedBy = actorOf(as('manager'))
    await db().secondLook.create({
      data: { id: newId('snd'), orderId, act, fingerprint, input: { itemId }, reason: 'seen', askedBy },
    })

    expect(await decideAs('owner', started, 'write_off')).toEqual({ outcome: 'waiting' })
    expect(await waitingActions(started)).toEqual([act])
    expect(await decideAs('manager', started, 'write_off')).toEqual({ outcome: 'moved' })
    expect(await waitingActions(started)).toEqual([])
  })

  test('ends with its case: nobody agrees to it when the item waits for somebody again', async () => {
    const started = await boughtAndInReview(sale, 'order_differs', { evidence: { problems: ['cost'] } })
    expect(await decideAs('manager', started, 'write_off')).toEqual({ outcome: 'waiting' })
    expect(await waitingActions(started)).toEqual(['held.write_off'])

    expect(await decideAs('owner', started, 'accept')).toEqual({ outcome: 'moved' })
    expect(await waitingActions(started)).toEqual([])
    await workUntil(started.itemId, ['DELIVERED'])
    await putInReview(started, 'order_differs')

    expect(await decideAs('finance', started, 'write_off')).toEqual({ outcome: 'waiting' })
    expect(await db().lossEntry.count({ where: { orderId: started.orderId } })).toBe(0)
    expect(await decideAs('manager', started, 'write_off')).toEqual({ outcome: 'moved' })
  })
})
