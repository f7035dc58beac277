import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { parseStoredReadings } from '#lib/cancellations/rules/cancellation-readings.ts'
import { networkMidnight } from '#lib/catalog/rules/trip.ts'
import { db } from '#lib/core/repository/client.ts'
import { addDays, calendarDateAt } from '#lib/core/rules/field-schemas.ts'
import { remindOfInstalling, setReminders } from '#lib/esims/commands/reminders.ts'
import { pollUsage, refreshUsage } from '#lib/esims/commands/usage.ts'
import { getMutedReminders, getUsage } from '#lib/esims/queries/usage.ts'
import { watchAllDelivered, watchDelivered } from '#lib/esims/repository/usage.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { getOrderForMail } from '#lib/mail/repository/order-for-mail.ts'
import { mailContents } from '#lib/mail/worker/mail-contents.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { changeSettings } from '#lib/settings/commands/change-settings.ts'
import type { UsageChange } from '#sandbox/upstream/control.ts'
import { type Delivered, delivered } from '#tests/support/cancellations.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { guestOf, order, startSale } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

describe('usage', () => {
  const MINUTE_MS = 60_000
  const HOUR_MS = 60 * MINUTE_MS

  const sale = duringTests(startSale)
  let sold: Delivered
  let first: { id: string; iccid: string }
  let second: { id: string; iccid: string }

  beforeAll(async () => {
    sold = await delivered(sale, 2)
    const [a, b] = sold.esims
    if (!a || !b) throw new Error('two cards were sold')
    first = a
    second = b
  })

  beforeEach(async () => {
    await db().usageReading.deleteMany()
    await db().usageWatch.deleteMany()
  })

  const asked = () => sale.shop.provider.control.calls({ path: 'queryEsimOrder' }).length
  const later = (ms: number) => new Date(Date.now() + ms)
  const viewOf = async (esim: { id: string }, now = new Date()) => (await getUsage([esim.id], now))[esim.id]

  test('one call reads all cards of an order, and each card keeps its own figure', async () => {
    const begin = new Date(Date.now() - 48 * HOUR_MS).toISOString()
    sale.shop.provider.control.changeUsage({ iccid: first.iccid, usedMb: 120, beginDate: begin })
    const before = asked()

    const calls = await pollUsage()

    expect(calls).toBe(1)
    expect(asked() - before).toBe(1)
    expect(await viewOf(first)).toMatchObject({ sentence: 'number', facts: { usedMb: 120 } })
    expect(await viewOf(second)).toMatchObject({ sentence: 'not_started', facts: { usedMb: 0, beginsAt: null } })
  })

  test('what was read about use answers whether a card can go back, before anybody asks', async () => {
    const answerOf = async ({ id }: { id: string }) => {
      const page = await getOrderPage(sold.caller, sold.orderId)

      return page?.items.flatMap(({ esims }) => esims).find((esim) => esim.id === id)?.return
    }
    await db().esim.updateMany({ data: { facts: Prisma.DbNull } })
    expect(await answerOf(first)).toMatchObject({ answer: 'ask', readAt: null })
    sale.shop.provider.control.changeUsage({ iccid: first.iccid, usedMb: 120 })

    await pollUsage()

    expect(await answerOf(first)).toMatchObject({ answer: 'no', usedMb: 120, readAt: expect.any(Date) })
    expect((await answerOf(first))?.reasons).toContain('data_used')
    expect(await answerOf(second)).toMatchObject({ answer: 'ask', usedMb: 0, readAt: expect.any(Date) })
  })

  test('two answers about a card at the same moment are both kept', async () => {
    await db().esim.updateMany({ data: { facts: Prisma.DbNull } })

    await refreshUsage(sold.caller, second.id)

    const { facts, factsReadAt } = await db().esim.findUniqueOrThrow({ where: { id: second.id } })
    expect(facts).toMatchObject({ orderStatus: 0, usedMb: 0, hasInstallSignal: false })
    const { orderReadAt, signalReadAt } = parseStoredReadings(facts)
    expect([orderReadAt, signalReadAt]).not.toContain(null)
    expect(factsReadAt?.toISOString()).toBe([orderReadAt, signalReadAt].toSorted()[0])
  })

  test('an order is asked again when its pause is over and not before; unchanged words add no row', async () => {
    await pollUsage()
    const before = asked()

    const early = await pollUsage(later(5 * HOUR_MS))
    const due = await pollUsage(later(6 * HOUR_MS + MINUTE_MS))

    expect([early, due]).toEqual([0, 1])
    expect(asked() - before).toBe(1)
    expect(await db().usageReading.count()).toBe(2)
  })

  test('what was delivered long ago and never followed is found by the look through everything', async () => {
    const long = new Date(Date.now() - 48 * HOUR_MS)
    await db().orderItem.updateMany({ data: { deliveredAt: long } })

    expect(await watchDelivered(new Date(), later(-24 * HOUR_MS))).toBe(0)
    expect(await watchDelivered(new Date(), later(-72 * HOUR_MS))).toBe(1)
    await db().usageWatch.deleteMany()
    expect(await watchAllDelivered(new Date())).toBe(1)
    await db().orderItem.updateMany({ data: { deliveredAt: new Date() } })
  })

  test('the look through everything goes by slices, and none stops it that has nothing to follow', async () => {
    const { orderNum, ...order } = await db().providerOrder.findFirstOrThrow({ where: { watch: null } })
    const others = ['0', '1', '2', '3'].map((end) => `0000-${end}`)
    await db().providerOrder.createMany({ data: others.map((number) => ({ ...order, orderNum: number })) })
    await db().usageWatch.createMany({ data: others.slice(0, 3).map((number) => ({ orderNum: number })) })

    expect(await watchAllDelivered(new Date(), 2)).toBe(2)
    expect(await watchAllDelivered(new Date(), 2)).toBe(0)
    expect(await db().usageWatch.count()).toBe(5)
    await db().usageWatch.deleteMany()
    await db().providerOrder.deleteMany({ where: { orderNum: { in: others } } })
    expect(await watchAllDelivered(new Date(), 2)).toBe(await db().providerOrder.count({ where: { orderNum } }))
  })

  test('two processes at the same moment ask once', async () => {
    const calls = await Promise.all([pollUsage(), pollUsage(), pollUsage()])

    expect(calls.toSorted()).toEqual([0, 0, 1])
  })

  test('no answer leaves what was known, with its age, and is tried again at its next turn', async () => {
    await pollUsage()
    const now = later(7 * HOUR_MS)
    sale.shop.provider.control.addFault({
      path: 'queryEsimOrder',
      when: 'before',
      kind: 'code',
      code: 500,
      message: 'no',
    })

    await pollUsage(now)

    sale.shop.provider.control.clearFaults()
    const { dueAt } = await db().usageWatch.findFirstOrThrow()
    expect(dueAt).toEqual(new Date(now.getTime() + 6 * HOUR_MS))
    expect(await viewOf(first, later(13 * HOUR_MS))).toMatchObject({ sentence: 'old', isOld: true })
  })

  test('a person asks at most once in five minutes, and reads when the next time is', async () => {
    const before = asked()

    const now = await refreshUsage(sold.caller, first.id)
    const again = await refreshUsage(sold.caller, second.id)
    const afterwards = await refreshUsage(sold.caller, first.id, later(5 * MINUTE_MS + 1000))

    expect([now, again, afterwards].map(({ outcome }) => outcome)).toEqual(['read', 'too_soon', 'read'])
    expect(asked() - before).toBe(2)
    expect((await viewOf(first))?.nextRequestAt).toBeInstanceOf(Date)
    expect((await viewOf(first))?.signal).toMatchObject({ hasChip: false })
  })

  test('somebody else cannot ask about a card', async () => {
    const before = asked()

    await expect(refreshUsage(guestOf('ord_other'), first.id)).rejects.toMatchObject({ code: 'not_found' })

    expect(asked()).toBe(before)
  })
})

describe('usage budget', () => {
  const DAY_MS = 86_400_000
  // A live store looks every minute, and asks about sixty orders at most each time.
  const PASS_MS = process.env.FULL ? 60_000 : 5 * 60_000
  // Twenty eSIMs in the mix of a usual day; the full size has a thousand.
  const ROUNDS = process.env.FULL ? 50 : 1

  type Kind = { esims: number; calls: number; change: (now: number) => Omit<UsageChange, 'iccid'> | null }

  const at = (ms: number) => new Date(ms).toISOString()

  /** What eSIMs do in a day, how many of twenty do it, and how often each of them may be asked about. */
  const KINDS: Record<string, Kind> = {
    waits: { esims: 8, calls: 1, change: () => null },
    'is in use': {
      esims: 9,
      calls: 4,
      change: (now) => ({ usedMb: 100, beginDate: at(now - 2 * DAY_MS), endDate: at(now + 5 * DAY_MS) }),
    },
    'is near its limit': {
      esims: 1,
      calls: 24,
      change: (now) => ({ usedMb: 2_900, beginDate: at(now - 2 * DAY_MS), endDate: at(now + 5 * DAY_MS) }),
    },
    'is on its last day': {
      esims: 1,
      calls: 24,
      change: (now) => ({ usedMb: 100, beginDate: at(now - 6 * DAY_MS), endDate: at(now + DAY_MS) }),
    },
    'has ended': {
      esims: 1,
      calls: 1,
      change: (now) => ({ usedMb: 100, beginDate: at(now - 9 * DAY_MS), endDate: at(now - DAY_MS) }),
    },
  }

  const sale = duringTests(startSale)

  test(`${20 * ROUNDS} cards are followed for a day as often as the budget says, by the calls that arrived`, {
    timeout: ROUNDS * 120_000,
  }, async () => {
    const { control } = sale.shop.provider
    const kinds = Object.entries(KINDS).flatMap(([name, { esims }]) =>
      Array.from({ length: esims * ROUNDS }, () => name),
    )
    const sold: { name: string; iccid: string; orderNum: string }[] = []
    for (const name of kinds) {
      const { itemId } = await delivered(sale)
      const { iccid, orderNum } = await db().esim.findFirstOrThrow({ where: { itemId } })
      sold.push({ name, iccid, orderNum })
    }
    const start = Date.now()
    for (const { name, iccid } of sold) {
      const said = KINDS[name]?.change(start)
      if (said) control.changeUsage({ iccid, ...said })
    }
    control.clearCalls()

    for (let ms = 0; ms < DAY_MS; ms += PASS_MS) await pollUsage(new Date(start + ms))

    const asked = control.calls({ path: 'queryEsimOrder' }).map(({ params }) => params.orderNum)
    const callsOf = (name: string) =>
      asked.filter((orderNum) => sold.some((one) => one.name === name && one.orderNum === orderNum)).length
    for (const [name, { esims, calls }] of Object.entries(KINDS)) {
      expect(callsOf(name), `what ${name}`).toBe(esims * calls * ROUNDS)
    }
    // A day of 1,000 such eSIMs costs less than the 5,000 calls that are promised.
    expect(asked.length / sold.length).toBeLessThanOrEqual(5)
  })
})

describe('reminders', () => {
  const HOUR_MS = 3_600_000
  const DAY_MS = 24 * HOUR_MS
  const REMINDERS = ['install_soon', 'plan_low', 'plan_used_up', 'plan_ending']

  const sale = duringTests(startSale)
  let sold: Delivered
  let total: number

  beforeAll(async () => {
    sold = await delivered(sale, 2)
    await pollUsage()
    const reading = await db().usageReading.findFirstOrThrow()
    total = reading.totalMb ?? 0
  })

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
    const check = (daysBefore: number) => remindOfInstalling(new Date(begins - daysBefore * DAY_MS + HOUR_MS))

    await check(8)
    expect(await kinds()).toEqual([])
    await Promise.all([check(7), check(7), check(5)])
    expect(await kinds()).toEqual(['install_soon'])
    await Promise.all([check(2), check(1), check(-0.5)])

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
    const started = await order({ timeZone })
    const facts = await getOrderForMail(started.orderId)
    if (!facts) throw new Error('no order was made')

    const mail = await mailContents('order_paid', { facts, url: 'https://shop.example/l/x', payload: {} })

    expect(mail.order.timeZone).toBe(written)
  })
})
