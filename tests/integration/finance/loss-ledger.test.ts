import { beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { parseCsv } from '#lib/core/rules/csv.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { listLosses } from '#lib/finance/queries/admin-finance.ts'
import { type LossKind, lossFilterSchema } from '#lib/finance/rules/provider-ledger.ts'
import { bookLoss } from '#lib/reconciliation/repository/discrepancies.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, staffDuringTests } from '#tests/support/staff.ts'

const filter = (said: Record<string, string> = {}) => lossFilterSchema.parse({ book: 'trial', ...said })

duringTests(startShop)
const finance = staffDuringTests('finance')
let sold: Record<'here' | 'live', Awaited<ReturnType<typeof addSoldOrder>>>

beforeAll(async () => {
  sold = { here: await addSoldOrder(), live: await addSoldOrder() }
  await db().order.update({ where: { id: sold.live.id }, data: { mode: 'live' } })
  await lose({ orderId: sold.here.id, kind: 'late_order', amount: '7.1', orderNum: 'EP1', at: '2027-01-01T10:00:00Z' })
  await lose({ orderId: null, kind: 'payment_unknown', amount: '10.89', currency: 'EUR', at: '2027-01-02T10:00:00Z' })
  await lose({ orderId: sold.here.id, kind: 'written_off', amount: '0.000001', at: '2027-01-03T10:00:00Z' })
  await lose({ orderId: sold.live.id, kind: 'cancel_refused', amount: '99', at: '2027-01-04T10:00:00Z', mode: 'live' })
})

test('each loss shows its exact amount, the order that it comes from and the order of the network, newest first', async () => {
  const { rows, older } = await listLosses(finance, filter())
  const order = { id: sold.here.id, number: expect.stringMatching(/^LF-TEST-/) }

  expect(rows).toEqual([
    expect.objectContaining({ kind: 'written_off', amount: '0.000001', currency: 'USD', order, orderNum: null }),
    expect.objectContaining({ kind: 'payment_unknown', amount: '10.89', currency: 'EUR', order: null, orderNum: null }),
    expect.objectContaining({ kind: 'late_order', amount: '7.1', currency: 'USD', order, orderNum: 'EP1' }),
  ])
  expect(older).toBeNull()
})

test('the sums are of every loss of the filter, per currency', async () => {
  const sums = async (said: Record<string, string> = {}) => (await listLosses(finance, filter(said))).sums
  const [newest] = (await listLosses(finance, filter())).rows

  expect(await sums()).toEqual([
    { currency: 'EUR', amount: '10.89', unknown: 0 },
    { currency: 'USD', amount: '7.100001', unknown: 0 },
  ])
  expect(await sums({ after: newest?.id ?? '' })).toEqual(await sums())
  expect(await sums({ to: '2027-01-01' })).toEqual([{ currency: 'USD', amount: '7.1', unknown: 0 }])
  expect(await sums({ from: '2027-02-01' })).toEqual([])
})

test('losses are found by our number and by that of the network, and their sums are those of the search', async () => {
  const { number } = await db().order.findUniqueOrThrow({ where: { id: sold.here.id }, select: { number: true } })
  const found = async (q: string) => (await listLosses(finance, filter({ q }))).rows.map(({ kind }) => kind)

  expect(await found(number)).toEqual(['written_off', 'late_order'])
  expect(await found('EP1')).toEqual(['late_order'])
  expect(await found('nothing')).toEqual([])
  expect((await listLosses(finance, filter({ q: 'EP1' }))).sums).toEqual([
    { currency: 'USD', amount: '7.1', unknown: 0 },
  ])
  const file = await exportFile(finance, 'losses', { book: 'trial', q: 'EP1' })
  expect((parseCsv(file) ?? []).slice(1)).toHaveLength(1)
})

test('a loss whose sum nobody knows is counted beside the sums, and is no zero', async () => {
  const at = '2026-06-01T10:00:00Z'
  await lose({ orderId: sold.here.id, kind: 'cancel_refused', amount: null, at })
  await lose({ orderId: sold.here.id, kind: 'top_up_unpaid', amount: null, currency: 'EUR', at })
  await lose({ orderId: sold.here.id, kind: 'late_order', amount: '3', at })
  const day = { from: '2026-06-01', to: '2026-06-01' }
  const { rows, sums } = await listLosses(finance, filter(day))
  const [head = [], ...file] = await readAll(day)
  const column = (name: string) => file.map((row) => row[head.indexOf(name)]).sort()

  expect(rows.map(({ amount }) => amount)).toEqual(expect.arrayContaining([null, null, '3']))
  expect(sums).toEqual([
    { currency: 'EUR', amount: null, unknown: 1 },
    { currency: 'USD', amount: '3', unknown: 1 },
  ])
  const behind = async (said: Record<string, string>) =>
    (await listLosses(finance, filter({ ...day, ...said }))).rows.map(({ amount, currency }) => [amount, currency])
  expect(await behind({ amount: 'unknown', currency: 'EUR' })).toEqual([[null, 'EUR']])
  expect(await behind({ amount: 'known', currency: 'USD' })).toEqual([['3', 'USD']])
  expect(await behind({ amount: 'known', currency: 'EUR' })).toEqual([])
  expect(column('amount')).toEqual(['', '', '3'])
  expect(column('amount_known')).toEqual(['no', 'no', 'yes'])
  await db().lossEntry.deleteMany({ where: { at: new Date(at) } })
})

test('a loss is booked where its order was sold, and one without an order where the store was then', async () => {
  const loss = { kind: 'written_off', amount: null, currency: 'USD', evidence: {} } as const
  const where = { kind: 'written_off', at: { lt: new Date('2027-01-01T00:00:00Z') } }
  await bookLoss({ ...loss, orderId: sold.live.id })
  await bookLoss({ ...loss, orderId: null })

  expect(await db().lossEntry.findMany({ where, orderBy: { mode: 'asc' } })).toMatchObject([
    { mode: 'live', orderId: sold.live.id, amount: null },
    { mode: 'trial', orderId: null, amount: null },
  ])
  await db().lossEntry.deleteMany({ where })
})

test('losses of the trial and of the live store stand apart, also those without an order', async () => {
  const kinds = async (said: Record<string, string>) =>
    (await listLosses(finance, filter(said))).rows.map(({ kind }) => kind)

  expect(await kinds({ book: 'live' })).toEqual(['cancel_refused'])
  expect(await kinds({ book: 'nonsense' })).toEqual(['written_off', 'payment_unknown', 'late_order'])
  expect(await kinds({ from: '2027-01-02', to: '2027-01-02' })).toEqual(['payment_unknown'])
})

test('the list goes on where its page ended, also between losses of one moment', async () => {
  const at = '2026-01-01T10:00:00Z'
  for (let n = 0; n < 60; n++) await lose({ orderId: sold.here.id, kind: 'late_order', amount: '1', at })

  const first = await listLosses(finance, filter())
  const second = await listLosses(finance, filter({ after: first.older ?? '' }))
  const ids = [...first.rows, ...second.rows].map(({ id }) => id)

  expect(first.rows).toHaveLength(50)
  expect(second.older).toBeNull()
  expect(new Set(ids).size).toBe(63)
})

test('the file holds every loss of the filter, and that it was taken is written down', async () => {
  const [head, ...rows] = await readAll({ from: '2027-01-01' })
  const column = (name: string) => rows.map((row) => row[head?.indexOf(name) ?? -1])

  expect(column('kind')).toEqual(['written_off', 'payment_unknown', 'late_order'])
  expect(column('amount')).toEqual(['0.000001', '10.89', '7.1'])
  expect(column('network_order')).toEqual(['', '', 'EP1'])
  expect(column('order_id')).toEqual([sold.here.id, '', sold.here.id])
  expect(
    await db().auditEvent.findFirstOrThrow({ where: { subject: 'losses' }, orderBy: { at: 'desc' } }),
  ).toMatchObject({
    act: 'finance.exported',
    after: { book: 'trial', from: '2027-01-01' },
  })
})

test('who may not see costs is shown none of it', async () => {
  const support = await addStaff('support')

  await expect(listLosses(support, filter())).rejects.toThrow('costs.see')
  await expect(exportFile(support, 'losses')).rejects.toThrow('costs.see')
})

async function readAll(said: Record<string, string>): Promise<string[][]> {
  return parseCsv(await exportFile(finance, 'losses', filter(said))) ?? []
}

type Input = {
  orderId: string | null
  kind: LossKind
  amount: string | null
  currency?: string
  orderNum?: string
  mode?: string
  at: string
}

async function lose({ currency = 'USD', mode = 'trial', orderNum, at, ...loss }: Input): Promise<void> {
  const evidence = orderNum ? { orderNum } : { discrepancy: 'brk_1' }
  await db().lossEntry.create({
    data: { id: newId('los'), ...loss, currency, mode, evidence, at: new Date(at) },
  })
}
