import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { watchAlarms } from '#lib/operations/commands/watch-alarms.ts'
import { getOpenAlarms } from '#lib/operations/queries/admin-alarms.ts'
import { alarmEmail } from '#lib/operations/worker/alarm-email.ts'
import { raiseAlarms } from '#lib/operations/worker/raise-alarms.ts'
import { startMailSender } from '#tests/support/mail-sender.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const START = new Date()
const at = (ms: number) => new Date(START.getTime() + ms)

let shop: Shop
let itemId: string
let owners: string[]

beforeAll(async () => {
  shop = await startShop({ PUBLIC_URL: 'https://shop.test' })
  itemId = (await addSoldOrder()).itemId
  owners = [(await addStaff('owner')).staffId, (await addStaff('owner')).staffId]
  await addStaff('manager')
})

afterAll(() => shop.close())

beforeEach(async () => {
  await db().alarm.deleteMany()
  await db().outbox.deleteMany()
  await db().setting.deleteMany()
  await settle()
})

/** The one thing that is wrong in these tests: a line that was held for five hours. */
async function hold(): Promise<void> {
  const since = at(-5 * HOUR)
  await db()
    .$executeRaw`UPDATE "Line" SET "state" = 'HELD', "updatedAt" = ${since}, "nextActionAt" = NULL WHERE "id" = ${itemId}`
}

async function settle(): Promise<void> {
  await db().orderItem.update({ where: { id: itemId }, data: { state: 'DELIVERED', nextActionAt: null } })
}

/** The mails so far: kind and state with how many there are. */
async function mails(): Promise<Record<string, number>> {
  const rows = await db().outbox.groupBy({ by: ['kind', 'state'], _count: true })

  return Object.fromEntries(rows.map(({ kind, state, _count }) => [`${kind} ${state}`, _count]))
}

/** Lets workers look, each at its instant. What they queue is not due: a mail that waits would be late work, an alarm too. */
async function look(...times: number[]): Promise<void> {
  await Promise.all(times.map((ms) => watchAlarms(at(ms))))
  await db().outbox.updateMany({ data: { nextActionAt: null } })
}

const sent = () => db().outbox.updateMany({ data: { state: 'SENT', nextActionAt: null } })
const kinds = async () => (await getOpenAlarms(OWNER)).map(({ kind }) => kind)

test('nothing is said while nothing is wrong', async () => {
  await look(0)

  expect(await db().alarm.count()).toBe(0)
  expect(await mails()).toEqual({})
})

test('several workers open an alarm once, and mail each owner once', async () => {
  await hold()

  await look(0, 0, 7, 9)
  await look(MINUTE)

  expect(await kinds()).toEqual(['order_held'])
  expect(await mails()).toEqual({ 'alarm_opened DUE': 2 })
  const readers = (await db().outbox.findMany()).map(({ payload }) => (payload as { staffId: string }).staffId)
  expect(readers.sort()).toEqual([...owners].sort())
})

test('it is repeated once a day while it stands, by one of the workers', async () => {
  await hold()
  await look(0)
  await sent()

  await look(23 * HOUR)
  expect(await mails()).toEqual({ 'alarm_opened SENT': 2 })
  await look(24 * HOUR, 24 * HOUR + 5)
  await look(25 * HOUR)

  expect(await mails()).toEqual({ 'alarm_opened SENT': 2, 'alarm_reminder DUE': 2 })
})

test('it is over when it has been calm for a while, told once, and opens anew when it comes back', async () => {
  await hold()
  await look(0)
  await sent()
  await settle()

  await look(9 * MINUTE)
  expect(await kinds()).toEqual(['order_held'])
  await look(10 * MINUTE, 10 * MINUTE + 3)
  await look(11 * MINUTE)

  expect(await kinds()).toEqual([])
  expect(await mails()).toEqual({ 'alarm_opened SENT': 2, 'alarm_over DUE': 2 })

  await hold()
  await look(20 * MINUTE)

  expect(await kinds()).toEqual(['order_held'])
  expect(await mails()).toEqual({ 'alarm_opened SENT': 2, 'alarm_over DUE': 2, 'alarm_opened DUE': 2 })
})

test('what comes back before it was calm is the same alarm', async () => {
  await hold()
  await look(0)
  await settle()
  await look(5 * MINUTE)
  await hold()
  await look(8 * MINUTE)
  await settle()
  await look(12 * MINUTE)

  expect(await db().alarm.count()).toBe(1)
  expect(await mails()).toEqual({ 'alarm_opened DUE': 2 })
})

test('whoever has not heard of it is not told that it is over', async () => {
  await hold()
  await look(0)
  const [first] = await db().outbox.findMany({ take: 1 })
  await db().outbox.update({ where: { id: first?.id ?? '' }, data: { state: 'SENT', nextActionAt: null } })
  await settle()

  await look(11 * MINUTE)

  expect(await mails()).toEqual({ 'alarm_opened SENT': 1, 'alarm_over DUE': 1 })
  const over = await db().outbox.findFirst({ where: { kind: 'alarm_over' } })
  expect(over?.payload).toEqual(first?.payload)
})

test('a kind that is switched off is neither opened nor kept, and nobody is told', async () => {
  await hold()
  await look(0)
  await sent()
  await db().setting.create({ data: { key: 'alarms.off', value: ['order_held'], updatedBy: 'test' } })

  await look(MINUTE)
  await look(2 * MINUTE)

  expect(await kinds()).toEqual([])
  expect(await mails()).toEqual({ 'alarm_opened SENT': 2 })
})

test('an address for alarms gets them in the language of the settings, with the page where they are solved', async () => {
  const by = { updatedBy: 'test' }
  await db().setting.create({ data: { key: 'alarms.to', value: 'night@shop.test', ...by } })
  await db().setting.create({ data: { key: 'alarms.language', value: 'de', ...by } })
  await hold()

  await look(0)

  const [mail, ...more] = await db().outbox.findMany()
  expect(more).toEqual([])
  expect(await alarmEmail(mail?.payload as Record<string, unknown>)).toMatchObject({
    to: 'night@shop.test',
    locale: 'de',
    contents: { alarm: 'order_held', count: 1, url: 'https://shop.test/admin/orders?tab=needs-action' },
  })
})

test('a mail says what it is, since when, what to do and where, and another one that it is over', async () => {
  const sender = await startMailSender()
  await db().setting.create({ data: { key: 'alarms.to', value: 'day@shop.test', updatedBy: 'test' } })
  await hold()

  await watchAlarms(START)
  const [opened] = await sender.mailsTo('day@shop.test')

  expect(opened?.subject).toBe('Alarm: An order waits for a decision')
  expect(opened?.text).toContain('Open it, read why, and decide.')
  expect(opened?.text).toContain('https://shop.test/admin/orders?tab=needs-action')

  await settle()
  await watchAlarms(at(10 * MINUTE))
  const both = await sender.mailsTo('day@shop.test')

  expect(both.map(({ subject }) => subject)).toEqual([opened?.subject, 'Over: An order waits for a decision'])
  await sender.close()
})

test('an owner who is gone by then gets nothing', async () => {
  await hold()
  await look(0)
  const [alarm] = await db().alarm.findMany()

  expect(await alarmEmail({ subject: alarm?.id, staffId: 'stf_gone' })).toBeNull()
  expect(await alarmEmail({ subject: 'alm_gone', staffId: owners[0] })).toBeNull()
})

test('while the store asks what it missed, that alone is told, by a worker whose queues stand still', async () => {
  await hold()
  await db().setting.create({
    data: { key: 'recovery', value: { reason: 'by_hand', since: START.toISOString() }, updatedBy: 'test' },
  })

  await raiseAlarms()

  expect(await kinds()).toEqual(['recovery'])
  // Without a mail server a mail that was taken up waits ten minutes: it was not left to the queues.
  const due = await db().outbox.count({ where: { nextActionAt: { lte: new Date() } } })
  expect([due, await db().outbox.count()]).toEqual([0, 2])
})
