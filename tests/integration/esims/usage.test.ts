import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { parseStoredFacts } from '#lib/cancellations/rules/return-facts.ts'
import { db } from '#lib/core/repository/client.ts'
import { pollUsage, refreshUsage } from '#lib/esims/commands/usage.ts'
import { getUsage } from '#lib/esims/queries/usage.ts'
import { watchAllDelivered, watchDelivered } from '#lib/esims/repository/usage.ts'
import { Prisma } from '#lib/generated/prisma/client.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { type Delivered, delivered } from '#tests/support/returns.ts'
import { guestOf, type Sale, startSale } from '#tests/support/sale.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let sale: Sale
let sold: Delivered
let first: { id: string; iccid: string }
let second: { id: string; iccid: string }

beforeAll(async () => {
  sale = await startSale()
  sold = await delivered(sale, 2)
  const [a, b] = sold.esims
  if (!a || !b) throw new Error('two cards were sold')
  first = a
  second = b
})

afterAll(() => sale.close())

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
  const { orderReadAt, signalReadAt } = parseStoredFacts(facts)
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
  expect((await viewOf(first))?.nextAskAt).toBeInstanceOf(Date)
  expect((await viewOf(first))?.signal).toMatchObject({ hasChip: false })
})

test('somebody else cannot ask about a card', async () => {
  const before = asked()

  await expect(refreshUsage(guestOf('ord_other'), first.id)).rejects.toMatchObject({ code: 'not_found' })

  expect(asked()).toBe(before)
})
