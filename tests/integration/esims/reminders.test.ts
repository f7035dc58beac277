import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { networkMidnight } from '#lib/catalog/rules/trip.ts'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db } from '#lib/core/repository/client.ts'
import { addDays, calendarDateAt } from '#lib/core/rules/field-schemas.ts'
import { remindOfInstalling, setReminders } from '#lib/esims/commands/reminders.ts'
import { pollUsage } from '#lib/esims/commands/usage.ts'
import { getMutedReminders } from '#lib/esims/queries/usage.ts'
import { getMailFacts } from '#lib/mail/repository/mail-facts.ts'
import { mailContents } from '#lib/mail/worker/mail-contents.ts'
import { changeSettings } from '#lib/settings/commands/change-settings.ts'
import { OWNER, quote } from '#tests/support/quotes.ts'
import { type Delivered, delivered } from '#tests/support/returns.ts'
import { guestOf, PLAN, type Sale, startSale } from '#tests/support/sale.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const REMINDERS = ['install_soon', 'plan_low', 'plan_used_up', 'plan_ending']

let sale: Sale
let sold: Delivered
let total: number

beforeAll(async () => {
  sale = await startSale()
  sold = await delivered(sale, 2)
  await pollUsage()
  const reading = await db().usageReading.findFirstOrThrow()
  total = reading.totalMb ?? 0
})

afterAll(() => sale.close())

beforeEach(async () => {
  await db().usageReading.deleteMany()
  await db().usageWatch.deleteMany()
  await db().outbox.deleteMany({ where: { kind: { in: REMINDERS } } })
  await db().order.updateMany({ data: { mutedMails: [] } })
  await db().esim.updateMany({ data: { activateBefore: null } })
})

const used = (usedMb: number, hoursAgo = 48) => {
  const beginDate = new Date(Date.now() - hoursAgo * HOUR_MS).toISOString()
  sale.shop.provider.control.changeUsage({ iccid: sold.esims[0]?.iccid ?? '', usedMb, beginDate })
}
const queued = () =>
  db().outbox.findMany({ where: { kind: { in: REMINDERS } }, select: { kind: true, payload: true, orderId: true } })
const kinds = async () => (await queued()).map(({ kind }) => kind).toSorted()
const askAgain = () => db().usageWatch.updateMany({ data: { dueAt: new Date(0) } })

test('a plan that runs low is told once, with the figure and its age, however many workers read it', async () => {
  used(0.9 * total)

  await Promise.all([pollUsage(), pollUsage()])
  await askAgain()
  await Promise.all([pollUsage(), pollUsage()])

  const mails = await queued()
  expect(mails.map(({ kind }) => kind)).toEqual(['plan_low'])
  expect(mails[0]?.payload).toMatchObject({
    usedMb: 0.9 * total,
    readAt: expect.any(String),
    goodUntil: expect.any(String),
  })
})

test('a plan that is used up gets a mail of its own', async () => {
  used(0.9 * total)
  await pollUsage()
  used(total)
  await askAgain()

  await pollUsage()

  expect(await kinds()).toEqual(['plan_low', 'plan_used_up'])
})

test('a kind that was switched off is not sent, the others are; nobody else can switch it', async () => {
  used(0.9 * total)
  await setReminders(sold.caller, sold.orderId, ['plan_low'])

  await pollUsage()

  expect(await kinds()).toEqual([])
  await expect(setReminders(guestOf('ord_other'), sold.orderId, [])).rejects.toMatchObject({ code: 'not_found' })
})

test('a shop that sends no reminders queues none and offers none; on again, the choice of each buyer holds', async () => {
  const turn = (value: boolean, seen: boolean | null) =>
    changeSettings(OWNER, [{ key: 'mails.reminders', value, seen }])
  const day = addDays(calendarDateAt(new Date(), 8 * 60), 2)
  await db().esim.updateMany({ data: { activateBefore: day } })
  await setReminders(sold.caller, sold.orderId, ['plan_low'])
  await turn(false, null)
  used(0.9 * total)

  await pollUsage()
  expect(await remindOfInstalling()).toBe(0)
  expect(await kinds()).toEqual([])
  expect(await getMutedReminders(sold.orderId)).toBeNull()

  await turn(true, false)
  await askAgain()
  await pollUsage()
  await remindOfInstalling()
  expect(await kinds()).not.toContain('plan_low')
  expect(await getMutedReminders(sold.orderId)).toEqual(['plan_low'])
})

test('cards to be installed soon are told 7 and 2 days before the day begins, once for the order', async () => {
  const today = calendarDateAt(new Date(), 8 * 60)
  const day = addDays(today, 30)
  await db().esim.updateMany({ data: { activateBefore: day } })
  const begins = networkMidnight(day).getTime()
  const look = (daysBefore: number) => remindOfInstalling(new Date(begins - daysBefore * DAY_MS + HOUR_MS))

  await look(8)
  expect(await kinds()).toEqual([])
  await Promise.all([look(7), look(7), look(5)])
  expect(await kinds()).toEqual(['install_soon'])
  await Promise.all([look(2), look(1), look(-0.5)])

  const mails = await queued()
  expect(mails.map(({ kind }) => kind)).toEqual(['install_soon', 'install_soon'])
  expect(mails[0]).toMatchObject({ orderId: sold.orderId, payload: { cards: 2, day } })
})

test('a card that a phone has probably taken, or that is in use, is not told to install', async () => {
  const day = addDays(calendarDateAt(new Date(), 8 * 60), 2)
  await db().esim.updateMany({ data: { activateBefore: day } })
  await db().esim.updateMany({ where: { id: sold.esims[1]?.id ?? '' }, data: { facts: { hasInstallSignal: true } } })
  used(10)
  await pollUsage()

  await remindOfInstalling()

  expect(await kinds()).toEqual([])
})

test.each([
  ['Asia/Tokyo', 'Asia/Tokyo'],
  ['Mars/Phobos', 'UTC'],
])('the mails of an order from a clock in %s have their times in %s', async (timeZone, written) => {
  const { id: quoteId } = await quote(PLAN, { count: 1 })
  const { orderId } = await startOrder(
    { kind: 'anonymous' },
    {
      items: [{ quoteId, travellers: [] }],
      email: 'traveller@example.com',
      consents: { terms: true, withdrawalInfo: true, deviceChecked: true },
      once: { key: randomBytes(16).toString('hex'), fingerprint: 'f' },
      locale: 'en',
      timeZone,
    },
  )
  const facts = await getMailFacts(orderId)
  if (!facts) throw new Error('no order was made')

  const { order } = await mailContents('order_paid', { facts, url: 'https://shop.example/l/x', payload: {} })

  expect(order.timeZone).toBe(written)
})
