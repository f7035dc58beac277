import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { actorOf, type StaffMember, type StaffRole } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import type { ReviewInput } from '#lib/fulfilment/commands/review/review-input.ts'
import { getAdminOrder, getOrderActions } from '#lib/orders/queries/admin-order.ts'
import { boughtAndInReview, putInReview } from '#tests/support/items-in-review.ts'
import { freshParties, type Started, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff, letOneDecide } from '#tests/support/staff.ts'

describe('a request for a second person', () => {
  const sale = duringTests(startSale)
  const staff = new Map<StaffRole, StaffMember>()

  beforeAll(async () => {
    for (const role of ['finance', 'manager', 'owner'] as const) staff.set(role, await addStaff(role))
  })

  beforeEach(async () => {
    await freshParties(sale)
    await letOneDecide(false)
  })

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
