import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { pauseSales, resumeSales } from '#lib/checkout/commands/sales-pause.ts'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { includedTax } from '#lib/finance/rules/invoice.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { showVouchers } from '#lib/pricing/commands/promotions/use-codes.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { giveBack, workUntilEsims } from '#tests/support/cancellations.ts'
import { OTHER_PLAN } from '#tests/support/cart.ts'
import { eventually } from '#tests/support/patience.ts'
import { inputWith, offers, orderWith, promote, usesOf } from '#tests/support/promotions.ts'
import { DAY_PASS, forgetReadings, quote, storedPlan } from '#tests/support/quotes.ts'
import { handlerAt } from '#tests/support/routes.ts'
import {
  freshParties,
  PLAN,
  pay,
  paymentLedger,
  placements,
  startSale,
  voidElsewhere,
  workUntil,
} from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

describe('vouchers', () => {
  const sale = duringTests(startSale)

  beforeEach(() => freshParties(sale))

  const DAY_MS = 86_400_000
  const BUYER = { kind: 'anonymous' } as const

  /** So many offers like this one, without asking the network for each; they hold for as long as making them may take. */
  async function copiesOf(quoteId: string, count: number): Promise<string[]> {
    const ids = Array.from({ length: count }, () => newId('quo'))
    for (const id of ids) {
      await db().$executeRaw`
      INSERT INTO "Quote" SELECT (jsonb_populate_record(q, jsonb_build_object(
        'id', ${id}::text, 'checkedAt', now() + interval '1 hour', 'expiresAt', now() + interval '2 hours'))).*
      FROM "Quote" q WHERE q."id" = ${quoteId}`
    }

    return ids
  }

  function outcomes(settled: PromiseSettledResult<unknown>[]) {
    const made = settled.filter(({ status }) => status === 'fulfilled').length
    const refused = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))

    return {
      made,
      reasons: [...new Set(refused.map(({ code, details }) => `${code} ${details?.reason ?? ''}`.trim()))],
    }
  }

  describe('what a code takes off', () => {
    test('is what was shown: order, lines and payment add up, and the provider is asked for the rest', async () => {
      const { code } = await promote({ basisPoints: 1234 })
      const ids = await offers([{ planKey: PLAN, count: 3 }, { planKey: OTHER_PLAN }])
      const quotes = await Promise.all(ids.map((id) => db().quote.findUniqueOrThrow({ where: { id } })))
      const full = quotes.reduce((sum, { totalMinor }) => sum + totalMinor, 0)
      const shown = await showVouchers({ checkoutId: ids.join('-'), codes: [` ${code.toLowerCase()} `] })

      const order = await orderWith(ids, [code])

      expect(shown.discount.minor).toBe(Math.floor((full * 1234) / 10_000))
      expect(order.totalMinor).toBe(shown.total.minor)
      expect(order.totalMinor).toBe(full - shown.discount.minor)
      expect(order.payment.amountMinor).toBe(order.totalMinor)
      expect(order.items.map(({ priceMinor, discountMinor }) => priceMinor + discountMinor)).toEqual(
        quotes.map(({ totalMinor }) => totalMinor),
      )
      expect(order.uses.map(({ discountMinor }) => discountMinor)).toEqual([shown.discount.minor])
      const { payments } = await paymentLedger(sale)
      expect(payments.find(({ sessionId }) => sessionId === order.sessionId)?.amount).toBe(order.totalMinor)
    })

    test('never takes a plan under its floor, and says so, unless the promotion may', async () => {
      const { cost } = await storedPlan(PLAN)
      const ids = await offers([{ planKey: PLAN, count: 2 }])
      const kept = await promote({ basisPoints: 9000 })
      const free = await promote({ basisPoints: 8000, maySellUnderFloor: true })

      const capped = await showVouchers({ checkoutId: ids.join('-'), codes: [kept.code] })
      const uncapped = await showVouchers({ checkoutId: ids.join('-'), codes: [free.code] })

      expect(capped.codes[0]).toMatchObject({ isCapped: true, problem: null })
      // The first rule of a store keeps five percent of the price above the cost.
      expect(capped.total.minor).toBe(Math.ceil((cost.toNumber() * 2 * 100) / 0.95))
      expect(uncapped.codes[0]).toMatchObject({ isCapped: false, problem: null })
      expect(uncapped.total.minor).toBeLessThan(capped.total.minor)
    })

    test('counts only for its plans and destinations, and a day pass has the floor of all its days', async () => {
      const { skuId } = await storedPlan(PLAN)
      const { id } = await quote(DAY_PASS, { count: 1, days: 5 })
      const ids = [...(await offers([{ planKey: PLAN }])), id]
      const passes = await promote({ planKind: 'day_pass', skuIds: [skuId] })
      const elsewhere = await promote({ skuIds: [skuId + 1_000_000] })

      const order = await orderWith(ids, [passes.code])
      const view = await showVouchers({ checkoutId: ids.join('-'), codes: [elsewhere.code] })

      expect(order.items.map(({ discountMinor }) => discountMinor > 0)).toEqual([false, true])
      expect(view).toMatchObject({ mark: null, codes: [{ problem: 'wrong_plans', discount: null }] })
    })

    test.each([
      ['unknown', {}],
      ['not_yet', { startsAt: new Date(Date.now() + DAY_MS) }],
      ['expired', { endsAt: new Date(Date.now() - 1) }],
      ['expired', { endedAt: new Date() }],
      ['minimum', { minimumMinor: 10_000_000 }],
      ['left_too_small', { basisPoints: 9999, maySellUnderFloor: true }],
    ] as const)('is nothing, for the reason %s, in an answer of the same shape', async (problem, changes) => {
      const { code } = await promote({ ...changes })
      const ids = await offers([{ planKey: PLAN }])
      const input = { checkoutId: ids.join('-'), codes: [problem === 'unknown' ? 'NO-SUCH-CODE' : code] }

      const view = await showVouchers(input)

      expect(view.codes[0]).toMatchObject({ problem, discount: null, isCapped: false })
      expect(Object.keys(view.codes[0] ?? {}).sort()).toEqual([
        'code',
        'discount',
        'isCapped',
        'left',
        'needed',
        'problem',
      ])
      expect(view.discount.minor).toBe(0)
      await expect(startOrder(BUYER, { ...(await inputWith(ids, input.codes)) })).rejects.toMatchObject({
        code: 'voucher_refused',
        details: { reason: problem },
      })
    })

    test('adds up with another code only where both may be used together', async () => {
      const ids = await offers([{ planKey: PLAN, count: 4 }])
      const [one, two, alone] = [await promote({ stacks: true }), await promote({ stacks: true }), await promote()]
      const problems = async (codes: string[]) =>
        (await showVouchers({ checkoutId: ids.join('-'), codes })).codes.map(({ problem }) => problem)

      expect(await problems([one.code, two.code])).toEqual([null, null])
      expect(await problems([one.code, alone.code])).toEqual([null, 'not_together'])
      expect(await problems([alone.code, one.code])).toEqual([null, 'not_together'])
      expect((await orderWith(ids, [one.code, two.code])).uses).toHaveLength(2)
    })

    test('is refused when it is not the sum that was shown: somebody has changed the promotion', async () => {
      const { id, code } = await promote()
      const ids = await offers([{ planKey: PLAN }])
      const input = await inputWith(ids, [code])
      await db().promotion.update({ where: { id }, data: { basisPoints: 500, turn: { increment: 1 } } })

      await expect(startOrder(BUYER, input)).rejects.toMatchObject({ details: { reason: 'changed' } })
      expect(await db().orderItem.count({ where: { quoteId: { in: ids } } })).toBe(0)
    })

    test('stays as it was: no statement changes what was taken off', async () => {
      const { code } = await promote()
      const order = await orderWith(await offers([{ planKey: PLAN }]), [code])
      const [use] = order.uses

      await expect(
        db().orderItem.update({ where: { id: order.item.id }, data: { discountMinor: 1 } }),
      ).rejects.toThrow()
      await expect(
        db().promotionUse.update({ where: { id: use?.id ?? '' }, data: { discountMinor: 1 } }),
      ).rejects.toThrow()
    })
  })

  describe('a limit', () => {
    test('of 7 is never passed by 200 orders at once', async () => {
      const { id, code } = await promote({ totalLimit: 7 })
      const [first = ''] = await offers([{ planKey: PLAN }])
      const quoteIds = await copiesOf(first, 200)
      const inputs = await Promise.all(quoteIds.map((quoteId) => inputWith([quoteId], [code])))

      const { made, reasons } = outcomes(await Promise.allSettled(inputs.map((input) => startOrder(BUYER, input))))

      expect({ made, reasons }).toEqual({ made: 7, reasons: ['voucher_refused used_up'] })
      expect(await usesOf(id)).toBe(7)
      expect(await db().orderItem.count({ where: { quoteId: { in: quoteIds } } })).toBe(7)
    })

    test('of one for each address holds for orders at once, however the address is written', async () => {
      const { id, code } = await promote({ personLimit: 1 })
      const [first = ''] = await offers([{ planKey: PLAN }])
      const quoteIds = await copiesOf(first, 6)
      const inputs = await Promise.all(
        quoteIds.map((quoteId, at) =>
          inputWith([quoteId], [code], at % 2 ? ' Ana.One@example.com' : 'ana.one@EXAMPLE.com'),
        ),
      )

      const { made, reasons } = outcomes(await Promise.allSettled(inputs.map((input) => startOrder(BUYER, input))))

      expect({ made, reasons }).toEqual({ made: 1, reasons: ['voucher_refused used_by_you'] })
      expect(await usesOf(id)).toBe(1)
    })

    test('does not count the unpaid order of this browser that the new one replaces', async () => {
      const { id, code } = await promote({ personLimit: 1 })
      const email = 'steps.back@example.com'
      const former = await orderWith(await offers([{ planKey: PLAN }]), [code], email)

      const next = await startOrder(
        former.caller,
        await inputWith(await offers([{ planKey: PLAN, count: 2 }]), [code], email),
      )

      expect(await db().payment.findUniqueOrThrow({ where: { id: former.payment.id } })).toMatchObject({
        state: 'EXPIRED',
        replacedBy: next.orderId,
      })
      expect(await usesOf(id)).toBe(1)
      await expect(orderWith(await offers([{ planKey: PLAN }]), [code], email)).rejects.toMatchObject({
        details: { reason: 'used_by_you' },
      })
    })

    test('ends no payment that does not hold the code', async () => {
      const { code } = await promote({ totalLimit: 1 })
      await orderWith(await offers([{ planKey: PLAN }]), [code])
      const plain = await orderWith(await offers([{ planKey: PLAN }]), [])
      const again = await offers([{ planKey: PLAN, count: 2 }])

      await expect(startOrder(plain.caller, await inputWith(again, [code]))).rejects.toMatchObject({
        details: { reason: 'used_up' },
      })
      expect(await db().payment.findUniqueOrThrow({ where: { id: plain.payment.id } })).toMatchObject({
        ...{ state: 'OPEN', replacedBy: null },
      })
    })

    test('counts a repeated request once', async () => {
      const { id, code } = await promote({ totalLimit: 1 })
      const input = await inputWith(await offers([{ planKey: PLAN }]), [code])

      const both = await Promise.all([startOrder(BUYER, input), startOrder(BUYER, input)])

      expect(both[0]?.orderId).toBe(both[1]?.orderId)
      expect(await usesOf(id)).toBe(1)
    })

    test('is free again when the order was never paid, and stays used when it was', async () => {
      const { id, code } = await promote({ totalLimit: 1 })
      const unpaid = await orderWith(await offers([{ planKey: PLAN }]), [code])
      const again = await offers([{ planKey: PLAN }])
      await expect(orderWith(again, [code])).rejects.toMatchObject({ details: { reason: 'used_up' } })
      await pay(sale, unpaid, 'decline')
      await workUntil(unpaid.item.id, ['EXPIRED'])

      expect(await usesOf(id)).toBe(0)
      const paid = await orderWith(again, [code])
      await pay(sale, paid)
      await workUntil(paid.item.id, ['DELIVERED'])
      const { id: esimId } = await db().esim.findFirstOrThrow({ where: { itemId: paid.item.id } })
      await giveBack(paid, [{ id: esimId }])
      await workUntilEsims([{ id: esimId }], 'MONEY_BACK')
      expect(await usesOf(id)).toBe(1)
    })

    test('is free again when nothing could be bought and the held money was let go', async () => {
      const { id, code } = await promote({ totalLimit: 1 })
      const order = await orderWith(await offers([{ planKey: PLAN }]), [code])
      sale.shop.provider.control.setInventory({ apiCode: PLAN, left: 0 })
      await forgetReadings()
      await pay(sale, order)
      await workUntil(order.item.id, ['REFUNDED'])
      const free = async () => {
        await runUntilIdle()

        return usesOf(id)
      }

      expect(await eventually(free, (count) => count === 0)).toBe(0)
    })

    test('is free again when the hold was gone before it could be taken, and the eSIM went back for that', async () => {
      const { id, code } = await promote({ totalLimit: 1 })
      const order = await orderWith(await offers([{ planKey: PLAN }]), [code])
      sale.shop.provider.control.addFault({ path: 'addEsimOrder', when: 'after', kind: 'delay', ms: 1_500 })
      await pay(sale, order)
      const working = workUntil(order.item.id, ['REFUNDED'])
      await expect.poll(() => placements(sale, order.item.itemRef).length).toBe(1)
      const { payments } = await paymentLedger(sale)
      const held = payments.find(({ sessionId }) => sessionId === order.sessionId)
      await voidElsewhere(sale, held?.id)
      await working

      expect(await usesOf(id)).toBe(0)
    })
  })

  test('R2: of five with a voucher, two go back, then one, then two: to the minor unit, never more than was paid', async () => {
    const { code } = await promote({ basisPoints: 1111 })
    const order = await orderWith(await offers([{ planKey: PLAN, count: 5 }]), [code])
    await pay(sale, order)
    await workUntil(order.item.id, ['DELIVERED'])
    const esims = await db().esim.findMany({ where: { itemId: order.item.id }, orderBy: { position: 'asc' } })
    expect(esims.reduce((sum, { priceShareMinor }) => sum + priceShareMinor, 0)).toBe(order.totalMinor)

    const refunded: number[] = []
    for (const [from, to] of [
      [0, 2],
      [2, 3],
      [3, 5],
    ] as const) {
      await giveBack(order, esims.slice(from, to))
      await workUntilEsims(esims.slice(from, to), 'MONEY_BACK')
      const back = () =>
        paymentLedger(sale).then(({ payments }) => payments.find(({ sessionId }) => sessionId === order.sessionId))
      const due = esims.slice(0, to).reduce((sum, { priceShareMinor }) => sum + priceShareMinor, 0)
      const payment = await eventually(
        async () => {
          await runUntilIdle()

          return back()
        },
        (found) => found?.refunded === due,
      )
      refunded.push(payment?.refunded ?? -1)
      expect(payment?.refunded).toBeLessThanOrEqual(payment?.captured ?? 0)
    }

    expect(refunded.at(-1)).toBe(order.totalMinor)
    const items = await db().refundItem.groupBy({
      by: ['esimId'],
      where: { itemId: order.item.id },
      _sum: { amountMinor: true },
    })
    expect(new Map(items.map(({ esimId, _sum }) => [esimId, _sum.amountMinor]))).toEqual(
      new Map(esims.map(({ id, priceShareMinor }) => [id, priceShareMinor])),
    )
    expect(await checkInvariants()).toEqual([])
  })
})

describe('voucher routes', () => {
  duringTests(startSale)

  async function send(at: string, body: unknown, sender = '192.0.2.1', more: Record<string, string> = {}) {
    const origin = process.env.PUBLIC_URL ?? ''
    const headers = {
      ...{ origin, 'content-type': 'application/json', 'x-forwarded-for': sender },
      'idempotency-key': randomBytes(16).toString('hex'),
      ...more,
    }
    const request = new Request(`${origin}/api`, { method: 'POST', headers, body: JSON.stringify(body) })
    const response = await (await handlerAt(at))(request, { params: Promise.resolve({}) })

    return { status: response.status, ...(await response.json()) }
  }

  async function orderBody(quoteIds: string[], code: string) {
    const { voucher, email, consents, items } = await inputWith(quoteIds, [code])

    return { voucher, email, consents, items }
  }

  test('a browser sends codes and never a sum: a discount of its own is refused as unknown', async () => {
    const { id, code } = await promote()
    const body = await orderBody(await offers([{ planKey: PLAN }]), code)
    const own = [
      { ...body, discountMinor: 500 },
      { ...body, voucher: { ...body.voucher, discount: { minor: 500, currency: 'USD' } } },
      { ...body, voucher: { ...body.voucher, mark: 'another' } },
    ]

    expect((await Promise.all(own.map((one) => send('POST /api/orders', one)))).map(({ status }) => status)).toEqual([
      400, 400, 409,
    ])
    expect(await usesOf(id)).toBe(0)
    const { status, data } = await send('POST /api/orders', body)
    expect(status).toBe(200)
    expect(await db().promotionUse.count({ where: { orderId: data.orderId, promotionId: id } })).toBe(1)
  })

  test('an order is kept in the language in which its buyer agreed, whatever the browser prefers', async () => {
    const { code } = await promote()
    const body = await orderBody(await offers([{ planKey: PLAN }]), code)

    const { data } = await send('POST /api/orders', body, '192.0.2.1', { 'content-language': 'ar' })

    const order = await db().order.findUniqueOrThrow({
      where: { id: data.orderId },
      select: { locale: true, consent: true },
    })
    expect(order).toMatchObject({ locale: 'ar', consent: { locale: 'ar' } })
  })

  test('a browser is told the tax inside a sum with a code, and inside an offer', async () => {
    await db().setting.create({ data: { key: 'tax.rate', value: '19', updatedBy: 'test' } })
    const { code } = await promote()
    const ids = await offers([{ planKey: PLAN }])
    const plan = await db().quote.findUniqueOrThrow({ where: { id: ids[0] ?? '' }, select: { planId: true } })

    const { data } = await send('POST /api/vouchers', { checkoutId: ids.join('-'), codes: [code] })
    const offered = await send('POST /api/quotes', { ...plan, count: 1, locale: 'en' })

    // A share of the offer's tax, rounded: a cent beside the tax of the share at most.
    expect(Math.abs(data.tax.minor - includedTax(data.total.minor, '19'))).toBeLessThanOrEqual(1)
    expect(offered.data.quote.tax.minor).toBe(includedTax(offered.data.quote.total.minor, '19'))
    await db().setting.deleteMany({ where: { key: 'tax.rate' } })
  })

  test('an order that fails for another reason than its code takes no guess', async () => {
    const ids = await offers([{ planKey: PLAN }])
    const { code } = await promote()
    const body = await orderBody(ids, code)
    await transaction((tx) => pauseSales('strange_answers', {}, tx))

    const codes = new Set<string>()
    for (let n = 0; n < 12; n++) {
      const { error } = await send('POST /api/orders', { ...body, email: `${n}@example.com` }, '192.0.2.9')
      codes.add(error?.code)
    }
    await resumeSales('test')
    expect(codes).toEqual(new Set(['till_closed']))
    const again = await send('POST /api/vouchers', { checkoutId: ids.join('-'), codes: [code] }, '192.0.2.9')
    expect(again.status).toBe(200)
  })

  test('a page that asks again and again about a code that exists is not held up', async () => {
    const ids = await offers([{ planKey: PLAN }])
    const { code } = await promote()
    const statuses: number[] = []
    for (let n = 0; n < 15; n++) {
      const asked = await send('POST /api/vouchers', { checkoutId: ids.join('-'), codes: [code] }, '192.0.2.3')
      statuses.push(asked.status)
    }

    expect(statuses).toEqual(new Array(15).fill(200))
  })

  test('trying codes ends after ten wrong ones of one sender, at the form and with an order together', async () => {
    const ids = await offers([{ planKey: PLAN }])
    const form = (code: string) => send('POST /api/vouchers', { checkoutId: ids.join('-'), codes: [code] }, '192.0.2.2')
    const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => form(`GUESS-${n}`)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
    const { code } = await promote()
    const body = await orderBody(ids, code)

    expect((await send('POST /api/orders', body, '192.0.2.2')).status).toBe(429)
    expect((await form(code)).status).toBe(429)
    // Whoever sends no code is not held up by it, and neither is anybody else.
    const { voucher: _, ...without } = body
    expect((await send('POST /api/orders', without, '192.0.2.2')).status).toBe(200)
    expect((await send('POST /api/vouchers', { checkoutId: ids.join('-'), codes: [code] })).status).toBe(200)
  })
})
