import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { requestItemCancellation } from '#lib/fulfilment/commands/request-item-cancellation.ts'
import { delivered } from '#tests/support/cancellations.ts'
import { paidOrder } from '#tests/support/items-in-review.ts'
import { freshParties, startSale } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff, letOneDecide } from '#tests/support/staff.ts'

describe('the sum up to which support gives eSIMs back', () => {
  const sale = duringTests(startSale)
  let support: StaffMember
  let manager: StaffMember

  beforeAll(async () => {
    support = await addStaff('support')
    manager = await addStaff('manager')
  })

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
