import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { requestItemCancellation } from '#lib/fulfilment/commands/request-item-cancellation.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import { delivered } from '#tests/support/cancellations.ts'
import { paidOrder } from '#tests/support/items-in-review.ts'
import { freshParties, startSale } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { letOneDecide, staffDuringTests } from '#tests/support/staff.ts'

describe('the sum up to which support gives eSIMs back', () => {
  const sale = duringTests(startSale)
  const support = staffDuringTests('support')
  const manager = staffDuringTests('manager')

  beforeEach(async () => {
    await freshParties(sale)
    await letOneDecide(true)
  })

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
