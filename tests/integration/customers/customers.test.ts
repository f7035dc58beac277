import { beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { copyForStaff, declineData, requestData } from '#lib/customers/commands/data-requests.ts'
import { blockBuyer, joinCustomers, separateCustomer, unblockBuyer } from '#lib/customers/commands/manage-customer.ts'
import {
  findCustomers,
  getCustomer,
  getCustomers,
  getOpenDataRequests,
} from '#lib/customers/queries/admin-customers.ts'
import { customerFilterSchema } from '#lib/customers/rules/admin-customers.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

duringTests(startShop)
const manager = staffDuringTests('manager')
const people: Record<string, string> = {}
const WHY = 'told us on the phone'

beforeAll(async () => {
  for (const [email, day] of [
    ['ana@example.com', '03'],
    ['ben@example.com', '04'],
    ['ana@example.com', '05'],
    ['ana.work@example.com', '06'],
  ] as const) {
    const { id } = await addSoldOrder({ email, createdAt: new Date(`2027-01-${day}T10:00:00Z`) })
    const { personId } = await db().order.findUniqueOrThrow({ where: { id } })
    people[email] = personId
  }
  await db().order.updateMany({
    data: {
      consent: { terms: true, withdrawalInfo: true, deviceChecked: false, text: '2026-11-20', at: '2027-01-03' },
    },
  })
})

const list = async (staff = manager) => (await getCustomers(staff)).rows

test('a customer is one row, however often somebody ordered, and who ordered last comes first', async () => {
  expect(await list()).toEqual([
    expect.objectContaining({ email: 'ana.work@example.com', orders: 1, esims: 1 }),
    expect.objectContaining({
      ...{ email: 'ana@example.com', orders: 2, esims: 2, isBlocked: false, moreAddresses: 0 },
      revenue: [{ currency: 'USD', minor: 2 * 1089 }],
    }),
    expect.objectContaining({ email: 'ben@example.com', orders: 1 }),
  ])
})

test('the list goes on where its page ended, and an address nobody can read means the first page', async () => {
  const newest = await db().order.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })

  expect((await getCustomers(manager, { after: newest.id })).rows.map(({ email }) => email)).toEqual([
    'ana@example.com',
    'ben@example.com',
  ])
  expect(customerFilterSchema.parse({ after: "'; drop", q: 7 })).toMatchObject({ after: null, q: '' })
})

test('customers are found by an address, its beginning, and the beginning of a name', async () => {
  const found = async (text: string) => (await findCustomers(manager, text))?.map(({ email }) => email).sort()

  expect(await found('ben@example.com')).toEqual(['ben@example.com'])
  expect(await found('ANA')).toEqual(['ana.work@example.com', 'ana@example.com', 'ben@example.com'])
  expect(await found('ana@')).toEqual(['ana@example.com'])
  expect(await found('%')).toEqual([])
})

test('roles that may not see persons read no address and no name, and find nobody by them', async () => {
  const finance = await addStaff('finance')
  const personId = people['ana@example.com'] ?? ''
  const said = { email: 'ana@example.com', reason: 'ana@example.com asked', endReason: 'not ana@example.com' }
  await db().buyerBlock.create({ data: { id: 'blk_said', ...said, by: 'x', endedAt: new Date() } })
  const asked = { id: 'req_said', personId, kind: 'export', reason: 'wrote as ana@example.com', askedBy: 'x' }
  await db().dataRequest.create({ data: { ...asked, closedAt: new Date() } })
  const page = await getCustomer(finance, personId)
  await db().buyerBlock.delete({ where: { id: 'blk_said' } })
  await db().dataRequest.delete({ where: { id: 'req_said' } })

  expect((await list(finance)).map(({ email }) => email)).toContain('a…@e….com')
  expect(await findCustomers(finance, 'ana@example.com')).toBeNull()
  expect(page).toMatchObject({ blocks: [{ reason: 'a…@e….com asked' }], requests: [{ reason: 'wrote as a…@e….com' }] })
  expect(JSON.stringify(page)).not.toMatch(/ana@example|Ana Ruiz|89480100/)
})

test('the page of a customer tells what was bought and agreed to, with the version of the words', async () => {
  const page = await getCustomer(manager, people['ana@example.com'] ?? '')

  expect(page?.orders).toHaveLength(2)
  expect(page?.orders[0]?.consent).toMatchObject({ terms: true, deviceChecked: false, text: '2026-11-20' })
  expect(page?.esims.map(({ traveller, destination }) => [traveller, destination])).toEqual([
    ['Ana Ruiz', 'Japan'],
    ['Ana Ruiz', 'Japan'],
  ])
  expect(await getCustomer(manager, 'per_none')).toBeNull()
})

test('what went between a customer and the store is read page by page, the newest first, and nothing is left out', async () => {
  const personId = people['ben@example.com'] ?? ''
  const { id: orderId } = await db().order.findFirstOrThrow({ where: { personId } })
  const at = (minute: number) => new Date(Date.UTC(2027, 1, 1, 0, minute))
  const mail = { kind: 'order_ready', orderId, payload: {}, state: 'SENT', nextActionAt: null } as const
  // Two in each minute: a page ends between them.
  const mails = Array.from({ length: 61 }, (_, n) => ({
    ...mail,
    id: `out_${n}`,
    dedupeKey: `mail ${n}`,
    createdAt: at(n >> 1),
  }))
  await db().outbox.createMany({ data: mails })
  await db().withdrawal.create({ data: { id: 'wdr_1', orderId, confirmedAt: at(40) } })
  const written = {
    email: 'ben@example.com',
    locale: 'en',
    topic: 'other',
    text: 'Hello',
    facts: {},
    createdAt: at(-1),
  }
  await db().message.create({ data: { ...written, id: 'msg_1', reference: 'M-TEST-0001' } })
  const pageBehind = async (last: string | null) => (await getCustomer(manager, personId, last))?.emails

  const first = await pageBehind(null)
  const second = await pageBehind(first?.older ?? '')
  const third = await pageBehind(second?.older ?? '')

  const pages = [first, second, third].map((page) => page?.rows ?? [])
  expect(pages.map(({ length }) => length)).toEqual([30, 30, 3])
  expect(new Set(pages.flat().map(({ id }) => id)).size).toBe(63)
  expect(pages.flat().at(0)).toMatchObject({ kind: 'withdrawal', orderId, at: at(40), doneAt: null })
  expect(pages.flat().at(1)).toMatchObject({ kind: 'mail', name: 'order_ready', state: 'SENT' })
  expect(pages.flat().at(-1)).toMatchObject({ kind: 'message', name: 'M-TEST-0001', orderId: null })
  expect([first?.isFirst, third?.isFirst, third?.older]).toEqual([true, false, null])
  expect((await pageBehind('out_gone'))?.rows).toEqual(first?.rows)
})

test('two addresses of one person are one customer, on the record, and can be taken apart again', async () => {
  const personId = people['ana@example.com'] ?? ''
  await joinCustomers(manager, { personId, email: ' Ana.Work@example.com ', reason: WHY })

  const [first, ...others] = await list()
  expect(first).toMatchObject({ email: 'ana.work@example.com', orders: 3, esims: 3, moreAddresses: 1 })
  expect(others.map(({ email }) => email)).toEqual(['ben@example.com'])
  const page = await getCustomer(manager, personId)
  expect(page?.addresses.map(({ by, reason }) => [by, reason])).toEqual(Array(2).fill(['Test manager', WHY]))
  expect(page?.orders).toHaveLength(3)
  const audit = await db().auditEvent.findFirstOrThrow({ where: { act: 'customer.merged' } })
  expect(JSON.stringify([audit.subject, audit.after])).not.toContain('@')
  await expect(joinCustomers(manager, { personId, email: 'ana.work@example.com', reason: WHY })).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(joinCustomers(manager, { personId, email: 'x@example.com', reason: WHY })).rejects.toMatchObject({
    code: 'not_found',
  })

  await separateCustomer(manager, { personId, email: 'ana.work@example.com', reason: WHY })

  expect(await list()).toHaveLength(3)
  expect(await db().customerAddress.count()).toBe(0)
})

test('a block is seen in the list, counts for every address of the customer, and ends', async () => {
  const personId = people['ben@example.com'] ?? ''
  await blockBuyer(manager, { personId, reason: 'stolen cards' })
  await joinCustomers(manager, { personId, email: 'ana.work@example.com', reason: WHY })

  expect((await list()).map(({ isBlocked }) => isBlocked)).toEqual([true, false])
  await expect(blockBuyer(manager, { personId, reason: 'again' })).rejects.toMatchObject({ code: 'conflict' })

  await unblockBuyer(manager, { personId: people['ana.work@example.com'] ?? '', reason: 'cleared up' })
  await separateCustomer(manager, { personId, email: 'ben@example.com', reason: WHY })

  expect((await list()).map(({ isBlocked }) => isBlocked)).toEqual([false, false, false])
  const events = await db().auditEvent.findMany({ where: { subject: personId }, orderBy: { id: 'asc' } })
  expect(events.map(({ act }) => act)).toEqual(['customer.blocked', 'customer.merged', 'customer.separated'])
})

test('a joined address that no order carries any more is taken out all the same', async () => {
  const personId = people['ben@example.com'] ?? ''
  const gone = { groupId: 'grp_ben', by: 'store', reason: WHY }
  await db().customerAddress.createMany({
    data: ['ben@example.com', 'ben.old@example.com'].map((email) => ({ email, ...gone })),
  })
  expect((await getCustomer(manager, personId))?.addresses.map(({ personId: id }) => id)).toContain(null)
  await expect(
    separateCustomer(manager, { personId: people['ana@example.com'] ?? '', email: 'ben.old@example.com', reason: WHY }),
  ).rejects.toMatchObject({ code: 'conflict' })

  await separateCustomer(manager, { personId, email: 'ben.old@example.com', reason: WHY })

  expect(await db().customerAddress.count()).toBe(0)
  await db().auditEvent.findFirstOrThrow({ where: { act: 'customer.separated', subject: personId } })
})

test('what somebody asks about the own data waits for who may carry it out, and the copy names no code', async () => {
  const support = await addStaff('support')
  const personId = people['ana@example.com'] ?? ''
  await requestData(support, { personId, kind: 'export', reason: WHY })
  await requestData(support, { personId, kind: 'erase', reason: WHY })
  const open = await getOpenDataRequests(support)
  expect(open.map(({ kind }) => kind)).toEqual(['export', 'erase'])

  const copy = await copyForStaff(manager, personId)
  await declineData(manager, { personId, requestId: open[1]?.id ?? '', reason: 'not the person' })

  expect(await getOpenDataRequests(support)).toEqual([])
  const text = JSON.stringify(copy)
  expect(text).toContain('ana@example.com')
  expect(text).toContain('Ana Ruiz')
  expect(text).not.toContain('SECRET-CODE')
  expect(text).not.toContain('ben@example.com')
  expect(await db().auditEvent.count({ where: { act: 'customer.exported', subject: personId } })).toBe(1)
})

test('who may do less is refused', async () => {
  const [finance, support, reader] = await Promise.all([
    addStaff('finance'),
    addStaff('support'),
    addStaff('read_only'),
  ])
  const personId = people['ana@example.com'] ?? ''

  await expect(blockBuyer(finance, { personId, reason: WHY })).rejects.toThrow('customers.block')
  await expect(joinCustomers(support, { personId, email: 'ben@example.com', reason: WHY })).rejects.toThrow('merge')
  await expect(requestData(reader, { personId, kind: 'erase', reason: WHY })).rejects.toThrow('customers.ask_data')
  await expect(copyForStaff(support, personId)).rejects.toThrow('customers.hand_data')
})
