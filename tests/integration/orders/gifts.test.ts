import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { db, transaction } from '#lib/core/repository/client.ts'
import { localTimeAt } from '#lib/core/rules/zoned-time.ts'
import { eraseForStaff } from '#lib/customers/commands/data-requests.ts'
import { readCustomerCopy } from '#lib/customers/repository/data-requests.ts'
import { findOrderUnderWay } from '#lib/customers/repository/erasures.ts'
import { shareEsim, swapShare, takeShareBack } from '#lib/esims/commands/shares.ts'
import { getSharedEsim } from '#lib/esims/queries/shares.ts'
import { readAlarmConditions } from '#lib/operations/repository/alarms.ts'
import { removeOldRows } from '#lib/operations/repository/retention.ts'
import { deleteOldRows } from '#lib/operations/worker/retention.ts'
import { correctEmail } from '#lib/orders/commands/buyer-mails.ts'
import { dropGift, setGift } from '#lib/orders/commands/gifts.ts'
import { getGift } from '#lib/orders/queries/gift.ts'
import { queueGift } from '#lib/orders/repository/gifts.ts'
import { type GiftInput, giftDueAt } from '#lib/orders/rules/gift.ts'
import { giftBody } from '#lib/orders/schema.ts'
import { type MailSender, startMailSender } from '#tests/support/mail-sender.ts'
import { guestOf, order, sell, startSale } from '#tests/support/sale.ts'
import { tokenOf, travellerOf } from '#tests/support/shares.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

const DAY_MS = 86_400_000
const GIFT: GiftInput = { email: '', from: 'Ana Ruiz', message: 'Happy birthday!\nSee you.', sendOn: '' }

describe('an order that is a gift', () => {
  const sale = duringTests(() => startSale())
  let mail: MailSender

  beforeAll(async () => {
    mail = await startMailSender()
  })
  afterAll(() => mail.close())
  beforeEach(() => db().outbox.deleteMany())

  const giftTo = (email: string, change: Partial<GiftInput> = {}) => ({ ...GIFT, email, ...change })
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  const delivered = async (gift: GiftInput, rest: { count?: number; email?: string } = {}) => {
    const started = await sell(sale, { ...rest, gift, timeZone: 'Europe/Berlin' })
    const esims = await db().esim.findMany({ where: { itemId: started.itemId }, orderBy: { position: 'asc' } })

    return { ...started, esimIds: esims.map(({ id }) => id) }
  }
  const newAddress = () => `${randomUUID()}@example.com`
  const linksIn = (text: string) => [...text.matchAll(/https?:\/\/\S+\/e\/([\w-]{43})/g)].map((found) => found[1] ?? '')
  const pinsIn = (text: string) => [...text.matchAll(/\b\d{6}\b/g)].map(([pin]) => pin)
  const rows = (orderId: string) => db().outbox.findMany({ where: { orderId, kind: 'gift' } })

  test('goes to whom it is for as soon as it is here: link and PIN open each eSIM, and no code is in the mail', async () => {
    const [email, buyer] = [newAddress(), newAddress()]
    const { orderId, esimIds } = await delivered(giftTo(email), { count: 2, email: buyer })

    const [message, ...more] = await mail.mailsTo(email)
    expect([message?.subject, more]).toEqual(['Ana Ruiz has a gift for you', []])
    expect(message?.text).toContain('Happy birthday!')
    expect(message?.text).toMatch(/eSIM for Japan: 3\sGB of mobile data, 7 days/)
    expect(message?.text).not.toMatch(/LPA:/)
    const [tokens, pins] = [linksIn(message?.text ?? ''), pinsIn(message?.text ?? '')]
    expect(new Set(tokens).size).toBe(2)
    for (const [at, token] of tokens.entries()) {
      const traveller = await travellerOf({ token, made: { pin: pins[at] ?? '' } })
      const opened = await getSharedEsim(traveller, token, new Date(), 'en')
      expect(opened).toMatchObject({ kind: 'open', esim: { id: esimIds[at] } })
    }
    expect((await mail.mailsTo(buyer)).map(({ subject }) => subject)).not.toContain(message?.subject)
    expect(await getGift(orderId)).toMatchObject({ state: 'sent', emailMasked: `${email[0]}•••@example.com` })
    await expect(setGift(guestOf(orderId), orderId, giftTo(newAddress()))).rejects.toMatchObject({ code: 'conflict' })
    await expect(dropGift(guestOf(orderId), orderId)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('waits for the morning of its day; its buyer moves it, sends it to somebody else, and calls it off', async () => {
    const [first, second] = [newAddress(), newAddress()]
    const { orderId } = await delivered(giftTo(first, { sendOn: inDays(30) }))
    const dueAt = async () => (await rows(orderId))[0]?.nextActionAt ?? new Date(0)

    expect(localTimeAt(await dueAt(), 'Europe/Berlin')).toBe(`${inDays(30)}T09:00`)
    expect(await getGift(orderId)).toMatchObject({ state: 'waiting', sendOn: inDays(30), sentAt: null })
    await setGift(guestOf(orderId), orderId, giftTo(second, { sendOn: inDays(40) }))
    expect(localTimeAt(await dueAt(), 'Europe/Berlin')).toBe(`${inDays(40)}T09:00`)
    for (const other of [{ kind: 'anonymous' } as const, guestOf('ord_other')]) {
      await expect(setGift(other, orderId, giftTo(newAddress()))).rejects.toMatchObject({ code: 'not_found' })
      await expect(dropGift(other, orderId)).rejects.toMatchObject({ code: 'not_found' })
    }
    await dropGift(guestOf(orderId), orderId)
    expect([await rows(orderId), await getGift(orderId)]).toEqual([[], null])
    expect([...(await mail.mailsTo(first)), ...(await mail.mailsTo(second))]).toEqual([])
  })

  test('that is moved at the moment its eSIM is delivered waits for its new day', async () => {
    const gift = giftTo(newAddress(), { sendOn: inDays(3) })
    const { orderId, itemId } = await order({ gift, timeZone: 'Europe/Berlin' })
    const queued = Promise.withResolvers<void>()
    const moved = Promise.withResolvers<void>()
    const delivering = transaction(async (tx) => {
      await queueGift({ orderId, itemId }, tx)
      queued.resolve()
      // Whoever moves it has done so, or waits for this.
      await Promise.race([moved.promise, sleep(500)])
    })
    await queued.promise
    const later = giftTo(newAddress(), { sendOn: inDays(40) })
    const moving = setGift(guestOf(orderId), orderId, later).finally(moved.resolve)
    await Promise.all([delivering, moving])

    const [waiting] = await rows(orderId)
    expect(localTimeAt(waiting?.nextActionAt ?? new Date(0), 'Europe/Berlin')).toBe(`${inDays(40)}T09:00`)
  })

  test('is sent again when the mail did not get through: the link that arrives is the one that opens', async () => {
    const email = newAddress()
    const { esimIds } = await delivered(giftTo(email))
    await db().outbox.deleteMany({ where: { kind: { not: 'gift' } } })
    await mail.refuseNext(451)
    await mail.mailsTo(email)
    const [message] = await mail.mailsTo(email)

    const shares = await db().esimShare.findMany({ where: { esimId: { in: esimIds } }, orderBy: { createdAt: 'asc' } })
    expect(shares.map(({ endReason }) => endReason)).toEqual(['swapped', null])
    const [token = ''] = linksIn(message?.text ?? '')
    const [pin = ''] = pinsIn(message?.text ?? '')
    expect((await getSharedEsim(await travellerOf({ token, made: { pin } }), token, new Date())).kind).toBe('open')
  })

  test('that did not get through goes to another address, which alone opens it then', async () => {
    const [wrong, right] = [newAddress(), newAddress()]
    const { orderId } = await delivered(giftTo(wrong))
    await db().outbox.updateMany({ where: { orderId, kind: 'gift' }, data: { tries: 20 } })
    await db().outbox.deleteMany({ where: { kind: { not: 'gift' } } })
    await mail.refuseNext(550)
    await mail.mailsTo(wrong)
    expect(await getGift(orderId)).toMatchObject({ state: 'failed', isChangeable: true })

    await setGift(guestOf(orderId), orderId, giftTo(right))
    expect(await getGift(orderId)).toMatchObject({ state: 'ready', isChangeable: true })
    const [message] = await mail.mailsTo(right)
    const [token = ''] = linksIn(message?.text ?? '')
    const [pin = ''] = pinsIn(message?.text ?? '')
    expect((await getSharedEsim(await travellerOf({ token, made: { pin } }), token, new Date())).kind).toBe('open')
    expect(await mail.mailsTo(wrong)).toEqual([])
    expect(await getGift(orderId)).toMatchObject({ state: 'sent', isChangeable: false })
  })

  test('stays with whom it went to when the buyer’s address is corrected, and what the buyer shared does not', async () => {
    const email = newAddress()
    const { orderId, esimIds, caller } = await delivered(giftTo(email), { count: 2 })
    const [message] = await mail.mailsTo(email)
    const [tokens, pins] = [linksIn(message?.text ?? ''), pinsIn(message?.text ?? '')]
    const given = await db().esimShare.findFirstOrThrow({ where: { esimId: esimIds[1] ?? '', endedAt: null } })
    await swapShare(guestOf(orderId), given.id, null)

    await correctEmail(caller, orderId, newAddress())

    const traveller = await travellerOf({ token: tokens[0] ?? '', made: { pin: pins[0] ?? '' } })
    expect((await getSharedEsim(traveller, tokens[0] ?? '', new Date())).kind).toBe('open')
    const swapped = await db().esimShare.findFirstOrThrow({
      where: { esimId: esimIds[1] ?? '' },
      orderBy: { createdAt: 'desc' },
    })
    expect(swapped).toMatchObject({ endReason: 'taken_back' })
  })

  test('that has not left keeps its buyer from being erased, until it can reach nobody or is called off', async () => {
    const owner = await addStaff('owner')
    const buyer = newAddress()
    const { orderId, esimIds } = await delivered(giftTo(newAddress(), { sendOn: inDays(20) }), { email: buyer })
    const { personId } = await db().order.findUniqueOrThrow({ where: { id: orderId } })
    const erase = () => eraseForStaff(owner, { personId, typed: buyer })
    await expect(erase()).rejects.toMatchObject({ code: 'conflict', details: { reason: 'under_way' } })
    expect([await rows(orderId), await getGift(orderId)]).toMatchObject([[{ state: 'DUE' }], { state: 'waiting' }])

    const esims = { id: { in: esimIds } }
    await db().esim.updateMany({ where: esims, data: { cancelState: 'CONFIRMED' } })
    expect(await findOrderUnderWay([personId])).toBeNull()
    await db().esim.updateMany({ where: esims, data: { cancelState: 'REFUSED' } })
    await expect(erase()).rejects.toMatchObject({ code: 'conflict' })
    await dropGift(guestOf(orderId), orderId)
    await expect(erase()).resolves.toMatchObject({ orders: 1 })
  })

  test('of a later day that did not get through is told of, and stays open for another address through the nights', async () => {
    const email = newAddress()
    const { orderId } = await delivered(giftTo(email))
    const queuedAt = new Date(Date.now() - 40 * DAY_MS)
    await db().outbox.updateMany({ where: { orderId, kind: 'gift' }, data: { tries: 20, createdAt: queuedAt } })
    await db().outbox.deleteMany({ where: { kind: { not: 'gift' } } })
    await mail.refuseNext(550)
    await mail.mailsTo(email)

    expect(await readAlarmConditions('trial')).toContainEqual(
      expect.objectContaining({ kind: 'mail_failed', count: 1 }),
    )
    await deleteOldRows({ isDryRun: false })
    expect(await getGift(orderId)).toMatchObject({ state: 'failed', isChangeable: true })
  })

  test('that did not get through can be called off', async () => {
    const email = newAddress()
    const { orderId } = await delivered(giftTo(email))
    await db().outbox.updateMany({ where: { orderId, kind: 'gift' }, data: { tries: 20 } })
    await db().outbox.deleteMany({ where: { kind: { not: 'gift' } } })
    await mail.refuseNext(550)
    await mail.mailsTo(email)
    expect(await getGift(orderId)).toMatchObject({ state: 'failed' })

    await dropGift(guestOf(orderId), orderId)
    expect(await getGift(orderId)).toBeNull()
  })

  test('that its buyer took back between two tries is not given again', async () => {
    const email = newAddress()
    const { orderId, esimIds } = await delivered(giftTo(email))
    await db().outbox.deleteMany({ where: { kind: { not: 'gift' } } })
    await mail.refuseNext(451)
    await mail.mailsTo(email)
    const { id } = await db().esimShare.findFirstOrThrow({ where: { esimId: { in: esimIds }, endedAt: null } })
    await takeShareBack(guestOf(orderId), id)

    expect(await mail.mailsTo(email)).toEqual([])
    expect(await db().esimShare.count({ where: { esimId: { in: esimIds }, endedAt: null } })).toBe(0)
  })

  test('is not sent of eSIMs that went back, or that somebody has opened', async () => {
    const email = newAddress()
    const gone = await delivered(giftTo(email, { sendOn: inDays(2) }))
    await db().esim.updateMany({ where: { id: { in: gone.esimIds } }, data: { cancelState: 'ASKED' } })
    const opened = await delivered(giftTo(email, { sendOn: inDays(2) }))
    const made = await shareEsim(guestOf(opened.orderId), opened.esimIds[0] ?? '', null)
    await travellerOf({ token: tokenOf(made.url), made })

    expect(await mail.mailsTo(email)).toEqual([])
    expect(await getGift(opened.orderId)).toBeNull()
  })

  test('is queued once, whatever happens twice', async () => {
    const { orderId, itemId } = await delivered(giftTo(newAddress(), { sendOn: inDays(2) }))
    await transaction((tx) => queueGift({ orderId, itemId }, tx))

    expect(await rows(orderId)).toHaveLength(1)
  })

  test.each(['', 'Nowhere/None'])('of a browser in the zone %j waits for the morning in UTC', async (timeZone) => {
    const { orderId } = await order({ gift: giftTo(newAddress(), { sendOn: inDays(30) }), timeZone })

    expect((await getGift(orderId))?.dueAt.toISOString()).toBe(`${inDays(30)}T09:00:00.000Z`)
  })

  test('of a day too far off makes no order', async () => {
    await expect(order({ gift: giftTo(newAddress(), { sendOn: inDays(90) }) })).rejects.toMatchObject({
      code: 'bad_input',
      details: { reason: 'gift_date' },
    })
  })

  test('stands in the copy of the buyer’s data, and goes with the mails', async () => {
    const email = newAddress()
    const { orderId } = await delivered(giftTo(email))
    await mail.mailsTo(email)
    const { personId } = await db().order.findUniqueOrThrow({ where: { id: orderId } })
    expect(JSON.stringify(await readCustomerCopy([personId], []))).toContain(email)

    await db().gift.update({ where: { orderId }, data: { sharedAt: new Date(Date.now() - 31 * DAY_MS) } })
    expect(await removeOldRows({ isDryRun: false })).toMatchObject({ gifts: 1 })
    expect(await getGift(orderId)).toBeNull()
  })
})

describe('what is told of a gift', () => {
  const GOOD = { ...GIFT, email: 'ben@example.com' }

  test('is whom it is for, from whom, a message and a day', () => {
    expect(giftBody.parse({ ...GOOD, sendOn: '2027-12-24' })).toMatchObject({ from: 'Ana Ruiz' })
  })

  test.each([
    ['no address', { email: 'ben' }],
    ['nobody who gives it', { from: ' ' }],
    ['a name of two lines', { from: 'Ana\nBcc: eve@example.com' }],
    ['a link', { message: 'Look at https://evil.example' }],
    ['a link without a scheme', { message: 'Look at WWW.evil.example' }],
    ['a link without anything before it', { message: 'Look at evil.example/x' }],
    ['a link for a name', { from: 'Verify www.evil.example' }],
    ['a name that turns its line around', { from: 'Ana\u202eelpmaxe' }],
    ['a long message', { message: 'x'.repeat(501) }],
    ['no day', { sendOn: '2027-02-30' }],
    ['something else', { phone: '1' }],
  ])('is refused with %s', (_, change) => {
    expect(giftBody.safeParse({ ...GOOD, ...change }).success).toBe(false)
  })

  test.each([
    ['', 'Asia/Tokyo', '2027-03-01T12:00'],
    ['2027-02-01', 'Asia/Tokyo', null],
    ['2027-02-28', 'UTC', '2027-03-01T12:00'],
    ['2027-03-01', 'Asia/Tokyo', '2027-03-01T12:00'],
    ['2027-03-02', 'Asia/Tokyo', '2027-03-02T00:00'],
    ['2027-03-02', 'America/New_York', '2027-03-02T14:00'],
    ['2027-04-30', 'UTC', '2027-04-30T09:00'],
    ['2027-05-01', 'UTC', null],
  ])('for %j in %s goes out at %s', (sendOn, timeZone, dueAt) => {
    const now = new Date('2027-03-01T12:00:00Z')

    expect(giftDueAt(sendOn, { timeZone, now })?.toISOString().slice(0, 16) ?? null).toBe(dueAt)
  })
})
