import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { getCancellationQueue } from '#lib/cancellations/queries/cancellation-queue.ts'
import { db } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { orderEligibility, readOrderAgain } from '#lib/esims/commands/eligibility.ts'
import { confirmCredit } from '#lib/finance/commands/provider-ledger.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { getOrderPage, getOrderProgress } from '#lib/orders/queries/order-page.ts'
import { type Delivered, delivered, giveBack, moneyOf, workUntilEsims } from '#tests/support/cancellations.ts'
import { jar } from '#tests/support/request-context.ts'
import { handlerAt } from '#tests/support/routes.ts'
import { startSale } from '#tests/support/sale.ts'
import { duringTests, SESSION_SECRET, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, sessionOf } from '#tests/support/staff.ts'

describe('cancellation queue', () => {
  const sale = duringTests(() => startSale({ TIME_SCALE: '600' }))

  beforeAll(async () => {
    sale.shop.provider.control.changeAccount({ applyCancelRules: false })
  })

  test('staff send 2 of 5 eSIMs back from the desk; exactly their share goes back, and a person confirms the credit', async () => {
    const sold = await delivered(sale, 5)
    const [support, finance, reader] = [
      await addStaff('support'),
      await addStaff('finance'),
      await addStaff('read_only'),
    ]
    const chosen = sold.esims.slice(0, 2)
    const esimIds = chosen.map(({ id }) => id)

    await readOrderAgain(support, sold.orderId)
    const statuses = await orderEligibility(support, sold.orderId)
    const once = { key: randomUUID(), fingerprint: 'f' }
    await requestCancellation(support, { orderId: sold.orderId, esimIds, reason: 'cannot travel', once })
    const open = await getCancellationQueue(support)
    await workUntilEsims(chosen, 'MONEY_BACK')
    const done = await getCancellationQueue(finance, { view: 'done' })

    expect(statuses).toHaveLength(5)
    expect(await db().auditEvent.count({ where: { act: 'card.facts_read', subject: sold.orderId } })).toBe(1)
    expect(statuses[0]?.facts.find(({ name }) => name === 'used_mb')?.ageMs).toBeLessThan(60_000)
    expect(open.returns.at(-1)).toMatchObject({
      askedBy: 'staff',
      reason: 'cannot travel',
      order: { id: sold.orderId },
    })
    expect(open.returns.at(-1)?.esims.map(({ iccid }) => iccid)).toEqual(chosen.map(({ iccid }) => iccid))
    expect(open.returns.at(-1)?.esims.every(({ answer }) => answer && answer.facts.length > 0)).toBe(true)
    expect(open.credits).toBeNull()
    expect((await moneyOf(sale, sold)).refunded).toBe(chosen.reduce((sum, esim) => sum + esim.priceShareMinor, 0))
    expect(done.returns[0]?.esims[0]?.iccid).toMatch(/^…\d{4}$/)
    const [credit] = done.credits ?? []
    expect(credit).toMatchObject({ confirmedAt: null, confirmedBy: null, orderNum: done.returns[0]?.orderNum })
    expect(credit?.order?.id).toBe(sold.orderId)
    expect(open.returns.at(-1)?.credit).toBeNull()
    expect(done.returns[0]?.credit).toMatchObject({ id: credit?.id, amount: credit?.amount, confirmedAt: null })
    const input = { id: credit?.id ?? '', reason: 'on the statement' }
    await expect(confirmCredit(reader, input)).rejects.toMatchObject({ code: 'forbidden' })
    await confirmCredit(finance, input)
    await expect(confirmCredit(finance, input)).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'changed' },
    })
    const confirmed = await getCancellationQueue(finance, { view: 'done' })
    expect(confirmed.credits?.find(({ id }) => id === input.id)).toMatchObject({
      confirmedBy: finance.name,
      amount: credit?.amount,
    })
    expect(confirmed.returns[0]?.credit?.confirmedBy).toBe(finance.name)
    expect((await getCancellationQueue(support, { view: 'done' })).returns[0]?.credit).toBeNull()
    expect(await db().auditEvent.count({ where: { act: 'finance.credit_confirmed', subject: input.id } })).toBe(1)
    expect(await checkInvariants()).toEqual([])
  })

  test('a refused return stands at the desk with the words of the network', async () => {
    const sold = await delivered(sale)
    const { control } = sale.shop.provider
    control.addFault({ path: 'refundOrder', kind: 'code', code: 22, message: 'no cancellation after installation' })

    await giveBack(sold, sold.esims)
    await workUntilEsims(sold.esims, 'REFUSED')
    const { returns, counts } = await getCancellationQueue(await addStaff('support'), { view: 'refused' })

    expect(counts.refused).toBe(1)
    expect(returns[0]).toMatchObject({
      askedBy: 'buyer',
      refusal: { code: 22, text: 'no cancellation after installation' },
    })
    expect(await checkInvariants()).toEqual([])
  })
})

describe('queue pages', () => {
  const STATES = ['WAITING', 'ASKED', 'SENT', 'OPEN', 'CONFIRMED'] as const

  duringTests(startShop)

  test.each([
    ['open', 112, 3],
    ['done', 28, 1],
  ] as const)(
    'the desk leads on through all that is %s, each request once and in its order',
    async (view, count, pages) => {
      const { orderNum, itemId, esimId, iccid } = await addSoldOrder()
      // Three of each second: their order is not told by their time alone.
      const at = (n: number) => new Date(Date.UTC(2027, 0, 1, 0, 0, Math.floor(n / 3)))
      await db().cancelItem.deleteMany()
      await db().cancelAttempt.deleteMany()
      const attempts = Array.from({ length: 140 }, (_, n) => ({
        ...{
          id: newId('can'),
          orderNum: `${orderNum}-${n}`,
          itemId,
          requestedBy: 'buyer',
          askedAt: at(n),
          endedAt: at(n),
        },
        state: STATES[n % STATES.length] ?? ('ASKED' as const),
      }))
      await db().cancelAttempt.createMany({ data: attempts })
      await db().cancelItem.createMany({ data: attempts.map(({ id }) => ({ attemptId: id, esimId, iccid })) })
      const support = await addStaff('support')

      const found = []
      let turns = 0
      for (let after: string | null = null; turns === 0 || after; turns += 1) {
        const page = await getCancellationQueue(support, { view, after })
        found.push(...page.returns)
        after = page.more
      }

      const times = found.map(({ askedAt }) => askedAt.getTime())
      expect(turns).toBe(pages)
      expect(new Set(found.map(({ id }) => id)).size).toBe(count)
      expect(found).toHaveLength(count)
      expect(times).toEqual(times.toSorted((a, b) => (view === 'open' ? a - b : b - a)))
    },
  )
})

describe('return routes', () => {
  const sale = duringTests(() => startSale({ TIME_SCALE: '600', SESSION_SECRET }))

  beforeAll(async () => {
    sale.shop.provider.control.changeAccount({ applyCancelRules: false })
  })

  async function call(at: string, id: string, body?: unknown, key: string = randomUUID()) {
    const origin = process.env.PUBLIC_URL ?? ''
    const headers = { origin, 'content-type': 'application/json', 'idempotency-key': key }
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    const handler = await handlerAt(at)
    const response = await handler(new Request(`${origin}/api`, init), { params: Promise.resolve({ id }) })

    return { status: response.status, ...((await response.json()) as { data?: never; error?: { code: string } }) }
  }

  function asGuestOf({ guestToken }: Delivered): void {
    jar.clear()
    jar.set('guest', guestToken)
  }

  test('a buyer sees the answer, gives one of two back with it, and reads on the page how far it is', async () => {
    const sold = await delivered(sale, 2)
    const [first = { id: '' }, second = { id: '' }] = sold.esims
    asGuestOf(sold)
    const key = randomUUID()

    const seen = await call('GET /api/orders/[id]/return-options', sold.orderId)
    const asked = await call(
      'POST /api/orders/[id]/returns',
      sold.orderId,
      { esimIds: [first.id], reason: 'not needed' },
      key,
    )
    const again = await call(
      'POST /api/orders/[id]/returns',
      sold.orderId,
      { esimIds: [first.id], reason: 'not needed' },
      key,
    )
    const status = await getOrderProgress(sold.caller, sold.orderId)
    const page = await getOrderPage(sold.caller, sold.orderId)
    await workUntilEsims([first], 'MONEY_BACK')
    const after = await getOrderPage(sold.caller, sold.orderId)

    expect(seen).toMatchObject({
      status: 200,
      data: { esims: [{ esimId: first.id, answer: 'ask' }, { answer: 'ask' }] },
    })
    expect(asked).toMatchObject({ status: 200, data: { esimIds: [first.id] } })
    expect(again).toEqual(asked)
    expect(status?.isSettled).toBe(false)
    expect(page?.items[0]?.esims.map((esim) => esim.return.state)).toEqual(['asked', 'none'])
    expect(after?.items[0]?.esims.map((esim) => esim.return.state)).toEqual(['returned', 'none'])
    expect(after?.items[0]?.esims[1]).toMatchObject({ id: second.id, return: { answer: 'ask' } })
    expect(after?.history.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['return_asked', 'returned', 'refunded']),
    )
    expect((await getOrderProgress(sold.caller, sold.orderId))?.isSettled).toBe(true)
  })

  test('an order of somebody else is not there, and an unknown request is refused', async () => {
    const sold = await delivered(sale)
    const stranger = await delivered(sale)
    asGuestOf(stranger)

    expect((await call('GET /api/orders/[id]/return-options', sold.orderId)).status).toBe(404)
    expect((await call('POST /api/orders/[id]/returns', sold.orderId, { esimIds: [sold.esims[0]?.id] })).status).toBe(
      404,
    )
    expect(
      (await call('POST /api/orders/[id]/returns', stranger.orderId, { esimIds: [sold.esims[0]?.id] })).status,
    ).toBe(404)
    expect((await call('POST /api/orders/[id]/returns', stranger.orderId, { esimIds: [] })).status).toBe(400)
    expect(
      (await call('POST /api/orders/[id]/returns', stranger.orderId, { esimIds: ['x'], amountMinor: 1 })).status,
    ).toBe(400)
  })

  test('staff ask at the desk, see the credit only where costs are theirs to see, and judge words', async () => {
    const sold = await delivered(sale)
    const [manager, support] = [await addStaff('manager'), await addStaff('support')]
    const input = { orderId: sold.orderId, esimIds: [sold.esims[0]?.id], reason: 'goodwill call' }
    jar.clear()
    expect((await call('POST /api/admin/cancellations', '', input)).status).toBe(401)
    jar.set('staff', await sessionOf(support.staffId))

    expect((await call('POST /api/admin/cancellations', '', input)).status).toBe(200)
    await workUntilEsims(sold.esims, 'MONEY_BACK')
    const bySupport = await getCancellationQueue(support, { view: 'done' })
    const { planId } = (await db().orderItem.findUniqueOrThrow({ where: { id: sold.itemId }, select: { quote: true } }))
      .quote
    expect(
      (await call('POST /api/admin/premark-rules', '', { planIds: [planId], answer: 'NEVER', seen: 'UNKNOWN' })).status,
    ).toBe(403)
    jar.set('staff', await sessionOf(manager.staffId))
    expect(
      (await call('POST /api/admin/premark-rules', '', { planIds: [planId], answer: 'NEVER', seen: 'UNKNOWN' })).status,
    ).toBe(200)
    const byManager = await getCancellationQueue(manager, { view: 'done' })

    const row = { order: { id: sold.orderId }, state: 'CONFIRMED', askedBy: 'staff', reason: 'goodwill call' }
    expect(bySupport.returns[0]).toMatchObject({ ...row, credit: null })
    expect(byManager.returns[0]).toMatchObject({ ...row, credit: { confirmedAt: null } })
    await db().refundabilityRule.deleteMany()
  })
})
