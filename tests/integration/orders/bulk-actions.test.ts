import { beforeAll, expect, test } from 'vitest'
import { hideColumns, noteListExport } from '#lib/core/commands/lists.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { db } from '#lib/core/repository/client.ts'
import { STAFF_ROLES, type StaffMember, type StaffRole } from '#lib/core/rules/caller.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { VIEW_AREAS } from '#lib/core/rules/lists.ts'
import { findInPalette } from '#lib/operations/queries/admin-palette.ts'
import { runBulkAction } from '#lib/orders/commands/label-actions.ts'
import { exportedOrders, listOrders } from '#lib/orders/queries/admin-orders.ts'
import { esimTitle, orderTitle } from '#lib/orders/queries/admin-titles.ts'
import { orderExportSchema, orderFilterSchema } from '#lib/orders/rules/admin-orders.ts'
import { deleteView, saveView } from '#lib/settings/commands/saved-views.ts'
import { getViews } from '#lib/settings/queries/saved-views.ts'
import { MAX_VIEWS } from '#lib/settings/rules/saved-view.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

duringTests(startShop)
const staff = {} as Record<StaffRole, StaffMember>

beforeAll(async () => {
  for (const role of STAFF_ROLES) staff[role] = await addStaff(role)
})
const eventsOn = (subject: string) =>
  db().auditEvent.findMany({ where: { subject }, select: { act: true }, orderBy: { id: 'asc' } })

test('does one thing to several orders, and one that does not exist holds no other back', async () => {
  const [one, other] = [await addSoldOrder(), await addSoldOrder()]
  const ids = [one.id, 'ord_none', other.id, one.id]

  const rows = await runBulkAction(staff.support, { ids, act: { act: 'tag', tag: 'VIP', isSet: true } })

  expect(rows).toEqual([
    { id: one.id, outcome: 'done', reason: null },
    { id: 'ord_none', outcome: 'refused', reason: 'not_found' },
    { id: other.id, outcome: 'done', reason: null },
  ])
  expect(await db().orderTag.count({ where: { tag: 'vip', orderId: { in: [one.id, other.id] } } })).toBe(2)
  expect(await eventsOn(one.id)).toEqual([{ act: 'order.tagged' }])

  const off = await runBulkAction(staff.support, { ids: [one.id], act: { act: 'tag', tag: 'vip', isSet: false } })

  expect(off).toEqual([{ id: one.id, outcome: 'done', reason: null }])
  expect(await db().orderTag.count({ where: { tag: 'vip', orderId: { in: [one.id, other.id] } } })).toBe(1)
  expect(await db().orderEvent.count({ where: { orderId: one.id, kind: 'untagged' } })).toBe(1)
})

test('mails links and assigns, each with its own history', async () => {
  const order = await addSoldOrder()
  await runBulkAction(staff.support, { ids: [order.id], act: { act: 'resend' } })
  await runBulkAction(staff.support, { ids: [order.id], act: { act: 'assign', staffId: staff.finance.staffId } })

  expect(await db().outbox.count({ where: { orderId: order.id, kind: 'find_link' } })).toBe(1)
  expect((await eventsOn(order.id)).map(({ act }) => act)).toEqual(['order.link_resent', 'order.assigned'])
})

test('refuses more than fifty, and roles that may not', async () => {
  const ids = Array.from({ length: 51 }, (_, n) => `ord_${n}`)

  await expect(runBulkAction(staff.owner, { ids, act: { act: 'resend' } })).rejects.toMatchObject({ code: 'bad_input' })
  for (const role of ['read_only', 'finance'] as const) {
    const input = { ids: ['ord_1'], act: { act: 'resend' } as const }
    await expect(runBulkAction(staff[role], input)).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('exports named orders and whole filters as the role sees them, and writes it down', async () => {
  const order = await addSoldOrder({ email: 'export@example.com' })
  const read = async (role: StaffRole, ids: string) => {
    const filter = orderExportSchema.parse({ ids })
    await noteListExport(staff[role], 'orders', filter)
    const parts: string[] = []
    for await (const part of exportedOrders(staff[role], filter)) parts.push(part)

    return parts.join('').trim().split('\r\n')
  }

  expect(await read('owner', `${order.id},ord_none`)).toEqual([
    expect.stringMatching(/^order,placed/),
    expect.stringContaining('export@example.com'),
  ])
  expect((await read('finance', order.id)).join('\n')).not.toContain('export@example.com')
  expect((await read('owner', '')).length).toBe((await db().order.count()) + 1)
  await expect(read('support', '')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await db().auditEvent.count({ where: { act: 'orders.exported' } })).toBe(3)
})

test('a file says of each order what the list says', async () => {
  const [order, held, empty] = [await addSoldOrder(), await addSoldOrder(), await addSoldOrder()]
  const [payment] = await db().payment.findMany({ where: { orderId: held.id } })
  await db().payment.update({
    where: { id: payment?.id ?? '' },
    data: { state: 'AUTHORISED', capturedMinor: 0, refundedMinor: 0 },
  })
  await db().payment.deleteMany({ where: { orderId: empty.id } })
  await db().orderItem.update({ where: { id: order.itemId }, data: { state: 'REFUNDED' } })
  await db().payment.updateMany({ where: { orderId: order.id }, data: { capturedMinor: 1089, refundedMinor: 89 } })
  const ids = [order.id, held.id, empty.id]
  const parts: string[] = []
  for await (const part of exportedOrders(staff.owner, orderExportSchema.parse({ ids: ids.join() }))) parts.push(part)
  const { rows } = await listOrders(staff.owner, orderFilterSchema.parse({}))

  const [, ...said] = parseCsv(parts.join('')) ?? []

  expect(said).toEqual(
    ids.map((id) => {
      const row = rows.find((one) => one.id === id)

      return [
        ...[row?.number, row?.createdAt.toISOString(), row?.networkNumbers.join(' '), row?.email],
        ...[`${row?.plan?.destination} ${row?.plan?.amount}`, '1', '1', row?.states.join(' ')],
        ...[(Number(row?.totalMinor) / 100).toFixed(2), row?.currency, row?.money],
      ]
    }),
  )
  expect(said.map((cells) => cells.at(-1))).toEqual(['partly_refunded', 'held', 'none'])
})

test('keeps views for the person who made them, with one that opens first', async () => {
  const view = { area: 'orders', isDefault: true } as const
  await saveView(staff.support, { ...view, name: 'Held', query: 'state=HELD&tab=all&after=ord_9' })
  const { id } = await saveView(staff.support, { ...view, name: 'Open', query: '?tab=open' })
  await saveView(staff.support, { ...view, isDefault: false, name: 'Held', query: 'tab=all&state=HELD' })

  expect(await getViews(staff.support, 'orders')).toMatchObject([
    { name: 'Held', query: 'state=HELD&tab=all', isDefault: false },
    { name: 'Open', query: 'tab=open', isDefault: true },
  ])
  expect(await getViews(staff.owner, 'orders')).toEqual([])
  await expect(deleteView(staff.owner, id)).rejects.toMatchObject({ code: 'not_found' })
  await deleteView(staff.support, id)
  expect((await getViews(staff.support, 'orders')).map(({ name }) => name)).toEqual(['Held'])
})

test('keeps the views of each list apart, and one of each opens first', async () => {
  for (const area of VIEW_AREAS) {
    await saveView(staff.finance, { area, name: 'Mine', query: `?x=${area}&q=ana`, isDefault: true })
  }

  for (const area of VIEW_AREAS) {
    expect(await getViews(staff.finance, area)).toMatchObject([{ name: 'Mine', query: `x=${area}`, isDefault: true }])
  }
})

test('keeps a limited number of views, also when they come at once', async () => {
  const names = Array.from({ length: MAX_VIEWS + 5 }, (_, n) => `View ${n}`)
  const saved = await Promise.allSettled(
    names.map((name) => saveView(staff.manager, { area: 'orders', name, query: '', isDefault: true })),
  )

  expect(saved.filter(({ status }) => status === 'rejected')).toHaveLength(5)
  expect((await getViews(staff.manager, 'orders')).filter(({ isDefault }) => isDefault)).toHaveLength(1)
})

test('finds orders and cards for the palette, masked by role, and names a page about one thing', async () => {
  const order = await addSoldOrder({ number: 'LF-PALE-TTE1', iccid: '8948010006394777888' })
  const esim = await db().esim.findFirstOrThrow({ where: { iccid: '8948010006394777888' } })

  expect((await findInPalette(staff.owner, 'lfpalette1')).orders).toMatchObject([{ id: order.id }])
  const { esims } = await findInPalette(staff.finance, '8948010006394777888')
  expect(esims).toMatchObject([{ id: esim.id, number: 'LF-PALE-TTE1' }])
  expect(esims[0]?.iccid).not.toContain('894801')
  expect(await orderTitle(staff.read_only, order.id)).toBe('LF-PALE-TTE1')
  expect(await esimTitle(staff.read_only, esim.id)).toBe('…7888')
  expect(await orderTitle(null, order.id)).toBeNull()
})

test('keeps the columns that each person hides of each list, and knows no others', async () => {
  await hideColumns(staff.support, { list: 'orders', hidden: ['money', 'network', 'network', 'number', 'made_up'] })
  await hideColumns(staff.support, { list: 'cards', hidden: ['used'] })
  await hideColumns(staff.support, { list: 'figures', hidden: ['tax', 'used'] })

  expect(await getHiddenColumns(staff.support, 'orders')).toEqual(['network', 'money'])
  expect(await getHiddenColumns(staff.support, 'cards')).toEqual(['used'])
  expect(await getHiddenColumns(staff.support, 'figures')).toEqual(['tax'])
  expect(await getHiddenColumns(staff.owner, 'orders')).toEqual([])

  await hideColumns(staff.support, { list: 'orders', hidden: [] })

  expect(await getHiddenColumns(staff.support, 'orders')).toEqual([])
  expect(await getHiddenColumns(staff.support, 'cards')).toEqual(['used'])
})
