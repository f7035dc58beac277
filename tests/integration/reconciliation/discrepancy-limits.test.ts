import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db, transaction } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { actOnDiscrepancy } from '#lib/reconciliation/commands/act-on-discrepancy.ts'
import { getReconciliation } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import { lockOpenDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import type { DiscrepancyAct } from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

let shop: Shop
let support: StaffMember
let finance: StaffMember
let owner: StaffMember

beforeAll(async () => {
  shop = await startShop()
  support = await addStaff('support')
  finance = await addStaff('finance')
  owner = await addStaff('owner')
})
beforeEach(async () => {
  await db().setting.deleteMany()
})
afterAll(() => shop.close())

/** An open difference with money at risk, in main units of a currency. */
async function discrepancy(
  kind: string,
  risk: { amount: string; currency?: string } | null,
  subject: string = newId('pay'),
) {
  const id = newId('brk')
  const sum = risk && { riskAmount: risk.amount, riskCurrency: risk.currency ?? 'USD' }
  await db().discrepancy.create({ data: { id, kind, subject, evidence: {}, ...sum } })

  return id
}

const act = (staff: StaffMember, id: string, name: DiscrepancyAct, reason = 'seen') =>
  actOnDiscrepancy(staff, { id, act: name, reason })

test('lets support close a small difference by word, and no larger one', async () => {
  const small = await discrepancy('paid_without_line', { amount: '50' })
  const large = await discrepancy('paid_without_line', { amount: '50.01' })
  const foreign = await discrepancy('paid_without_line', { amount: '1', currency: 'EUR' })

  expect(await act(support, small, 'ignore')).toEqual({ result: 'closed' })
  await expect(act(support, large, 'ignore')).rejects.toMatchObject({
    code: 'forbidden',
    details: { reason: 'over_limit', limitMinor: 5000 },
  })
  await expect(act(support, foreign, 'ignore')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await act(finance, large, 'ignore')).toEqual({ result: 'closed' })
})

test('lets support ask for cards back up to its sum only, whichever page it starts from', async () => {
  const order = await addSoldOrder()
  await db().setting.create({ data: { key: 'acts.support_limit_minor', value: 1_000, updatedBy: 'test' } })
  const id = await discrepancy('status_differs', null, order.orderNum)

  await expect(act(support, id, 'open_cancellation')).rejects.toMatchObject({ details: { reason: 'over_limit' } })
})

test('books a loss only when a second person asks for the same, and once', async () => {
  const id = await discrepancy('paid_without_line', { amount: '12.50' })

  expect(await act(finance, id, 'book_loss')).toEqual({ result: 'waiting' })
  expect(await db().lossEntry.count({ where: { kind: 'paid_without_line' } })).toBe(0)
  await expect(act(finance, id, 'book_loss')).rejects.toMatchObject({ details: { reason: 'own_request' } })
  const shown = (await getReconciliation(owner)).discrepancies.find((one) => one.id === id)
  expect(shown?.waiting).toEqual([{ act: 'book_loss', by: finance.name, reason: 'seen' }])

  expect(await act(owner, id, 'book_loss', 'I agree')).toEqual({ result: 'closed' })
  expect(await db().lossEntry.count({ where: { kind: 'paid_without_line' } })).toBe(1)
})

test('does not stop a line that another worker takes while the decision is written, and says that it is busy', async () => {
  const { id: orderId, itemId, orderNum } = await addSoldOrder({ state: 'PLACED' })
  const id = await discrepancy('order_not_listed', null, orderNum)
  await db().discrepancy.update({ where: { id }, data: { orderId } })
  const held = () => db().orderItem.findUniqueOrThrow({ where: { id: itemId } })

  let holding: Promise<unknown> = Promise.resolve()
  await transaction(async (tx) => {
    await lockOpenDiscrepancy(id, tx)
    holding = expect(act(owner, id, 'hold')).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'line_busy' },
    })
    await expect.poll(async () => (await held()).leaseOwner).not.toBeNull()
    await db().orderItem.update({ where: { id: itemId }, data: { epoch: { increment: 1 }, leaseOwner: 'another' } })
  })
  await holding

  expect(await held()).toMatchObject({ state: 'PLACED', leaseOwner: 'another' })
  expect(await db().discrepancy.findUniqueOrThrow({ where: { id } })).toMatchObject({ closedAt: null })
  expect(await db().auditEvent.count({ where: { act: 'finding.acted', subject: id } })).toBe(0)
})
