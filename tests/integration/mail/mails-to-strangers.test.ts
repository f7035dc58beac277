import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { requestReset, requestSignInLink } from '#lib/auth/commands/access-links.ts'
import { confirmWithdrawal, startWithdrawal } from '#lib/cancellations/commands/withdraw.ts'
import { announceSalesResumed, recordSalesNote } from '#lib/checkout/commands/sales-pause.ts'
import { afterAnswersDone } from '#lib/core/commands/after-answer.ts'
import { db } from '#lib/core/repository/client.ts'
import { takeMessage } from '#lib/customers/commands/messages.ts'
import { getOrderForMail } from '#lib/mail/repository/order-for-mail.ts'
import { queueMail } from '#lib/mail/repository/outbox.ts'
import { mailContents } from '#lib/mail/worker/mail-contents.ts'
import { requestFindLink } from '#lib/orders/commands/find-link.ts'
import { type MailSender, startMailSender } from '#tests/support/mail-sender.ts'
import { CONTRACTS } from '#tests/support/routes.ts'
import { duringTests, signedIn, startShop } from '#tests/support/shop.ts'
import { addRefund, addSoldOrder } from '#tests/support/sold-order.ts'
import { readTree } from '#tests/support/tree.ts'

describe('mails to strangers', () => {
  duringTests(startShop)

  const VICTIM = 'victim@example.com'

  const mailsOf = async (ask: () => Promise<unknown>): Promise<string[]> => {
    await db().outbox.deleteMany()
    await ask().catch(() => null)
    await afterAnswersDone()
    const rows = await db().outbox.findMany({ where: { kind: { not: 'message_for_store' } } })

    return rows.map(({ kind }) => kind)
  }

  const takesEmail = (body: z.ZodType) =>
    JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' })).includes('"format":"email"')

  test('every address of ours that takes an email of a visitor is one of those that are looked at here', () => {
    const routes = readTree()
      .filter(({ file }) => /^app\/(?!api\/admin).*route\.ts$/.test(file))
      .filter(({ text }) => /z\.email\(|messageBodySchema/.test(text))
      .map(({ file }) => file.replace(/^app\/api\/|\/route\.ts$/g, ''))
    const described = [...CONTRACTS.values()]
      .filter(({ at, spec: { body } }) => !at.includes('/api/admin/') && body && takesEmail(body))
      .map(({ at }) => at.replace(/^[A-Z]+ \/api\//, ''))

    // An order, the correction of its address and its gift mail once it was paid: see docs/security.md.
    const byPayment = ['orders', 'orders/[id]/email', 'orders/[id]/gift']
    // The first owner, by a link of the command line.
    const byOwner = ['setup']
    expect([...routes, ...described].sort()).toEqual(
      [
        ...byPayment,
        ...byOwner,
        'account/link',
        'find',
        'messages',
        'sign-in/reset',
        'sales-notes',
        'withdrawals',
      ].sort(),
    )
  })

  test('a stranger has nothing mailed to an address that never was here, whatever they type', async () => {
    const asked = {
      message: () =>
        takeMessage(
          { kind: 'anonymous' },
          { email: VICTIM, topic: 'other', text: 'buy my pills', locale: 'en', orderId: null, facts: {} },
          { provenEmail: null },
        ),
      note: () => recordSalesNote({ email: VICTIM, locale: 'en' }, { provenEmail: null }).then(announceSalesResumed),
      find: () => requestFindLink({ email: VICTIM, hint: 'LF-TEST-0001' }),
      withdrawal: async () => confirmWithdrawal((await startWithdrawal({ email: VICTIM, number: 'LF-TEST-0001' })).id),
      reset: () => requestReset({ email: VICTIM, locale: 'en' }),
      link: () => requestSignInLink({ email: VICTIM, locale: 'en' }),
    }
    const sent: Record<string, string[]> = {}
    for (const [name, ask] of Object.entries(asked)) sent[name] = await mailsOf(ask)

    expect(sent).toEqual({ message: [], note: [], find: [], withdrawal: [], reset: [], link: [] })
  })

  /** An order as the checkout leaves it before any money came, with an address that anybody may have typed. */
  async function typedOrder(email: string, provider: 'test' | 'bank_transfer') {
    const sold = await addSoldOrder({ email, state: 'AWAITING_PAYMENT' })
    const { number } = await db().order.update({ where: { id: sold.id }, data: { scope: `quote:${sold.id}` } })
    await db().payment.updateMany({ where: { orderId: sold.id }, data: { provider, state: 'OPEN', capturedMinor: 0 } })

    return { id: sold.id, number }
  }

  /** Asks for everything that can be asked for with an address and a number, many times, and tells which mails that caused. */
  function askForAll(email: string, number: string): Promise<string[]> {
    return mailsOf(async () => {
      for (let n = 0; n < 3; n += 1) {
        await requestFindLink({ email, hint: number })
        await requestSignInLink({ email, locale: 'en' })
        await confirmWithdrawal((await startWithdrawal({ email, number })).id)
      }
    })
  }

  test('an order that nobody paid makes no address known: whoever typed it has nothing mailed there', async () => {
    const { number } = await typedOrder('typed@example.com', 'test')

    expect(await askForAll('typed@example.com', number)).toEqual([])
  })

  test('of all orders of an address that wait for a transfer one mail goes out in a day', async () => {
    const first = await typedOrder('awaited@example.com', 'bank_transfer')
    const second = await typedOrder('awaited@example.com', 'bank_transfer')

    const kinds = [
      ...(await askForAll('awaited@example.com', first.number)),
      ...(await askForAll('awaited@example.com', second.number)),
    ]

    expect(kinds).toHaveLength(1)
  })

  test('a link that signs in goes to whoever has paid for an order, and to whoever has proven the address', async () => {
    await addSoldOrder({ email: 'payer@example.com' })
    await signedIn('proven@example.com')

    expect(await mailsOf(() => requestSignInLink({ email: 'payer@example.com', locale: 'en' }))).toEqual([
      'account_link',
    ])
    expect(await mailsOf(() => requestSignInLink({ email: 'Proven@example.com ', locale: 'en' }))).toEqual([
      'account_link',
    ])
  })

  test('the receipts of withdrawals for one order are five in a day, and each statement counts', async () => {
    const { id } = await addSoldOrder({ number: 'LF-WDRW-0001', email: 'leaver@example.com' })
    const kinds = await mailsOf(async () => {
      for (let n = 0; n < 8; n += 1) {
        await confirmWithdrawal((await startWithdrawal({ email: 'leaver@example.com', number: 'LF-WDRW-0001' })).id)
      }
    })

    expect(kinds.filter((kind) => kind === 'withdrawal_received')).toHaveLength(5)
    expect(await db().withdrawal.count({ where: { orderId: id, confirmedAt: { not: null } } })).toBe(8)
  })

  test('whoever knows an order and its address has five links mailed there in a day, and no more', async () => {
    const { id } = await addSoldOrder({ number: 'LF-KNWN-0001', email: 'buyer@example.com' })
    await db().outbox.deleteMany()
    for (let n = 0; n < 12; n++) {
      await requestFindLink({ email: 'buyer@example.com', hint: '0001' })
      await afterAnswersDone()
      // As if it were another minute.
      await db().$executeRaw`UPDATE "Outbox" SET "dedupeKey" = "dedupeKey" || ${`:${n}`} WHERE "orderId" = ${id}`
    }

    expect(await db().outbox.count({ where: { orderId: id, kind: 'find_link' } })).toBe(5)
  })
})

describe('problem mail', () => {
  duringTests(startShop)
  let sender: MailSender

  beforeAll(async () => {
    sender = await startMailSender()
  })
  afterAll(() => sender.close())

  /** An order that came to the team at these times, as the mail about it says it. */
  async function saidOf(times: string[], state: 'HELD' | 'DELIVERED' = 'HELD') {
    const { id: orderId, itemId } = await addSoldOrder({ state })
    for (const time of times) {
      const data = { reason: 'misfit' }
      await db().orderEvent.create({
        data: { at: new Date(time), orderId, itemId, kind: 'held', actor: 'store', data },
      })
    }
    const facts = await getOrderForMail(orderId)
    if (!facts) throw new Error('The order is gone.')
    const payload = { situation: 'with_team' }

    return (await mailContents('order_problem', { facts, url: 'https://shop.example/l/x', payload })).situation
  }

  test('a mail that waited for its server names the time at which the order came to the team, not that of sending', async () => {
    expect(await saidOf(['2027-03-03T10:00:00Z', '2027-03-03T14:05:00Z'])).toMatchObject({
      since: new Date('2027-03-03T14:05:00Z'),
    })
  })

  test('and so does one that is sent after the order has moved on', async () => {
    expect(await saidOf(['2027-03-03T10:00:00Z'], 'DELIVERED')).toMatchObject({
      since: new Date('2027-03-03T10:00:00Z'),
    })
  })

  test('names places in the language of its reader, whatever language they were bought in', async () => {
    const email = 'lector@example.com'
    const { id: orderId } = await addSoldOrder({ email })
    await db().order.update({ where: { id: orderId }, data: { locale: 'es' } })
    await queueMail(db(), { kind: 'order_paid', orderId, dedupeKey: `paid:${orderId}` })

    const [message] = await sender.mailsTo(email)
    expect(message?.text).toMatch(/Japón, \d+\u00a0GB(?: al día)?, \d+ días: /)
    expect(message?.text).not.toContain('Japan')
  })

  describe('an order that a person decides about', () => {
    const DAY_MS = 86_400_000
    const waiting = (orderId: string) =>
      db().outbox.findMany({ where: { orderId, state: 'DUE' }, select: { nextActionAt: true } })

    async function held(email: string) {
      const { id: orderId, itemId } = await addSoldOrder({ state: 'HELD', email })
      const payload = { situation: 'with_team' }
      await queueMail(db(), { kind: 'order_problem', orderId, dedupeKey: `problem:${itemId}:misfit`, payload })

      return { orderId, itemId }
    }

    test('hears within a day, and again each day until it is decided', async () => {
      const email = 'waits@example.com'
      const { orderId, itemId } = await held(email)
      const before = Date.now()

      const [first] = await sender.mailsTo(email)
      const [next] = await waiting(orderId)
      const [, second] = await sender.mailsTo(email)

      expect(first?.text).toMatch(/We write to you again by \d/)
      const dueInMs = (next?.nextActionAt?.getTime() ?? 0) - before
      // Early enough to arrive within the time that the mail promises.
      expect(dueInMs).toBeGreaterThan(DAY_MS / 2)
      expect(dueInMs).toBeLessThan(DAY_MS)
      expect(second?.text).toContain('Our team is still reviewing your order')
      expect(second?.text).toMatch(/We write to you again by \d/)

      await db().orderItem.update({ where: { id: itemId }, data: { state: 'DELIVERED' } })
      expect(await sender.mailsTo(email)).toHaveLength(2)
      expect(await db().outbox.findMany({ where: { orderId, state: { not: 'SENT' } } })).toEqual([])
    })

    test('hears nothing of the team when that has ended before the mail could leave', async () => {
      const email = 'decided@example.com'
      const { itemId } = await held(email)
      await db().orderItem.update({ where: { id: itemId }, data: { state: 'DELIVERED' } })

      expect(await sender.mailsTo(email)).toEqual([])
    })

    test('is promised one mail a day, however many of its plans are held', async () => {
      const email = 'many@example.com'
      const { orderId } = await held(email)
      await queueMail(db(), { kind: 'order_problem', orderId, dedupeKey: 'problem:other:misfit', payload: {} })

      await sender.mailsTo(email)

      expect(await waiting(orderId)).toHaveLength(1)
    })
  })

  test.each(['stripe', 'bank_transfer', 'test'])(
    'the mail about a refund knows that the way is %s',
    async (provider) => {
      const sold = await addSoldOrder({ state: 'REFUNDED' })
      await db().payment.update({ where: { id: sold.paymentId }, data: { provider } })
      await addRefund(sold, 1089)
      const refund = await db().refund.findFirstOrThrow({ where: { paymentId: sold.paymentId } })
      const facts = await getOrderForMail(sold.id)
      if (!facts) throw new Error('The order is gone.')

      const payload = { refundId: refund.id }
      expect(await mailContents('refund', { facts, url: 'https://shop.example/l/x', payload })).toMatchObject({
        way: provider,
        total: { minor: 1089 },
      })
    },
  )
})
