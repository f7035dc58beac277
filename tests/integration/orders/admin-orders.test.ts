import { beforeAll, describe, expect, test } from 'vitest'
import { getCancellationQueue } from '#lib/cancellations/queries/cancellation-queue.ts'
import { db } from '#lib/core/repository/client.ts'
import { STAFF_ROLES, type StaffMember, type StaffRole } from '#lib/core/rules/caller.ts'
import { getAdminEsim, listCards } from '#lib/esims/queries/admin-esims.ts'
import { listAuditRows } from '#lib/operations/queries/admin-audit.ts'
import { getToday, listNeeds } from '#lib/operations/queries/admin-today.ts'
import { auditFilterSchema } from '#lib/operations/rules/admin-audit.ts'
import { getAdminOrder } from '#lib/orders/queries/admin-order.ts'
import { findBuyer, findOrders, listOrders } from '#lib/orders/queries/admin-orders.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { type OrderFilter, orderFilterSchema } from '#lib/orders/rules/admin-orders.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

describe('admin orders', () => {
  const FILTER = orderFilterSchema.parse({})

  duringTests(startShop)
  let first: Awaited<ReturnType<typeof addSoldOrder>>
  const staff = {} as Record<StaffRole, StaffMember>

  beforeAll(async () => {
    for (const role of STAFF_ROLES) staff[role] = await addStaff(role)
    first = await addSoldOrder({ email: 'ana@example.com', number: 'LF-7Q2K-0M4R', iccid: '8948010006394134020' })
  })

  test.each([
    ['our number', () => 'LF-7Q2K-0M4R'],
    ['our number as it was heard', () => 'lf7q2k0m4r'],
    ["the network's number", () => first.orderNum],
    ['a whole ICCID', () => '8948010006394134020'],
    ['the last six digits of an ICCID', () => '134020'],
    ['an address', () => 'Ana@Example.com'],
    ['our payment id', () => first.paymentId],
    ["the provider's payment id", () => first.objectId],
  ])('finds an order by %s', async (_, text) => {
    const { rows, isReadable } = await findOrders(staff.owner, text())

    expect(isReadable).toBe(true)
    expect(rows.map(({ id }) => id)).toEqual([first.id])
  })

  test('leads from an address to all orders of whoever bought with it', async () => {
    const customer = await findBuyer(staff.support, ' ANA@example.com ')

    expect((await listOrders(staff.support, { ...FILTER, customer })).rows.map(({ id }) => id)).toEqual([first.id])
    expect(await findBuyer(staff.support, 'LF-7Q2K-0M4R')).toBeNull()
    expect(await findBuyer(staff.support, 'nobody@example.com')).toBeNull()
  })

  test('looks nobody up by address for a role that sees no addresses', async () => {
    expect(await findOrders(staff.finance, 'ana@example.com')).toEqual({ rows: [], isReadable: false })
    expect(await findBuyer(staff.finance, 'ana@example.com')).toBeNull()
  })

  test('the day that was chosen for a plan to begin, the last day to install and what came back stand on order and card', async () => {
    const { id, esimId } = await addSoldOrder({ startDate: '2027-03-06' })
    await db().esim.update({ where: { id: esimId }, data: { activateBefore: '2027-04-01' } })

    const [esim, order] = await Promise.all([getAdminEsim(staff.owner, esimId), getAdminOrder(staff.owner, id)])

    expect(esim).toMatchObject({ activateBefore: '2027-04-01', steps: [{ startDate: '2027-03-06' }] })
    expect(order?.items).toMatchObject([
      { startDate: '2027-03-06', esims: [{ activateBefore: '2027-04-01', refundedMinor: 0 }] },
    ])
  })

  const SEES = {
    read_only: { email: 'a…@e….com', iccid: '…4020', cost: null, traveller: null },
    support: { email: 'ana@example.com', iccid: '8948010006394134020', cost: null, traveller: 'Ana Ruiz' },
    finance: { email: 'a…@e….com', iccid: '…4020', cost: '7.1', traveller: null },
    manager: { email: 'ana@example.com', iccid: '8948010006394134020', cost: '7.1', traveller: 'Ana Ruiz' },
    owner: { email: 'ana@example.com', iccid: '8948010006394134020', cost: '7.1', traveller: 'Ana Ruiz' },
  }

  test('gives words of the network and of staff without the numbers and addresses that a role may not see', async () => {
    const { id, itemId, iccid, orderNum, esimId } = await addSoldOrder({ email: 'eva@example.com' })
    const said = `card ${iccid} of eva@example.com is in use`
    await db().orderItem.update({ where: { id: itemId }, data: { evidence: { said } } })
    await db().cancelAttempt.create({
      data: {
        ...{
          id: 'can_words',
          orderNum,
          itemId,
          state: 'REFUSED',
          requestedBy: 'buyer',
          reason: said,
          endedAt: new Date(),
        },
        outcome: { code: 22, text: said },
        items: { create: { esimId, iccid } },
      },
    })
    await recordOrderEvent({ orderId: id, kind: 'not_sent', data: { said } })
    await db().auditEvent.create({
      data: { actor: 'staff:stf_1', act: 'order.link_resent', subject: id, reason: said, after: { said } },
    })
    const read = async (role: StaffRole) =>
      JSON.stringify([
        await getAdminOrder(staff[role], id),
        await getCancellationQueue(staff[role], { view: 'refused' }),
        (await listAuditRows(staff[role], auditFilterSchema.parse({ subject: id }))).rows,
      ])

    expect((await read('owner')).match(new RegExp(said, 'g'))?.length).toBeGreaterThan(7)
    for (const role of ['finance', 'read_only'] as const) {
      expect(await read(role)).not.toMatch(new RegExp(`${iccid}|eva@example`))
      expect(await read(role)).toContain(`card …${iccid.slice(-4)} of e…@e….com is in use`)
    }
  })

  test.each(STAFF_ROLES)('gives %s the fields of the role, and the activation code to nobody', async (role) => {
    const order = await getAdminOrder(staff[role], first.id)
    const item = order?.items[0]

    expect({
      email: order?.email,
      iccid: item?.esims[0]?.iccid,
      cost: item?.providerOrders[0]?.cost,
      traveller: item?.esims[0]?.traveller,
    }).toEqual(SEES[role])
    expect(item?.esims[0]?.state).toBe('sealed')
    expect(order?.margin?.minor ?? null).toBe(SEES[role].cost === null ? null : 379)
    const whole = JSON.stringify([order, (await listOrders(staff[role], FILTER)).rows])
    expect(whole).not.toMatch(/LPA|SECRET-CODE/)
    expect(whole.includes('ana@example.com')).toBe(SEES[role].email === 'ana@example.com')
  })

  test('keeps a status number that nobody has explained as it came', async () => {
    const order = await getAdminOrder(staff.owner, first.id)

    expect(order?.items[0]?.providerOrders[0]?.status).toBe(5)
  })

  test('merges events, calls, acts and mails into one history, the newest first, unknown kinds included', async () => {
    const order = await addSoldOrder()
    await recordOrderEvent({ orderId: order.id, kind: 'paid', data: { amountMinor: 1089 } })
    await db().callLog.create({
      data: { endpoint: 'placeOrder', class: 'ok', code: 0, latencyMs: 80, itemId: order.itemId },
    })
    await db().auditEvent.create({
      data: { actor: `staff:${staff.support.staffId}`, role: 'support', act: 'order.noted', subject: order.id },
    })
    await db().outbox.create({
      data: { id: 'out_1', dedupeKey: 'x', kind: 'order_ready', orderId: order.id, payload: {}, state: 'SENT' },
    })
    await db().orderEvent.create({ data: { orderId: order.id, kind: 'something_new', actor: 'store', data: {} } })

    const view = await getAdminOrder(staff.read_only, order.id)

    expect(view?.history.map(({ family, name }) => `${family} ${name}`).sort()).toEqual([
      'act order.noted',
      'call placeOrder',
      'event paid',
      'event something_new',
      'mail order_ready',
    ])
    const times = view?.history.map(({ at }) => at.getTime()) ?? []
    expect(times).toEqual([...times].sort((a, b) => b - a))
    expect(view?.history.find(({ name }) => name === 'paid')?.facts).toEqual([
      { key: 'amountMinor', value: '1089', money: { minor: 1089, currency: 'USD' } },
    ])
    expect(view?.history.find(({ name }) => name === 'order.noted')?.actor).toBe('Test support')
  })

  test('adds captured money up: kept, open and refunded give the captured sum', async () => {
    const order = await addSoldOrder({ state: 'REFUNDED' })
    await db().payment.update({ where: { id: order.paymentId }, data: { refundedMinor: 489 } })

    const money = (await getAdminOrder(staff.owner, order.id))?.money

    expect(money).toEqual({
      authorisedMinor: 1089,
      capturedMinor: 1089,
      refundedMinor: 489,
      openMinor: 0,
      keptMinor: 600,
    })
  })

  test('walks all pages by key, forwards and back, and meets each order once', async () => {
    const day = new Date('2026-05-01T12:00:00Z')
    // Some share a moment: the id decides then.
    for (let n = 0; n < 112; n++) await addSoldOrder({ createdAt: new Date(day.getTime() + Math.floor(n / 3) * 1000) })
    const filter = { ...FILTER, from: '2026-05-01', to: '2026-05-01' } as never

    const there = await listOrders(staff.owner, filter)
    const second = await listOrders(staff.owner, { ...Object(filter), after: there.older })
    const third = await listOrders(staff.owner, { ...Object(filter), after: second.older })
    const back = await listOrders(staff.owner, { ...Object(filter), before: third.newer })

    expect([there, second, third].map(({ rows }) => rows.length)).toEqual([50, 50, 12])
    expect(new Set([there, second, third].flatMap(({ rows }) => rows.map(({ id }) => id))).size).toBe(112)
    expect(there.newer).toBeNull()
    expect(third.older).toBeNull()
    expect(back.rows.map(({ id }) => id)).toEqual(second.rows.map(({ id }) => id))
  })

  test('puts held lines, long open outcomes, given-up mails and open findings under needs action', async () => {
    const held = await addSoldOrder({ state: 'HELD', reason: 'order_differs' })
    const open = await addSoldOrder({ state: 'UNKNOWN' })
    await db().orderItem.update({
      where: { id: open.itemId },
      data: { unknownSince: new Date(Date.now() - 31 * 60_000) },
    })
    const young = await addSoldOrder({ state: 'UNKNOWN' })
    await db().orderItem.update({ where: { id: young.itemId }, data: { unknownSince: new Date() } })
    await db().discrepancy.create({ data: { id: 'brk_1', kind: 'cost_differs', subject: 'EP1', evidence: {} } })
    await db().outbox.create({
      data: { id: 'out_2', dedupeKey: 'y', kind: 'order_ready', orderId: held.id, payload: {}, state: 'GIVEN_UP' },
    })

    const needs = await listNeeds(staff.owner)
    const tab = await listOrders(staff.owner, { ...FILTER, tab: 'needs-action' })

    expect(needs.map(({ group, order }) => [group, order?.id])).toEqual([
      ['held', held.id],
      ['confirming', open.id],
      ['discrepancy', undefined],
      ['mail', held.id],
    ])
    expect(tab.rows.map(({ id }) => id).sort()).toEqual([held.id, open.id].sort())
  })

  test("counts today's sales and keeps the margin from roles that may not see it", async () => {
    const scope = { zone: 'Europe/Berlin', mode: 'trial', currency: 'USD' }
    const forOwner = await getToday(staff.owner, scope)
    const forSupport = await getToday(staff.support, scope)

    expect(forOwner.sales.today.orders).toBeGreaterThan(0)
    expect(forOwner.sales.today.margin?.minor).toBeGreaterThan(0)
    expect(forSupport.sales.today).toEqual({ ...forOwner.sales.today, margin: null })
    expect(forOwner.deliveries.today.medianMs).toBeGreaterThan(3_000)
  })
})

describe('admin order lists', () => {
  const FILTER = orderFilterSchema.parse({})
  const DAY = new Date('2026-05-01T12:00:00Z')

  duringTests(startShop)
  const owner = staffDuringTests('owner')

  beforeAll(async () => {
    // Some share a moment: the id decides then.
    for (let n = 0; n < 120; n++) {
      const state: ItemState = n % 2 === 0 ? 'DELIVERED' : 'CANCELLED'
      const order = await addSoldOrder({ state, createdAt: new Date(DAY.getTime() + Math.floor(n / 3) * 1000) })
      if (n % 4 === 0) await addItem(order, n % 8 === 0 ? 'CANCELLED' : 'DELIVERED')
    }
  })

  async function addItem({ id, itemId }: { id: string; itemId: string }, state: ItemState): Promise<void> {
    const { quoteId } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId }, select: { quoteId: true } })
    const facts = { id: `${itemId}-2`, orderId: id, position: 2, quoteId, itemRef: `${itemId}-2`, priceMinor: 1, state }
    await db().orderItem.create({ data: { ...facts, orderedAt: new Date(0) } })
  }

  async function walk(filter: Partial<OrderFilter>): Promise<string[]> {
    const ids: string[] = []
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof listOrders>> = await listOrders(owner, { ...FILTER, ...filter, after })
      ids.push(...page.rows.map(({ id }) => id))
      after = page.older
      if (after === null) return ids
    }
  }

  async function expected(states: ItemState[], also: ItemState[] = states): Promise<string[]> {
    const orders = await db().order.findMany({
      where: { AND: [{ items: { some: { state: { in: states } } } }, { items: { some: { state: { in: also } } } }] },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      select: { id: true },
    })

    return orders.map(({ id }) => id)
  }

  test('a line carries the instant of its order, whatever it was given', async () => {
    const items = await db().orderItem.findMany({ select: { orderedAt: true, order: { select: { createdAt: true } } } })

    expect(items.length).toBeGreaterThan(120)
    expect(items.filter(({ orderedAt, order }) => orderedAt.getTime() !== order.createdAt.getTime())).toEqual([])
  })

  test.each<[OrderFilter['tab'], ItemState | null, ItemState[], ItemState[]]>([
    ['delivered', null, ['DELIVERED'], ['DELIVERED']],
    ['returned', null, ['CANCELLED'], ['CANCELLED']],
    ['all', 'CANCELLED', ['CANCELLED'], ['CANCELLED']],
    ['delivered', 'CANCELLED', ['DELIVERED'], ['CANCELLED']],
    ['returned', 'DELIVERED', ['CANCELLED'], ['DELIVERED']],
    ['returned', 'CANCELLED', ['CANCELLED'], ['CANCELLED']],
    ['open', 'DELIVERED', [], ['DELIVERED']],
  ])('walks the list %s with state %s by key and meets each order once, newest first', async (tab, state, ...of) => {
    expect(await walk({ tab, state })).toEqual(await expected(...of))
  })

  test('goes back by key through a list of one state', async () => {
    const first = await listOrders(owner, { ...FILTER, tab: 'delivered' })
    const second = await listOrders(owner, { ...FILTER, tab: 'delivered', after: first.older })
    const back = await listOrders(owner, { ...FILTER, tab: 'delivered', before: second.newer })

    expect(first.newer).toBeNull()
    expect(back.rows.map(({ id }) => id)).toEqual(first.rows.map(({ id }) => id))
  })

  test('walks all cards by key, and a card that is gone has none behind it', async () => {
    const ids: string[] = []
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof listCards>> = await listCards(owner, { after })
      ids.push(...page.rows.map(({ id }) => id))
      after = page.older
      if (after === null) break
    }

    expect(ids).toHaveLength(120)
    expect(new Set(ids).size).toBe(120)
    expect((await listCards(owner, { after: 'crd_gone' })).rows).toEqual([])
  })
})
