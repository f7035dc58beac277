import { beforeEach, describe, expect, test } from 'vitest'
import { returnOrderStart, takeOrderStart } from '#lib/auth/limits.ts'
import { announceSalesResumed, recordSalesNote as ask, pauseSales } from '#lib/checkout/commands/sales-pause.ts'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { forgetSalesPause } from '#lib/checkout/repository/sales-pause.ts'
import { salesEmail } from '#lib/checkout/worker/sales-email.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { removeOldRows } from '#lib/operations/repository/retention.ts'
import { checkoutInput, quote } from '#tests/support/quotes.ts'
import { PLAN, pay, paymentLedger, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests, startShop } from '#tests/support/shop.ts'
import { readTree } from '#tests/support/tree.ts'

describe('order limits', () => {
  duringTests(startShop)

  beforeEach(() => db().$executeRaw`DELETE FROM "RateLimit"`)

  type Starter = Partial<Parameters<typeof takeOrderStart>[0]>

  /** How many of so many orders at once may begin. */
  async function begun(count: number, starter: (n: number) => Starter): Promise<number> {
    const tries = Array.from({ length: count }, async (_, n) => {
      try {
        await takeOrderStart({ email: 'ana@example.com', network: '203.0.113.7', provenEmail: null, ...starter(n) })

        return true
      } catch (error) {
        if (error instanceof AppError && error.code === 'rate_limited') return false
        throw error
      }
    })

    return (await Promise.all(tries)).filter(Boolean).length
  }

  test('ten unpaid orders of an address from one network are the most, and a stranger elsewhere blocks nobody', async () => {
    expect(await begun(50, () => ({}))).toBe(10)
    // The stranger has used up what there is for the address there; its owner orders at home.
    expect(await begun(1, () => ({ network: '198.51.100.9' }))).toBe(1)
  })

  test('a stranger with a hundred networks does not keep the owner of an address from buying', async () => {
    await begun(100, (n) => ({ network: `10.0.0.${n}` }))

    expect(await begun(1, () => ({ network: '198.51.100.9' }))).toBe(1)
  })

  test('of two hundred orders at once from one network, under as many addresses, thirty begin', async () => {
    expect(await begun(200, (n) => ({ email: `card-${n}@example.com` }))).toBe(30)
  })

  test('of two hundred orders at once from as many networks of one /48, a hundred and fifty begin', async () => {
    const near = (n: number) => ({ email: `card-${n}@example.com`, network: `2001:db8:1:${n.toString(16)}` })

    expect(await begun(200, near)).toBe(150)
    expect(await begun(1, () => ({ network: '2001:db8:2:1' }))).toBe(1)
  })

  test('an order from a network of IPv6 that was paid gives back what its /48 lost', async () => {
    const near = (n: number) => ({ email: `card-${n}@example.com`, network: `2001:db8:3:${n.toString(16)}` })
    await begun(149, near)
    await returnOrderStart({ id: 'ord_paid_v6', provenEmail: null, ...near(1) })

    expect(await begun(20, (n) => near(n + 1_000))).toBe(2)
  })

  test('whoever is signed in buys from a network that strangers have used up', async () => {
    await begun(60, (n) => ({ email: `card-${n}@example.com` }))

    expect(await begun(1, () => ({}))).toBe(0)
    expect(await begun(1, () => ({ provenEmail: 'ana@example.com' }))).toBe(1)
  })

  test('whoever is signed in and pays for each order is held up by none, and gives strangers nothing', async () => {
    const own = { email: 'ana@example.com', network: '203.0.113.7', provenEmail: 'ana@example.com' }
    for (let n = 0; n < 25; n++) {
      await takeOrderStart(own)
      await returnOrderStart({ id: `ord_${n}`, ...own })
    }

    expect(await begun(60, (n) => ({ email: `card-${n}@example.com` }))).toBe(30)
  })

  test('a block of a network is not made longer by payments of those who were let in', async () => {
    await begun(31, (n) => ({ email: `buyer-${n}@example.com` }))
    const waits: unknown[] = []
    for (let n = 0; n < 4; n++) {
      const paid = { id: `ord_fair_${n}`, email: `buyer-${n}@example.com`, network: '203.0.113.7', provenEmail: null }
      await returnOrderStart(paid)
      const next = { email: `next-${n}@example.com`, network: '203.0.113.7', provenEmail: null }
      waits.push(await takeOrderStart(next).catch((error) => error.details.retryAfterSeconds))
    }

    expect(waits.map((wait) => Number(wait) > 0 && Number(wait) <= 600)).toEqual([true, true, true, true])
  })

  test('an order that was paid gives back what it took, once', async () => {
    await begun(29, (n) => ({ email: `buyer-${n}@example.com` }))
    for (const _ of [1, 2, 3])
      await returnOrderStart({
        ...{ id: 'ord_paid', email: 'buyer-1@example.com', network: '203.0.113.7', provenEmail: null },
      })

    expect(await begun(20, (n) => ({ email: `next-${n}@example.com` }))).toBe(2)
  })

  test('an order is counted before anything is looked at', () => {
    const route = readTree().find(({ file }) => file === 'app/api/orders/[[...path]]/route.ts')?.text ?? ''

    expect(route.indexOf('await takeOrderStart(')).toBeGreaterThan(0)
    expect(route.indexOf('await takeOrderStart(')).toBeLessThan(route.indexOf('await startOrder('))
  })
})

describe('resubmit', () => {
  const sale = duringTests(startSale)

  test('D16 a checkout sent again after it was paid leads to its order, and asks for no money', async () => {
    const { id: quoteId } = await quote(PLAN)
    const input = checkoutInput([quoteId])
    const first = await startOrder({ kind: 'anonymous' }, input)
    const { id: itemId } = await db().orderItem.findFirstOrThrow({ where: { orderId: first.orderId } })
    const { sessionId } = await db().payment.findFirstOrThrow({ where: { orderId: first.orderId } })
    await pay(sale, { sessionId: sessionId ?? '' })
    await workUntil(itemId, ['DELIVERED'])

    const again = await startOrder({ kind: 'anonymous' }, input)

    expect(again.orderId).toBe(first.orderId)
    expect(new URL(again.payUrl).pathname).toBe(`/o/${first.orderId}`)
    expect((await paymentLedger(sale)).payments).toHaveLength(1)
    expect(await checkInvariants()).toEqual([])
  })
})

describe('sales notes', () => {
  duringTests(startShop)

  beforeEach(async () => {
    await db().salesNote.deleteMany()
    await db().outbox.deleteMany({ where: { kind: 'till_open' } })
    await open()
  })

  /** Somebody who is signed in with an address asks for a note to it. */
  const recordSalesNote = (input: { email: string; locale: string }) =>
    ask(input, { provenEmail: input.email.trim().toLowerCase() })

  const open = () => transaction(forgetSalesPause)
  const close = () => transaction((tx) => pauseSales('strange_answers', {}, tx))
  const mails = () => db().outbox.findMany({ where: { kind: 'till_open' }, orderBy: { createdAt: 'asc' } })

  async function readers(): Promise<string[]> {
    const emails = await Promise.all(
      (await mails()).map(({ payload }) => salesEmail(String((payload as { subject: string }).subject))),
    )

    return emails
      .flatMap((message) => (message ? [`${message.to} ${message.locale} ${message.contents.url}`] : []))
      .sort()
  }

  test('whoever asked while the till was closed is mailed once when it opens, in the language of the page', async () => {
    await close()
    expect(await recordSalesNote({ email: ' Ana@Example.com ', locale: 'de' })).toEqual({ isOpen: false })
    await recordSalesNote({ email: 'ana@example.com', locale: 'de' })
    await recordSalesNote({ email: 'ben@example.com', locale: 'en' })
    expect(await announceSalesResumed()).toBe(0)

    await open()

    // Every process looks.
    const told = await Promise.all([announceSalesResumed(), announceSalesResumed(), announceSalesResumed()])
    expect(told.reduce((sum, count) => sum + count)).toBe(2)
    expect(await announceSalesResumed()).toBe(0)
    expect(await readers()).toEqual([
      expect.stringMatching(/^ana@example\.com de http.*\/de\/destinations$/),
      expect.stringMatching(/^ben@example\.com en http.*\/destinations$/),
    ])
  })

  test('nobody has a note sent to an address that they are not signed in with', async () => {
    await close()
    const input = { email: 'victim@example.com', locale: 'en' }
    for (const provenEmail of [null, 'stranger@example.com']) {
      await expect(ask(input, { provenEmail })).rejects.toMatchObject({ details: { reason: 'unproven' } })
    }
    await open()

    expect(await announceSalesResumed()).toBe(0)
    expect(await db().salesNote.count()).toBe(0)
  })

  test('a till that closes again is heard of again only by those who ask again', async () => {
    await close()
    await recordSalesNote({ email: 'ana@example.com', locale: 'en' })
    await recordSalesNote({ email: 'ben@example.com', locale: 'en' })
    await open()
    await announceSalesResumed()
    await close()
    await recordSalesNote({ email: 'ana@example.com', locale: 'en' })
    await open()

    expect(await announceSalesResumed()).toBe(1)
    expect((await readers()).map((reader) => reader.split(' ')[0])).toEqual(['ana@example.com', 'ben@example.com'])
    expect(await mails()).toHaveLength(3)
  })

  test('nothing is noted while payments are taken', async () => {
    expect(await recordSalesNote({ email: 'ana@example.com', locale: 'en' })).toEqual({ isOpen: true })

    expect(await db().salesNote.count()).toBe(0)
    expect(await announceSalesResumed()).toBe(0)
  })

  test('an address is forgotten a week after its mail was queued, and one that waits is kept', async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    await db().salesNote.createMany({
      data: [
        { id: 'tln_told', email: 'ana@example.com', locale: 'en', createdAt: ago(9), queuedAt: ago(8) },
        { id: 'tln_late', email: 'ben@example.com', locale: 'en', createdAt: ago(9), queuedAt: ago(6) },
        { id: 'tln_waits', email: 'cleo@example.com', locale: 'en', createdAt: ago(80) },
      ],
    })

    expect(await removeOldRows({ isDryRun: false })).toMatchObject({ salesNotes: 1 })
    expect((await db().salesNote.findMany({ orderBy: { id: 'asc' } })).map(({ id }) => id)).toEqual([
      'tln_late',
      'tln_waits',
    ])
  })
})
