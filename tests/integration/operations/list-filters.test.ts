import { beforeAll, expect, test } from 'vitest'
import { getCancellationQueue } from '#lib/cancellations/queries/cancellation-queue.ts'
import { type QueueFilter, queueFilterSchema } from '#lib/cancellations/rules/cancellation-queue.ts'
import { db } from '#lib/core/repository/client.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { joinCustomers, separateCustomer } from '#lib/customers/commands/manage-customer.ts'
import { getCustomers } from '#lib/customers/queries/admin-customers.ts'
import { type CustomerFilter, customerFilterSchema } from '#lib/customers/rules/admin-customers.ts'
import { listCards } from '#lib/esims/queries/admin-esims.ts'
import { type EsimFilter, esimFilterSchema } from '#lib/esims/rules/admin-esims.ts'
import { getJobPage } from '#lib/operations/queries/admin-jobs.ts'
import { jobFilterSchema } from '#lib/operations/rules/admin-audit.ts'
import { exportedOrders, listOrders } from '#lib/orders/queries/admin-orders.ts'
import { orderExportSchema, orderFilterSchema } from '#lib/orders/rules/admin-orders.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

duringTests(startShop)
const owner = staffDuringTests('owner')
const sold: Awaited<ReturnType<typeof addSoldOrder>>[] = []

const PEOPLE = ['ana@example.com', 'ana.work@example.com', 'ben@example.com', 'cem@example.com']

beforeAll(async () => {
  for (const [n, email] of PEOPLE.entries()) {
    const order = await addSoldOrder({ email, createdAt: new Date(`2027-01-0${n + 1}T23:30:00Z`) })
    const createdAt = new Date(`2027-01-0${n + 1}T23:30:00Z`)
    await db().esim.update({
      where: { id: order.esimId },
      data: { createdAt, revealedAt: n % 2 === 0 ? createdAt : null, cancelState: n < 2 ? 'REFUSED' : 'NONE' },
    })
    sold.push(order)
  }
})

test('orders are narrowed by tag and by who looks after them, in the list, in each tab and in the file', async () => {
  const support = await addStaff('support')
  const [first, second, third] = sold.map(({ id }) => id)
  const by = 'staff:stf_1'
  const { staffId } = support
  await db().orderTag.createMany({ data: [first, third].map((orderId = '') => ({ orderId, tag: 'vip', by })) })
  await db().orderAssignee.createMany({ data: [second, third].map((orderId = '') => ({ orderId, staffId, by })) })
  const list = async (asked: object, staff = owner) =>
    (await listOrders(staff, orderFilterSchema.parse(asked))).rows.map(({ id }) => id)
  const file: string[] = []
  for await (const part of exportedOrders(owner, orderExportSchema.parse({ tag: 'vip' }))) file.push(part)

  expect(await list({ tag: ' VIP ' })).toEqual([third, first])
  expect(await list({ tag: 'vip', tab: 'delivered' })).toEqual([third, first])
  expect(await list({ tag: 'vip', tab: 'needs-action' })).toEqual([])
  expect(await list({ tag: '', assignee: staffId })).toEqual([third, second])
  expect(await list({ assignee: 'me', state: 'DELIVERED' }, support)).toEqual([third, second])
  expect(await list({ assignee: 'me' })).toEqual([])
  expect(await list({ assignee: 'nobody' })).toHaveLength(sold.length)
  expect(file.join('').trim().split('\r\n')).toHaveLength(3)
})

test('a figure of a customer opens their orders and cards, with those of every joined address, in each tab and the files', async () => {
  const [ana, work] = await Promise.all(
    sold.slice(0, 2).map(({ id }) => db().order.findUniqueOrThrow({ where: { id } })),
  )
  const orders = async (asked: object) =>
    (await listOrders(owner, orderFilterSchema.parse(asked))).rows.map(({ id }) =>
      sold.findIndex((one) => one.id === id),
    )
  const esims = async (asked: object) =>
    (await listCards(owner, esimFilterSchema.parse(asked))).rows.map(({ id }) =>
      sold.findIndex(({ esimId }) => esimId === id),
    )
  const customer = ana?.personId ?? ''

  expect([await orders({ customer }), await esims({ customer })]).toEqual([[0], [0]])

  await joinCustomers(owner, { personId: customer, email: 'ana.work@example.com', reason: 'told us on the phone' })

  expect(await orders({ customer })).toEqual([1, 0])
  expect(await orders({ customer: work?.personId, tab: 'delivered' })).toEqual([1, 0])
  expect(await orders({ customer, after: sold[1]?.id })).toEqual([0])
  expect(await orders({ customer, tab: 'needs-action' })).toEqual([])
  expect(await esims({ customer, opened: 'yes' })).toEqual([0])
  expect([await orders({ customer: 'per_nobody' }), await esims({ customer: 'per_nobody' })]).toEqual([[], []])
  expect(await orders({ customer: "'; drop" })).toHaveLength(sold.length)
  expect(parseCsv(await exportFile(owner, 'orders', { customer }))).toHaveLength(3)
  expect(parseCsv(await exportFile(owner, 'cards', { customer }))).toHaveLength(3)
  await separateCustomer(owner, { personId: customer, email: 'ana.work@example.com', reason: 'told us on the phone' })
})

test.each<[Partial<Record<keyof EsimFilter, string>>, number[]]>([
  [{}, [3, 2, 1, 0]],
  [{ opened: 'yes' }, [2, 0]],
  [{ opened: 'no' }, [3, 1]],
  [{ state: 'REFUSED' }, [1, 0]],
  [{ state: 'REFUSED', opened: 'no' }, [1]],
  [{ from: '2027-01-02', to: '2027-01-03' }, [2, 1]],
  [{ opened: 'any', state: 'sold', from: 'soon' }, [3, 2, 1, 0]],
])('cards of the address %j', async (asked, wanted) => {
  const { rows } = await listCards(owner, esimFilterSchema.parse(asked))

  expect(rows.map(({ id }) => sold.findIndex(({ esimId }) => esimId === id))).toEqual(wanted)
})

test('the next page of a narrowed list stays narrowed', async () => {
  const filter = esimFilterSchema.parse({ opened: 'no', after: sold[3]?.esimId })

  expect((await listCards(owner, filter)).rows.map(({ id }) => id)).toEqual([sold[1]?.esimId])
})

test.each<[Partial<Record<keyof CustomerFilter, string>>, string[]]>([
  [{}, ['cem', 'ben', 'ana.work']],
  [{ from: '2027-01-03' }, ['cem', 'ben']],
  [{ to: '2027-01-03' }, ['ben', 'ana.work']],
  [{ buying: 'blocked' }, ['ana.work', 'dora']],
  [{ buying: 'blocked', from: '2027-01-03' }, []],
  [{ buying: 'any' }, ['cem', 'ben', 'ana.work']],
])('customers of the address %j, each once by the newest order', async (asked, wanted) => {
  await withBlocks()

  const { rows } = await getCustomers(owner, customerFilterSchema.parse(asked))

  expect(rows.map(({ email }) => email.split('@')[0])).toEqual(wanted)
  expect(rows.filter(({ isBlocked }) => isBlocked).every(({ email }) => /^(ana|dora)/.test(email))).toBe(true)
})

test('the pages of customers who may not buy go on to the last account that never ordered, however many blocks are newer', async () => {
  await withBlocks()
  const by = 'staff:stf_1'
  const block = (email: string) => ({ id: newId('blk'), email, reason: 'fraud', by })
  const strangers = Array.from({ length: 1_001 }, (_, n) => block(`stranger${n}@example.com`))
  const late = ['emil', 'finn', 'gil'].map((name) => `${name}@example.com`)
  await db().account.createMany({
    data: late.map((email) => ({ id: newId('acc'), email, provenAt: new Date(), locale: 'en' })),
  })
  await db().buyerBlock.createMany({ data: [...late.map(block), ...strangers] })
  const pages: string[][] = []
  let after: string | null = null
  do {
    const asked = customerFilterSchema.parse({ buying: 'blocked', after: after ?? undefined })
    const { rows, older } = await getCustomers(owner, asked, 2)
    pages.push(rows.map(({ email }) => email.split('@')[0] ?? ''))
    after = older
  } while (after !== null && pages.length < 9)

  expect(pages).toEqual([['ana.work', 'dora'], ['emil', 'finn'], ['gil']])
})

// One of two joined addresses is blocked, an account that never ordered, and one whose block has ended.
async function withBlocks(): Promise<void> {
  if ((await db().buyerBlock.count()) > 0) return
  const by = 'staff:stf_1'
  const groupId = newId('grp')
  await db().customerAddress.createMany({
    data: PEOPLE.slice(0, 2).map((email) => ({ email, groupId, by, reason: 'told us' })),
  })
  await db().account.create({
    data: { id: newId('acc'), email: 'dora@example.com', provenAt: new Date(), locale: 'en' },
  })
  await db().buyerBlock.createMany({
    data: [
      { id: newId('blk'), email: 'ana@example.com', reason: 'fraud', by },
      { id: newId('blk'), email: 'dora@example.com', reason: 'fraud', by },
      { id: newId('blk'), email: 'ben@example.com', reason: 'mistake', by, endedAt: new Date(), endedBy: by },
    ],
  })
}

test.each<[Partial<Record<keyof QueueFilter, string>>, number[]]>([
  [{}, [0, 2]],
  [{ by: 'buyer' }, [0]],
  [{ by: 'staff' }, [2]],
  [{ from: '2027-02-02' }, [2]],
  [{ view: 'refused' }, [3, 1]],
  [{ view: 'refused', to: '2027-02-02' }, [1]],
  [{ view: 'refused', by: 'staff', from: 'soon' }, [3, 1]],
])('requests of the address %j', async (asked, wanted) => {
  if ((await db().cancelAttempt.count()) === 0) await addRequests()

  const { returns } = await getCancellationQueue(owner, queueFilterSchema.parse(asked))

  expect(returns.map(({ order }) => sold.findIndex(({ id }) => id === order.id))).toEqual(wanted)
})

async function addRequests(): Promise<void> {
  for (const [n, { orderNum, itemId, esimId, iccid }] of sold.entries()) {
    const at = new Date(`2027-02-0${n + 1}T10:00:00Z`)
    const id = newId('can')
    const ended = n % 2 === 1
    const [requestedBy, state] = [n === 0 ? 'buyer' : 'staff:stf_1', ended ? 'REFUSED' : 'OPEN'] as const
    await db().cancelAttempt.create({
      data: { id, orderNum, itemId, state, requestedBy, askedAt: at, endedAt: ended ? at : null },
    })
    await db().cancelItem.create({ data: { attemptId: id, esimId, iccid } })
  }
}

test('rows of the worker are found by the numbers of their order and by their own, in the file too', async () => {
  const { id, iccid, itemId } = await addSoldOrder({ state: 'HELD' })
  const { number } = await db().order.findUniqueOrThrow({ where: { id }, select: { number: true } })
  const mail = { kind: 'order_ready', payload: {}, state: 'GIVEN_UP', nextActionAt: null } as const
  await db().outbox.createMany({
    data: [
      { id: 'out_given', dedupeKey: 'given', orderId: id, ...mail },
      { id: 'out_other', dedupeKey: 'other', ...mail },
    ],
  })
  const found = async (said: object) => (await getJobPage(owner, jobFilterSchema.parse(said))).rows.map((row) => row.id)

  expect(await found({ state: 'failed', q: number })).toEqual(['out_given'])
  expect(await found({ state: 'failed', q: 'out_other' })).toEqual(['out_other'])
  expect(await found({ state: 'held', q: iccid })).toEqual([itemId])
  expect(await found({ state: 'held', q: iccid, queue: 'mails' })).toEqual([])
  expect(await found({ state: 'due', q: number })).toEqual([])
  expect(await found({ state: 'failed', q: 'LF-0000-0000' })).toEqual([])
  expect((parseCsv(await exportFile(owner, 'jobs', { state: 'failed', q: number })) ?? []).slice(1)).toHaveLength(1)
})
