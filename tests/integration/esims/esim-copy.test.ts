import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { addAccessLink } from '#lib/auth/repository/links.ts'
import { db } from '#lib/core/repository/client.ts'
import type { Caller, Guest } from '#lib/core/rules/caller.ts'
import { revealEsim } from '#lib/esims/commands/reveal-esim.ts'
import { sendCopy } from '#lib/esims/commands/send-copy.ts'
import { openShare, shareEsim } from '#lib/esims/commands/shares.ts'
import { listSharedEsims } from '#lib/esims/repository/shares.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { removeOldRows } from '#lib/operations/repository/retention.ts'
import { exchangeLink } from '#lib/orders/commands/find-link.ts'
import { getAdminOrder } from '#lib/orders/queries/admin-order.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { getCopyTerms } from '#lib/settings/queries/store-details.ts'
import { readQr } from '#tests/support/browser/read-qr.ts'
import { type KeptMail, type MailSender, startMailSender } from '#tests/support/mail-sender.ts'
import { guestOf, type Started, sell, startSale } from '#tests/support/sale.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff } from '#tests/support/staff.ts'
import { filesHolding } from '#tests/support/table-files.ts'

describe('esim copy', () => {
  const CONSENT = { serviceStarts: true, withdrawalEnds: true } as const

  const sale = duringTests(startSale)
  let sender: MailSender

  beforeAll(async () => {
    sender = await startMailSender()
  })

  afterEach(async () => {
    await db().setting.deleteMany()
  })

  afterAll(() => sender.close())

  const set = (key: 'mails.copy' | 'mails.code', value: boolean) =>
    db().setting.create({ data: { key, value, updatedBy: 't' } })

  type Sold = Started & { esimId: string; iccid: string; email: string }

  async function delivered(count = 1): Promise<Sold> {
    const started = await sell(sale, { count })
    const esim = await db().esim.findFirstOrThrow({ where: { itemId: started.itemId }, orderBy: { position: 'asc' } })
    const { person } = await db().order.findUniqueOrThrow({ where: { id: started.orderId }, include: { person: true } })

    return { ...started, esimId: esim.id, iccid: esim.iccid, email: person.email }
  }

  /** An eSIM that was opened, of an order whose mailed link somebody has opened. */
  async function opened() {
    const sold = await delivered()
    await exchangeLink(await addAccessLink(sold.orderId))

    return { ...sold, esim: await revealEsim(sold.caller, sold.esimId, CONSENT) }
  }

  /** The mails with a code that arrived at an address, oldest first. */
  async function arrived(email: string): Promise<KeptMail[]> {
    const mails = await sender.mailsTo(email)

    return mails.filter(({ pictures }) => pictures.some(({ cid }) => cid === 'esim-qr'))
  }

  const codesIn = ({ pictures }: KeptMail) => pictures.map(({ base64 }) => readQr(Buffer.from(base64, 'base64')))

  const copiesOf = (orderId: string) => db().outbox.findMany({ where: { orderId, kind: 'esim_copy' } })

  describe('a copy of an opened eSIM', () => {
    test('arrives at the address of its order, with the code as picture and as values', async () => {
      const { caller, orderId, esimId, iccid, number, email, esim } = await opened()

      await sendCopy(caller, esimId)
      const waiting = await copiesOf(orderId)
      const [mail, ...others] = await arrived(email)

      if (!mail) throw new Error('There is no mail.')
      expect(others).toEqual([])
      expect(codesIn(mail)).toEqual([esim.activationCode])
      expect(mail.pictures[0]?.name).toBe(`esim-${number}-1.png`)
      expect(mail.html).toContain('src="cid:esim-qr"')
      for (const value of [esim.activationCode, esim.smdpAddress, esim.matchingId]) {
        expect(mail.text).toContain(value)
        expect(mail.html).toContain(value)
      }
      expect(mail.subject).toContain(number)
      expect(mail.subject).not.toContain(esim.matchingId)
      expect(mail.html).not.toContain('esimsetup')
      // What waited in the meantime, and what the order remembers, name the eSIM alone.
      expect(waiting.map(({ payload }) => payload)).toEqual([{ cardId: esimId, why: 'asked' }])
      const events = await db().orderEvent.findMany({ where: { orderId, kind: 'copy_sent' } })
      expect(events.map(({ data }) => data)).toEqual([{ cardId: esimId, last4: iccid.slice(-4) }])
      expect(await filesHolding([esim.activationCode, esim.matchingId])).toEqual([])
    })

    test('that the mail server refuses is tried again, and no log and no row tells its code', async () => {
      const { caller, orderId, esimId, email, esim } = await opened()
      await sender.mailsTo(email)
      await sender.refuseNext(451)
      await sendCopy(caller, esimId)

      expect(await arrived(email)).toEqual([])
      expect(sender.written()).toContain('mail not sent')
      expect(sender.written()).not.toContain(esim.matchingId)
      expect(JSON.stringify(await copiesOf(orderId))).not.toContain(esim.matchingId)
      expect(await arrived(email)).toHaveLength(1)
    })

    test('is written in the language of its order', async () => {
      const { caller, orderId, esimId, email } = await opened()
      await db().order.update({ where: { id: orderId }, data: { locale: 'ar' } })

      await sendCopy(caller, esimId)
      const [mail] = await arrived(email)

      expect(mail?.html).toContain('dir="rtl"')
      expect(mail?.text).toContain('رمز التفعيل')
    })

    test('is sent to an address that somebody reads, and to no other one', async () => {
      const { caller, orderId, esimId, email } = await delivered()
      await revealEsim(caller, esimId, CONSENT)
      expect(await getCopyTerms(caller, orderId)).toEqual({ isProven: false })
      await expect(sendCopy(caller, esimId)).rejects.toMatchObject({ details: { reason: 'unproven' } })

      await db().account.create({ data: { id: 'acc_reader', email, locale: 'en' } })
      await expect(sendCopy(caller, esimId)).rejects.toMatchObject({ details: { reason: 'unproven' } })
      await db().account.update({ where: { id: 'acc_reader' }, data: { provenAt: new Date() } })

      expect(await getCopyTerms(caller, orderId)).toEqual({ isProven: true })
      await sendCopy(caller, esimId)
      expect(await arrived(email)).toHaveLength(1)
    })

    test('is for whoever holds the order: not for a traveller, not for others, and not of a sealed eSIM', async () => {
      const { caller, orderId, esimId } = await delivered()
      await exchangeLink(await addAccessLink(orderId))
      await expect(sendCopy(caller, esimId)).rejects.toMatchObject({ details: { reason: 'not_opened' } })
      const made = await shareEsim(caller, esimId, null)
      const token = await openShare({ token: new URL(made.url).pathname.split('/').at(-1) ?? '', pin: made.pin })
      const [held] = await listSharedEsims([token])
      const shares = [{ shareId: held?.share.id ?? '', esimId }]
      const traveller: Guest = { kind: 'guest', sessionId: 'shs', grants: [], shares }
      await revealEsim(traveller, esimId, CONSENT)

      for (const other of [traveller, guestOf('ord_other'), { kind: 'anonymous' } as const]) {
        await expect(sendCopy(other, esimId)).rejects.toMatchObject({ code: 'not_found' })
        expect(await getCopyTerms(other, orderId)).toBeNull()
      }
      expect(await copiesOf(orderId)).toEqual([])
    })

    test('is one mail for five presses at once, and three in a day', async () => {
      const { caller, orderId, esimId, email } = await opened()

      await Promise.all(Array.from({ length: 5 }, () => sendCopy(caller, esimId)))
      expect(await copiesOf(orderId)).toHaveLength(1)
      expect(await db().orderEvent.count({ where: { orderId, kind: 'copy_sent' } })).toBe(1)
      for (const wanted of [1, 2, 3]) {
        expect(await arrived(email)).toHaveLength(wanted)
        await sendCopy(caller, esimId).catch((error) => expect([wanted, error.code]).toEqual([3, 'rate_limited']))
      }
      expect(await copiesOf(orderId)).toHaveLength(3)
    })

    test('is not offered where the shop sends none', async () => {
      const { caller, orderId, esimId } = await opened()
      await set('mails.copy', false)

      expect(await getCopyTerms(caller, orderId)).toBeNull()
      await expect(sendCopy(caller, esimId)).rejects.toMatchObject({ details: { reason: 'off' } })
    })

    test.each([
      [
        'the eSIM goes back',
        ({ esimId }: Sold) => db().esim.update({ where: { id: esimId }, data: { cancelState: 'ASKED' } }),
      ],
      ['the shop sends none any more', () => set('mails.copy', false)],
      ['nobody reads the address any more', ({ orderId }: Sold) => db().guestGrant.deleteMany({ where: { orderId } })],
    ])('does not leave when meanwhile %s', async (_, change) => {
      const sold = await opened()
      await sendCopy(sold.caller, sold.esimId)

      await change(sold)

      expect(await arrived(sold.email)).toEqual([])
      expect(await copiesOf(sold.orderId)).toMatchObject([{ state: 'GIVEN_UP' }])
    })
  })

  describe('a shop that sends codes by mail', () => {
    test('mails each eSIM with its code as it is ready, and each counts as opened', async () => {
      await set('mails.code', true)
      const { caller, orderId, email } = await delivered(2)

      const mails = await arrived(email)
      const esims = await db().esim.findMany({ where: { item: { orderId } }, orderBy: { position: 'asc' } })
      const codes = await Promise.all(
        esims.map(async ({ id }) => (await revealEsim(caller, id, CONSENT)).activationCode),
      )

      expect(mails.flatMap(codesIn).sort()).toEqual(codes.sort())
      expect(esims).toMatchObject([{ revealedBy: 'store' }, { revealedBy: 'store' }])
      expect(esims.every(({ revealedAt }) => revealedAt !== null)).toBe(true)
      expect(await db().outbox.count({ where: { orderId, kind: 'order_ready' } })).toBe(0)
      const history = (await getOrderPage(caller, orderId))?.history ?? []
      expect(history.filter(({ kind }) => kind === 'code_mailed')).toHaveLength(2)
      const told = await db().auditEvent.count({
        where: { subject: { in: esims.map(({ id }) => id) }, act: 'card.revealed' },
      })
      expect(told).toBe(2)
    })

    test('is none unless the owner says so: the mail has a link, and the eSIM stays sealed', async () => {
      const { orderId, esimId, email } = await delivered()

      expect(await arrived(email)).toEqual([])
      expect(await db().outbox.count({ where: { orderId, kind: 'order_ready' } })).toBe(1)
      expect((await db().esim.findUniqueOrThrow({ where: { id: esimId } })).revealedAt).toBeNull()
    })
  })
})

describe('old codes', () => {
  const DAY_MS = 86_400_000
  const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
  const dateAgo = (days: number) => ago(days).toISOString().slice(0, 10)
  const BOUGHT = 600

  duringTests(startShop)

  type Input = {
    /** How many days ago the plan ended, as the network said; left out when it said nothing. */
    ended?: number
    /** The last day to install it, in days ago. */
    installBy?: number
    bought?: number
  }

  async function sold({ ended, installBy, bought = BOUGHT }: Input) {
    const order = await addSoldOrder({ createdAt: ago(bought) })
    const activateBefore = installBy === undefined ? null : dateAgo(installBy)
    await db().esim.update({ where: { id: order.esimId }, data: { createdAt: ago(bought), activateBefore } })
    await db().orderItem.update({ where: { id: order.itemId }, data: { createdAt: ago(bought) } })
    if (ended !== undefined) await read(order, ended)

    return order
  }

  type Sold = Awaited<ReturnType<typeof sold>>

  async function read({ esimId, orderNum }: Sold, ended: number): Promise<void> {
    const endsAt = ago(ended)
    const facts = { source: 'test', usedForm: 'number', usedMb: 1, firstReadAt: endsAt, readAt: endsAt, endsAt }
    await db().usageReading.create({ data: { esimId, orderNum, ...facts } })
  }

  /** A top-up of the eSIM, in a state, whose plan the network said nothing about. */
  async function topUp(esim: Sold, state: 'DELIVERED' | 'UNKNOWN', bought: number): Promise<void> {
    const other = await addSoldOrder({ createdAt: ago(bought) })
    await db().esim.delete({ where: { id: other.esimId } })
    const data = { kind: 'RENEWAL', esimId: esim.esimId, state, createdAt: ago(bought) } as const
    await db().orderItem.update({ where: { id: other.itemId }, data })
  }

  const isKept = async ({ esimId }: Sold) => {
    const esim = await db().esim.findUniqueOrThrow({ where: { id: esimId } })
    expect(esim.sealedCode === null).toBe(esim.codeRemovedAt !== null)

    return esim.sealedCode !== null
  }

  test('codes go 90 days after the end of the last plan, and not a day before', async () => {
    const gone = {
      'ended 91 days ago': await sold({ ended: 91 }),
      'never begun, its plan of seven days can have ended 93 days ago': await sold({ installBy: 100 }),
      'never told anything about, bought 365 + 7 + 90 days ago and more': await sold({ bought: 470 }),
    }
    const kept = {
      'ended 89 days ago': await sold({ ended: 89 }),
      'installed on the last day, it can have ended 89 days ago': await sold({ installBy: 96 }),
      'never told anything about, bought 365 + 7 days ago': await sold({ bought: 372 }),
      'bought yesterday': await sold({ bought: 1 }),
    }
    const toppedUp = await sold({ ended: 200 })
    await topUp(toppedUp, 'DELIVERED', 120)
    const toppingUp = await sold({ ended: 200 })
    await topUp(toppingUp, 'UNKNOWN', 0)

    expect(await removeOldRows({ isDryRun: true })).toMatchObject({ codes: 3 })
    expect(await isKept(gone['ended 91 days ago'])).toBe(true)
    expect(await removeOldRows({ isDryRun: false })).toMatchObject({ codes: 3 })

    for (const [name, order] of Object.entries(gone)) expect([name, await isKept(order)]).toEqual([name, false])
    for (const [name, order] of Object.entries({ ...kept, toppedUp, toppingUp })) {
      expect([name, await isKept(order)]).toEqual([name, true])
    }
    expect(await removeOldRows({ isDryRun: true })).toMatchObject({ codes: 0 })
  })

  test('the owner may keep them longer', async () => {
    const order = await sold({ ended: 120 })
    await db().setting.create({ data: { key: 'retention.codes', value: 150, updatedBy: 'test' } })
    expect(await removeOldRows({ isDryRun: false })).toMatchObject({ codes: 0 })
    await db().setting.delete({ where: { key: 'retention.codes' } })

    expect(await removeOldRows({ isDryRun: false })).toMatchObject({ codes: 1 })
    expect(await isKept(order)).toBe(false)
  })

  test('a card without its code says since when, to its buyer and to staff, and opens no more', async () => {
    const order = await sold({ ended: 100 })
    await removeOldRows({ isDryRun: false })
    const buyer: Caller = {
      kind: 'guest',
      sessionId: 'gst_test',
      grants: [{ orderId: order.id, grant: 'link', grantedAt: new Date() }],
    }

    const esim = (await getOrderPage(buyer, order.id))?.items[0]?.esims[0]
    expect(esim?.codeRemovedAt?.getTime()).toBeGreaterThan(ago(1).getTime())
    const page = await getAdminOrder(await addStaff('owner'), order.id)
    expect(page?.items[0]?.esims[0]?.state).toBe('deleted')
    await expect(revealEsim(buyer, order.esimId, { serviceStarts: true, withdrawalEnds: true })).rejects.toMatchObject({
      code: 'conflict',
    })
    const breaches = await checkInvariants()
    expect(breaches.filter(({ detail }) => detail === 'delivered incomplete')).toEqual([])
  })
})
