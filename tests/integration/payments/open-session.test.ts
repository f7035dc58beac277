import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db } from '#lib/core/repository/client.ts'
import type { Caller, Guest } from '#lib/core/rules/caller.ts'
import { onCrashPoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { openSession } from '#lib/payments/commands/open-session.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { type Cart, moneyOfCart, OTHER_PLAN, orderCart, statesOf, workUntilItems } from '#tests/support/cart.ts'
import { aroundStatements, cut } from '#tests/support/model/statements.ts'
import { eventually } from '#tests/support/patience.ts'
import { checkoutInput } from '#tests/support/quotes.ts'
import { control, freshParties, order, PLAN, pay, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { orderTopUp, ownedEsim } from '#tests/support/top-ups.ts'

describe('open session', () => {
  const sale = duringTests(startSale)

  beforeEach(() => freshParties(sale))

  afterEach(() => onCrashPoint(() => undefined))

  /** The payment of an order whose session nobody has noted yet. */
  async function unopened() {
    await control(sale, 'faults', { endpoint: 'session.create', when: 'after', kind: 'reset', times: 1 })
    await expect(order()).rejects.toMatchObject({
      code: 'upstream_unavailable',
      details: { reason: 'payment_provider' },
    })

    return db().payment.findFirstOrThrow({ where: { state: 'INTENDED' }, orderBy: { createdAt: 'desc' } })
  }

  function payment(id: string) {
    return db().payment.findUniqueOrThrow({ where: { id } })
  }

  test('a session that was opened, but could not be noted, is no refusal: it is opened again and paid', async () => {
    const { id, orderId } = await unopened()
    const off = aroundStatements(async ({ text }, run, client) => {
      if (text.includes('"payUrl" =')) cut(client)

      return run()
    })
    await expect(openSession(id)).rejects.toThrow()
    off()
    expect(await payment(id)).toMatchObject({ state: 'INTENDED' })

    await openSession(id)
    const { sessionId } = await payment(id)
    await pay(sale, { sessionId: sessionId ?? '' })

    const item = await db().orderItem.findFirstOrThrow({ where: { orderId } })
    await workUntil(item.id, ['DELIVERED'])
  })

  test('a session of a payment that was given up meanwhile is handed to nobody', async () => {
    const { id } = await unopened()
    onCrashPoint(async (point) => {
      if (point === 'session_answered') await db().payment.update({ where: { id }, data: { state: 'FAILED' } })
    })

    await expect(openSession(id)).rejects.toMatchObject({ code: 'gone' })
  })

  test('a session that somebody else has noted meanwhile is the same one for both', async () => {
    const { id } = await unopened()
    let first = true
    let others = ''
    onCrashPoint(async (point) => {
      if (point !== 'session_answered' || !first) return
      first = false
      others = await openSession(id)
    })

    expect(await openSession(id)).toBe(others)
    await eventually(
      () => payment(id),
      ({ state }) => state === 'OPEN',
    )
  })
})

describe('replaced session', () => {
  const GREECE = '300-0-7-3-G'

  const sale = duringTests(() =>
    startSale({
      PAYMENT_PROVIDERS: 'test,bank_transfer',
      BANK_TRANSFER_HOLDER: 'Landfall Ltd',
      BANK_TRANSFER_ACCOUNT: 'DE00 1234',
      // A session lasts longer than the patience of a test: none ends here by itself.
      TIME_SCALE: '10',
    }),
  )

  beforeEach(() => freshParties(sale))

  afterEach(() => onCrashPoint(() => undefined))

  /** The status of a payment by the provider's own books, once nothing is left to do. */
  async function atProvider(cart: Pick<Cart, 'sessionId'>): Promise<string | undefined> {
    await runUntilIdle()

    return (await moneyOfCart(sale, cart)).status
  }

  /** Works until the provider's books have it so. */
  function workUntilThere(cart: Pick<Cart, 'sessionId'>, status: string) {
    return eventually(
      () => atProvider(cart),
      (now) => now === status,
    )
  }

  describe('an order that is begun anew in the same browser', () => {
    test.each([
      ['at another price or for another number', [{ planKey: PLAN, count: 2 }]],
      ['for another plan of the same destination', [{ planKey: OTHER_PLAN }]],
      ['in a cart with more in it', [{ planKey: GREECE }, { planKey: PLAN }]],
    ])('%s ends the unpaid session of the former one at the provider', async (_what, input) => {
      const former = await orderCart([{ planKey: PLAN }])

      const next = await orderCart(input, undefined, former.caller)

      await workUntilItems(former, ['EXPIRED'])
      expect(await atProvider(former)).toBe('expired')
      expect(await db().payment.findUniqueOrThrow({ where: { id: former.paymentId } })).toMatchObject({
        state: 'EXPIRED',
        replacedBy: next.orderId,
        payUrl: null,
      })
      expect(await atProvider(next)).toBe('open')
      await pay(sale, next)
      await workUntilItems(
        next,
        input.map(() => 'DELIVERED'),
      )
      expect(await checkInvariants()).toEqual([])
    })

    test('is the only one that is open, however often that happens', async () => {
      const first = await orderCart([{ planKey: PLAN }])
      const second = await orderCart([{ planKey: PLAN, count: 2 }], undefined, first.caller)
      const both: Guest = { ...second.caller, grants: [...first.caller.grants, ...second.caller.grants] }

      const third = await orderCart([{ planKey: PLAN, count: 3 }], undefined, both)

      await workUntilThere(first, 'expired')
      await workUntilThere(second, 'expired')
      expect(await atProvider(third)).toBe('open')
    })

    test('for a top-up ends the one for the same eSIM, and none for another', async () => {
      const esim = await ownedEsim(sale)
      const other = await ownedEsim(sale)
      const former = await orderTopUp(esim)
      const beside = await orderTopUp(other)
      const held = [esim, other, former, beside].flatMap(({ caller }) => caller.grants)

      await orderTopUp({ ...esim, caller: { ...esim.caller, grants: held } })

      await workUntilThere(former, 'expired')
      expect(await atProvider(beside)).toBe('open')
    })
  })

  describe('an order of the same offers with other details', () => {
    /** The same press once more, as another buyer's browser or by another key. */
    function again(former: Cart, caller: Caller) {
      const quoteIds = former.items.map(({ quoteId }) => quoteId)

      return startOrder(caller, checkoutInput(quoteIds, { once: { key: randomUUID(), fingerprint: 'other' } }))
    }

    const refusedWith = (details: Record<string, string>) => ({
      code: 'conflict',
      details: { reason: 'quote_ordered', ...details },
    })

    test('is made of new offers where the former one is unpaid, and that one ends', async () => {
      const former = await orderCart([{ planKey: PLAN }])

      await expect(again(former, former.caller)).rejects.toMatchObject(refusedWith({ former: 'unpaid' }))
      const next = await orderCart([{ planKey: PLAN }], undefined, former.caller)

      await workUntilItems(former, ['EXPIRED'])
      expect([await atProvider(former), await atProvider(next)]).toEqual(['expired', 'open'])
    })

    test('is none where the former one was paid a moment ago, before any news of it', async () => {
      const former = await orderCart([{ planKey: PLAN }])
      await control(sale, 'webhooks', { drop: true })
      await pay(sale, former)

      await expect(again(former, former.caller)).rejects.toMatchObject(refusedWith({ former: 'standing' }))

      await workUntilItems(former, ['DELIVERED'])
      await expect(again(former, former.caller)).rejects.toMatchObject(refusedWith({ former: 'standing' }))
      await control(sale, 'faults/clear')
    })

    test.each([
      ['a transfer is waited for', 'bank_transfer', true],
      ['somebody else asks', 'test', false],
    ] as const)('is left to its buyer where %s', async (_, method, isOwn) => {
      const former = await orderCart([{ planKey: PLAN }], method)
      const refusal = await again(former, isOwn ? former.caller : { kind: 'anonymous' }).catch(
        (error: unknown) => error,
      )

      expect(refusal).toMatchObject(refusedWith({}))
      expect(refusal).not.toHaveProperty('details.former')
    })
  })

  describe('a session stays open', () => {
    test('where the new order is for another destination: two tabs may be two requests', async () => {
      const former = await orderCart([{ planKey: PLAN }])

      await orderCart([{ planKey: GREECE }], undefined, former.caller)

      expect(await atProvider(former)).toBe('open')
    })

    test.each([
      ['nobody in particular', { kind: 'anonymous' } as const],
      ['a browser that only opened the link of the order', 'link' as const],
    ])('where %s orders the same', async (_who, who) => {
      const former = await orderCart([{ planKey: PLAN }])
      const grants = former.caller.grants.map((grant) => ({ ...grant, grant: 'link' as const }))

      await orderCart([{ planKey: PLAN }], undefined, who === 'link' ? { ...former.caller, grants } : who)

      expect(await atProvider(former)).toBe('open')
    })

    test('where it is a transfer, which may be on its way', async () => {
      const former = await orderCart([{ planKey: PLAN }], 'bank_transfer')

      await orderCart([{ planKey: PLAN }], 'test', former.caller)
      await runUntilIdle()

      expect(await statesOf(former)).toEqual(['AWAITING_PAYMENT'])
    })
  })

  describe('a replaced session', () => {
    test('that was paid in the last moment is delivered as ever', async () => {
      const former = await orderCart([{ planKey: PLAN }])
      await control(sale, 'webhooks', { drop: true })
      await pay(sale, former)

      const next = await orderCart([{ planKey: PLAN }], undefined, former.caller)

      await workUntilItems(former, ['DELIVERED'])
      await pay(sale, next)
      await workUntilItems(next, ['DELIVERED'])
      await control(sale, 'faults/clear')
      expect(await checkInvariants()).toEqual([])
    })

    test('that is paid between our look and our request to end it is delivered as ever', async () => {
      const former = await orderCart([{ planKey: PLAN }])
      await control(sale, 'webhooks', { drop: true })
      await control(sale, 'faults', { endpoint: 'session.expire', when: 'before', kind: 'reset', times: 1 })
      await orderCart([{ planKey: PLAN }], undefined, former.caller)
      await runUntilIdle()
      await pay(sale, former)

      await workUntilItems(former, ['DELIVERED'])
    })

    test('is ended although the provider did not answer at first', async () => {
      const former = await orderCart([{ planKey: PLAN }])
      await control(sale, 'faults', { endpoint: 'session.expire', when: 'before', kind: 'reset', times: 3 })

      await orderCart([{ planKey: PLAN }], undefined, former.caller)

      await workUntilThere(former, 'expired')
      await workUntilItems(former, ['EXPIRED'])
    })

    test('whose opening had no answer is found by its key and ended', async () => {
      await control(sale, 'faults', { endpoint: 'session.create', when: 'after', kind: 'reset', times: 1 })
      await expect(orderCart([{ planKey: PLAN }])).rejects.toMatchObject({ code: 'upstream_unavailable' })
      const lost = await db().payment.findFirstOrThrow({ where: { state: 'INTENDED' }, orderBy: { createdAt: 'desc' } })
      const item = await db().orderItem.findFirstOrThrow({ where: { orderId: lost.orderId } })
      const grants = [{ orderId: lost.orderId, grant: 'paid_here' as const, grantedAt: new Date() }]

      await orderCart([{ planKey: PLAN }], undefined, { kind: 'guest', sessionId: 'gst_test', grants })

      await workUntil(item.id, ['EXPIRED'])
      const { sessionId } = await db().payment.findUniqueOrThrow({ where: { id: lost.id } })
      expect(await atProvider({ sessionId: sessionId ?? '' })).toBe('expired')
    })
  })
})
