import { beforeEach, expect, test } from 'vitest'
import { pauseSales, resumeSales, salesPaused } from '#lib/checkout/commands/sales-pause.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { giveCredit } from '#lib/customers/commands/credits.ts'
import { settleMessage } from '#lib/customers/commands/messages.ts'
import { addMessage } from '#lib/customers/repository/messages.ts'
import { getFinanceSums, listFinanceLines } from '#lib/finance/queries/admin-finance.ts'
import { financeFilterSchema } from '#lib/finance/rules/admin-finance.ts'
import { beginRecovery, endRecovery, noteRecovery } from '#lib/fulfilment/repository/recovery.ts'
import { getToday, listNeeds } from '#lib/operations/queries/admin-today.ts'
import { getAdminOrder } from '#lib/orders/queries/admin-order.ts'
import { listOrders } from '#lib/orders/queries/admin-orders.ts'
import { orderFilterSchema } from '#lib/orders/rules/admin-orders.ts'
import { addProviderEntry, openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { giveGoodwill } from '#lib/refunds/commands/give-goodwill.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addRefund, addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, letOneDecide, staffDuringTests } from '#tests/support/staff.ts'

const SCOPE = { zone: 'UTC', mode: 'trial', currency: 'USD' }

duringTests(startShop)
const owner = staffDuringTests('owner')
const support = staffDuringTests('support')

beforeEach(async () => {
  await db().discrepancy.deleteMany()
  await db().breaker.updateMany({ data: { state: 'closed', openedAt: null } })
  await resumeSales('store')
  await endRecovery()
})

test('what waits for a second person stands before everybody who may agree, and not before whoever asked', async () => {
  const finance = await addStaff('finance')
  const manager = await addStaff('manager')
  await letOneDecide(false)
  const { id: orderId, itemId } = await addSoldOrder()
  const { personId } = await db().order.findUniqueOrThrow({ where: { id: orderId } })
  const input = { orderId, itemId, amountMinor: 150, reason: 'A day late', once: { key: 'k' } }
  expect(await giveGoodwill(finance, input)).toEqual({ outcome: 'waiting' })
  await giveCredit(manager, { personId, amount: '5', until: '', reason: 'Two days late', once: { key: 'k' } })
  const seenBy = async (who: StaffMember) => (await listNeeds(who)).filter(({ group }) => group === 'second')

  expect(await seenBy(finance)).toMatchObject([{ what: 'credit_waits', customer: personId, amount: { minor: 500 } }])
  expect(await seenBy(manager)).toMatchObject([{ what: 'act_waits', order: { id: orderId }, amount: { minor: 150 } }])
  expect((await seenBy(owner)).map(({ facts }) => facts[0]?.value)).toEqual(['A day late', 'Two days late'])
  expect(await seenBy(support)).toEqual([])
})

test('a recovery is told with its steps, and no closed till beside it', async () => {
  const lostSince = new Date('2027-03-01T10:00:00Z')
  await beginRecovery({ reason: 'restored', lostSince })
  await noteRecovery({ step: 'erasures', counts: { listed: 2, erased: 0 } })
  await noteRecovery({ error: 'payments: upstream timeout' })

  const { recovery, needs } = await getToday(support, SCOPE)

  expect(recovery).toMatchObject({
    reason: 'restored',
    lostSince,
    fault: { step: 'payments', kind: 'timeout' },
    lastTryAt: expect.any(Date),
  })
  expect(recovery?.steps.map(({ step, doneAt }) => [step, doneAt !== null])).toEqual([
    ['erasures', true],
    ['payments', false],
    ['lines', false],
    ['orders', false],
  ])
  expect(recovery?.steps[0]?.counts).toEqual([{ key: 'listed', count: 2 }])
  expect(needs.filter(({ group }) => group === 'sales')).toEqual([])
  expect(await salesPaused()).toBe('recovery')
})

test('an error of our own in a recovery is named as one, and ordinary times have no recovery', async () => {
  await beginRecovery({ reason: 'by_hand', lostSince: null })
  await noteRecovery({ error: 'lines: TypeError' })
  expect((await getToday(owner, SCOPE)).recovery?.fault).toEqual({ step: 'lines', kind: 'unexpected_error' })

  await endRecovery()
  expect((await getToday(owner, SCOPE)).recovery).toBeNull()
})

test('a closed till is told with its reason, its moment and the code of the network', async () => {
  await transaction((tx) => pauseSales('placements_refused', { code: -30 }, tx))

  const [salesPause] = await listNeeds(owner)

  expect(salesPause).toMatchObject({
    group: 'sales',
    what: 'placements_refused',
    facts: [{ key: 'code', value: '-30' }],
  })
  expect(Math.abs(Date.now() - (salesPause?.since.getTime() ?? 0))).toBeLessThan(60_000)
})

test('a customer who waits for an answer is told, the oldest first, until the message is closed', async () => {
  const { id } = await addSoldOrder()
  const write = (topic: string, orderId: string | null) =>
    transaction((tx) =>
      addMessage({ email: 'a@example.com', locale: 'en', topic, text: 'Hm.', orderId, facts: {} }, tx),
    )
  const first = await write('invoice', id)
  await write('install', null)
  const waiting = async () => (await listNeeds(support)).filter(({ group }) => group === 'message')

  expect(await waiting()).toMatchObject([
    { key: first.id, what: 'invoice', order: { id } },
    { what: 'install', order: null },
  ])
  await settleMessage(owner, { id: first.id, answer: null })
  expect((await waiting()).map(({ what }) => what)).toEqual(['install'])
})

test('a network that has long been silent closes the till on this page too', async () => {
  const openedAt = new Date(Date.now() - 16 * 60_000)
  const row = { state: 'open', openedAt }
  await db().breaker.upsert({ where: { key: 'placements' }, create: { key: 'placements', ...row }, update: row })

  const [salesPause] = await listNeeds(owner)

  expect(salesPause).toMatchObject({ group: 'sales', what: 'network_down' })
  expect(Math.abs((salesPause?.since.getTime() ?? 0) - openedAt.getTime())).toBeLessThan(60_000)
  expect(await salesPaused()).toBe('network_down')
})

test('a till is opened for the reason it was closed for, and that is written down once', async () => {
  await transaction((tx) => pauseSales('placements_refused', { code: -30 }, tx))
  await resumeSales('store', 'strange_answers')
  expect(await salesPaused()).toBe('placements_refused')
  const before = await db().auditEvent.count({ where: { act: 'till.opened' } })

  await resumeSales('store', 'placements_refused')
  await resumeSales('store', 'placements_refused')

  expect(await salesPaused()).toBeNull()
  expect(await db().auditEvent.count({ where: { act: 'till.opened' } })).toBe(before + 1)
})

test('a difference without an order shows what was written down, and costs only to those who may see them', async () => {
  const evidence = { skuId: 392, count: 1, status: 0, total: '7.10', lineRef: 'LFX' }
  await openDiscrepancy({ kind: 'upstream_order_unknown', subject: 'EP900', evidence })

  const facts = async (caller: StaffMember) =>
    (await listNeeds(caller))
      .find(({ group }) => group === 'discrepancy')
      ?.facts.map(({ key, value }) => `${key} ${value}`)

  const all = ['count 1', 'lineRef LFX', 'skuId 392', 'status 0', 'subject EP900', 'total 7.10']
  expect((await facts(owner))?.sort()).toEqual(all)
  expect(await facts(support)).not.toContain('total 7.10')
})

test('a difference with an order leads to the order, which has the evidence', async () => {
  const order = await addSoldOrder()
  await openDiscrepancy({ kind: 'refund_differs', subject: order.paymentId, orderId: order.id, evidence: { ours: 5 } })

  const need = (await listNeeds(owner)).find(({ group }) => group === 'discrepancy')

  expect(need).toMatchObject({ what: 'refund_differs', order: { id: order.id }, facts: [] })
})

test('the figures of the day lead to exactly the orders that they count', async () => {
  const today = new Date()
  const sold = await addSoldOrder({ createdAt: today })
  const returned = await addSoldOrder({ createdAt: today, state: 'REFUNDED' })
  const elsewhere = await addSoldOrder({ createdAt: today })
  await db().order.update({ where: { id: elsewhere.id }, data: { currency: 'EUR' } })
  const foreign = await addSoldOrder({ createdAt: today })
  await db().order.update({ where: { id: foreign.id }, data: { mode: 'live' } })
  const unpaid = await addSoldOrder({ createdAt: today })
  await db().orderItem.update({ where: { id: unpaid.itemId }, data: { readyAt: null, deliveredAt: null } })
  await db().payment.update({ where: { id: unpaid.paymentId }, data: { capturedMinor: 0, state: 'VOIDED' } })
  await addSoldOrder({ createdAt: new Date(today.getTime() - 3 * 86_400_000) })

  const { sales, deliveries, stretch } = await getToday(owner, SCOPE)
  const behind = async (counted: 'sold' | 'delivered') => {
    const { from, until } = stretch.today
    const asked = { counted, since: from.toISOString(), until: until.toISOString() }

    return (await listOrders(support, orderFilterSchema.parse(asked))).rows
  }
  const rows = await behind('sold')

  expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining([sold.id, returned.id]))
  expect(rows).toHaveLength(sales.today.orders)
  expect(rows.reduce((sum, { totalMinor }) => sum + totalMinor, 0)).toBe(sales.today.revenueMinor)
  const others = [elsewhere, foreign, unpaid].map(({ id }) => id)
  expect(rows.filter(({ id }) => others.includes(id))).toEqual([])
  expect(await behind('delivered')).toHaveLength(deliveries.today.lines)
})

test('a day has the same sales in Today, finance, the sold lines, the list of orders and the orders themselves', async () => {
  const createdAt = new Date()
  const returned = await addSoldOrder({ createdAt, state: 'REFUNDED', taxMinor: 89 })
  await addRefund(returned, 1089)
  await addProviderEntry({ kind: 'expected_credit', amount: '7.1', currency: 'USD', orderNum: returned.orderNum })
  await addSoldOrder({ createdAt, taxMinor: 89 })
  const untold = await addSoldOrder({ createdAt })
  await db().providerOrder.updateMany({ where: { orderNum: untold.orderNum }, data: { cost: null } })
  const live = await addSoldOrder({ createdAt })
  await db().order.update({ where: { id: live.id }, data: { mode: 'live' } })
  const day = createdAt.toISOString().slice(0, 10)
  const filter = financeFilterSchema.parse({ book: 'trial', currency: 'USD', from: day, to: day, lines: 'all' })

  const { today } = (await getToday(owner, SCOPE)).sales
  const totals = (await getFinanceSums(owner, filter, 'en')).totals.filter(({ currency }) => currency === 'USD')
  const { rows: lines } = await listFinanceLines(owner, filter, 'en')
  const { rows: orders } = await listOrders(owner, orderFilterSchema.parse({ counted: 'sold', from: day, to: day }))
  const views = await Promise.all(orders.map(({ id }) => getAdminOrder(owner, id)))

  const sum = (values: (number | null | undefined)[]) => values.reduce<number>((all, one) => all + (one ?? 0), 0)
  expect(totals).toHaveLength(1)
  expect([today.revenueMinor, today.refundedMinor, today.margin]).toEqual([
    ...[totals[0]?.revenueMinor, totals[0]?.refundedMinor],
    { minor: totals[0]?.marginMinor, lines: totals[0]?.lines, knownLines: totals[0]?.knownLines },
  ])
  expect(today.refundedMinor).toBe(1089)
  expect(today.revenueMinor).toBe(sum(lines.map(({ revenueMinor }) => revenueMinor)))
  expect(today.revenueMinor).toBe(sum(orders.map(({ totalMinor }) => totalMinor)))
  expect(today.orders).toBe(orders.length)
  expect(today.margin?.minor).toBe(sum(views.map((order) => order?.margin?.minor)))
  expect([returned, live].map(({ id }) => orders.some((order) => order.id === id))).toEqual([true, false])
})
