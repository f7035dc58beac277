import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { getAdminOrder } from '#lib/orders/queries/admin-order.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

let shop: Shop
let owner: StaffMember
let readOnly: StaffMember

beforeAll(async () => {
  shop = await startShop()
  owner = await addStaff('owner')
  readOnly = await addStaff('read_only')
})

afterAll(() => shop.close())

test('an order shows its open differences, those about its payment and its network order too, and no others', async () => {
  const [order, other] = [await addSoldOrder(), await addSoldOrder()]
  await openDiscrepancy({
    kind: 'refund_differs',
    subject: order.paymentId,
    orderId: order.id,
    evidence: { atProvider: 1089, ours: 0 },
  })
  await openDiscrepancy({
    kind: 'cancel_open',
    subject: order.orderNum,
    evidence: { orderNum: order.orderNum, status: 4 },
  })
  await openDiscrepancy({ kind: 'cost_differs', subject: other.orderNum, orderId: other.id, evidence: {} })
  const settled = { id: 'brk_settled', kind: 'dispute', subject: order.paymentId, orderId: order.id, evidence: {} }
  await db().discrepancy.create({ data: { ...settled, closedAt: new Date() } })

  const view = await getAdminOrder(owner, order.id)

  expect(view?.discrepancies.map(({ kind }) => kind).sort()).toEqual(['cancel_open', 'refund_differs'])
  const refund = view?.discrepancies.find(({ kind }) => kind === 'refund_differs')
  expect(refund?.facts).toContainEqual({
    key: 'atProvider',
    value: '1089',
    money: { minor: 1089, currency: 'USD' },
  })
})

test('the cost of a difference stays with roles that may see costs', async () => {
  const order = await addSoldOrder()
  const evidence = { expected: '7.10', charged: '9.90', currency: 'USD' }
  await openDiscrepancy({ kind: 'cost_differs', subject: order.orderNum, orderId: order.id, evidence })

  const keys = async (caller: StaffMember) =>
    (await getAdminOrder(caller, order.id))?.discrepancies.flatMap(({ facts }) => facts.map(({ key }) => key)).sort()

  expect(await keys(owner)).toEqual(['charged', 'currency', 'expected', 'subject'])
  expect(await keys(readOnly)).toEqual(['currency', 'subject'])
})

test('an order shows what was asked of the network and of the provider to give it back, with their words', async () => {
  const order = await addSoldOrder()
  await db().cancelAttempt.create({
    data: {
      id: 'can_1',
      orderNum: order.orderNum,
      itemId: order.itemId,
      state: 'REFUSED',
      requestedBy: `staff:${owner.staffId}`,
      reason: 'plans changed',
      outcome: { status: 0, code: 5, text: 'no cancellation after installation' },
      items: { create: [{ esimId: order.esimId, iccid: order.iccid, answer: 'ask' }] },
    },
  })
  const money = { key: 'k1', kind: 'AUTOMATIC', amountMinor: 1089, expectedRefundedSoFar: 0, reason: 'late' } as const
  await db().refund.create({
    data: { id: 'rfd_1', paymentId: order.paymentId, state: 'REFUSED', requestedBy: 'store', ...money },
  })

  const view = await getAdminOrder(owner, order.id)
  const [cancellation] = (await getAdminOrder(readOnly, order.id))?.cancellations ?? []

  expect(view?.cancellations[0]).toMatchObject({
    state: 'REFUSED',
    askedBy: 'Test owner',
    esims: [{ iccid: order.iccid, answer: 'ask' }],
  })
  expect(view?.cancellations[0]?.facts).toContainEqual({ key: 'text', value: 'no cancellation after installation' })
  expect(view?.refunds[0]).toMatchObject({ state: 'REFUSED', amountMinor: 1089, reason: 'late', askedBy: null })
  expect(cancellation?.esims[0]?.iccid).not.toBe(order.iccid)
})
