import { beforeEach, describe, expect, test } from 'vitest'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { claimOne } from '#lib/core/repository/leases.ts'
import { runItem } from '#lib/fulfilment/commands/fulfil-item/run-item.ts'
import { requestItemCancellation } from '#lib/fulfilment/commands/request-item-cancellation.ts'
import { claimer } from '#lib/fulfilment/commands/with-lease.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { queueReadyMail } from '#lib/orders/repository/ready-mail.ts'
import { markTransferReceived } from '#lib/payments/commands/mark-transfer-received.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { giveBack, workUntilEsims } from '#tests/support/cancellations.ts'
import {
  type Cart,
  cartInput,
  disturb,
  lineOf,
  moneyOfCart,
  OTHER_PLAN,
  orderCart,
  pageOf,
  statesOf,
  workUntilItems,
} from '#tests/support/cart.ts'
import { DAY_PASS, forgetReadings, OWNER, quote } from '#tests/support/quotes.ts'
import { backUp, foreignCalls, loseAndRestore, recoverableForEach, recovered } from '#tests/support/recovery.ts'
import {
  control,
  freshParties,
  guestOf,
  livingOrders,
  PLAN,
  pay,
  placements,
  sell,
  startSale,
} from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

describe('cart', () => {
  const TWO = [{ count: 2 }, { planKey: OTHER_PLAN }]
  const sale = duringTests(() =>
    startSale({
      PAYMENT_PROVIDERS: 'test,bank_transfer',
      BANK_TRANSFER_HOLDER: 'Landfall Ltd',
      BANK_TRANSFER_ACCOUNT: 'DE00 1234',
    }),
  )

  beforeEach(() => freshParties(sale))

  /** Makes the order call of one item fail in a way that is proven only after a look. */
  function refuse(cart: Cart, index: number): void {
    disturb({ sale, cart, index }, { when: 'before', kind: 'code', code: 3 })
  }

  /** The call of one item is answered late, so that the others are not alone at checkout. */
  function delay(cart: Cart, index: number, ms: number): void {
    disturb({ sale, cart, index }, { when: 'before', kind: 'delay', ms })
  }

  describe('a cart of two plans', () => {
    test('is one order, one payment and one capture; each line is bought by its own reference', async () => {
      const cart = await orderCart([
        { count: 2, travellers: ['Ana', 'Ben'] },
        { planKey: OTHER_PLAN, travellers: ['Cleo'] },
      ])
      await pay(sale, cart)

      await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])

      const page = await pageOf(cart)
      expect(cart.items.map(({ itemRef }) => placements(sale, itemRef).length)).toEqual([1, 1])
      expect(await moneyOfCart(sale, cart)).toEqual({ status: 'captured', captures: [cart.amountMinor], refunds: [] })
      expect(page.total.minor).toBe(cart.items.reduce((sum, { priceMinor }) => sum + priceMinor, 0))
      expect(page.items.flatMap(({ esims }) => esims.map(({ travellerName }) => travellerName))).toEqual([
        'Ana',
        'Ben',
        'Cleo',
      ])
      expect(await checkInvariants()).toEqual([])
    })

    test('is told to be ready by one mail, which waits a little for what is on its way', async () => {
      const cart = await orderCart([...TWO, {}])
      await pay(sale, cart)
      await workUntilItems(cart, ['DELIVERED', 'DELIVERED', 'DELIVERED'])
      const { orderId } = cart
      const mails = () =>
        db().outbox.findMany({ where: { orderId, kind: 'order_ready' }, orderBy: { createdAt: 'asc' } })
      expect(await mails()).toHaveLength(1)

      await db().outbox.deleteMany({ where: { orderId } })
      const deliver = async (index: number) => {
        const { id: itemId } = lineOf(cart, index)
        await db().orderItem.update({ where: { id: itemId }, data: { state: 'DELIVERED' } })
        await transaction((tx) => queueReadyMail({ orderId, itemId, at: new Date(), waitMs: 60_000 }, tx))

        return (await mails()).map(({ state, nextActionAt }) => [state, (nextActionAt ?? 0) > new Date()])
      }
      await db().orderItem.updateMany({ where: { orderId }, data: { state: 'FETCHING' } })
      expect(await deliver(0)).toEqual([['DUE', true]])
      expect(await deliver(1)).toEqual([['DUE', true]])
      expect(await deliver(2)).toEqual([['DUE', false]])
      await db().outbox.updateMany({ where: { orderId }, data: { state: 'SENT', nextActionAt: null } })
      expect(await deliver(2)).toEqual([
        ['SENT', false],
        ['DUE', false],
      ])
    })

    test('takes only the money of what came when a line is sold out before it is ordered', async () => {
      const cart = await orderCart(TWO)
      await forgetReadings()
      sale.shop.provider.control.setInventory({ apiCode: OTHER_PLAN, left: 0 })
      await pay(sale, cart)

      await workUntilItems(cart, ['DELIVERED', 'REFUNDED'])

      const page = await pageOf(cart)
      const taken = lineOf(cart, 0).priceMinor
      expect(await moneyOfCart(sale, cart)).toEqual({ status: 'captured', captures: [taken], refunds: [] })
      expect(page).toMatchObject({ captured: { minor: taken }, refunded: { minor: 0 } })
      expect(page.items.map(({ status, isCharged }) => [status, isCharged])).toEqual([
        ['ready', true],
        ['refunded', false],
      ])
      expect(await checkInvariants()).toEqual([])
    })

    test('does not order what was sold for days and has days of its own now', async () => {
      const cart = await orderCart([{ planKey: DAY_PASS, days: 5 }])
      await forgetReadings()
      sale.shop.provider.control.changePlan({ apiCode: DAY_PASS, supportDaypass: 0 })
      await pay(sale, cart)

      await workUntilItems(cart, ['REFUNDED'])

      const { id, itemRef } = lineOf(cart, 0)
      expect((await db().orderItem.findUniqueOrThrow({ where: { id } })).reason).toBe('days_changed')
      expect(placements(sale, itemRef)).toEqual([])
    })

    test('gives the price of a line back that fails after the capture, and nothing of the other', async () => {
      const cart = await orderCart(TWO)
      refuse(cart, 0)
      await pay(sale, cart)

      await workUntilItems(cart, ['REFUNDED', 'DELIVERED'])

      const page = await pageOf(cart)
      const back = lineOf(cart, 0).priceMinor
      expect(await moneyOfCart(sale, cart)).toMatchObject({ captures: [cart.amountMinor], refunds: [back] })
      expect(page.items.map(({ refunded }) => refunded.minor)).toEqual([back, 0])
      expect(page.refunded.minor).toBe(back)
      expect(await checkInvariants()).toEqual([])
    })

    test('is captured when the slower line came, not before', async () => {
      const cart = await orderCart(TWO)
      delay(cart, 1, 150)
      await pay(sale, cart)

      await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])

      const events = await db().orderEvent.findMany({ where: { orderId: cart.orderId }, orderBy: { id: 'asc' } })
      const kinds = events.map(({ kind }) => kind).filter((kind) => kind === 'placed' || kind === 'captured')
      expect(kinds).toEqual(['placed', 'placed', 'captured'])
      expect((await moneyOfCart(sale, cart)).captures).toEqual([cart.amountMinor])
    })

    test('of which nothing can be had is released whole', async () => {
      const cart = await orderCart(TWO)
      await forgetReadings()
      for (const apiCode of [PLAN, OTHER_PLAN]) sale.shop.provider.control.setInventory({ apiCode, left: 0 })
      await pay(sale, cart)

      await workUntilItems(cart, ['REFUNDED', 'REFUNDED'])

      expect(await moneyOfCart(sale, cart)).toEqual({ status: 'voided', captures: [], refunds: [] })
      expect(await checkInvariants()).toEqual([])
    })

    test('is delivered around a line that waits for a person, and its money stays', async () => {
      const cart = await orderCart(TWO)
      await pay(sale, cart)
      await settlePayment(cart.paymentId)
      const held = { state: 'HELD', reason: 'our_fault', nextActionAt: null } as const
      await db().orderItem.update({ where: { id: lineOf(cart, 1).id }, data: held })

      await workUntilItems(cart, ['DELIVERED', 'HELD'])

      expect((await moneyOfCart(sale, cart)).captures).toEqual([cart.amountMinor])
      expect(placements(sale, lineOf(cart, 1).itemRef)).toHaveLength(0)
      expect(await checkInvariants()).toEqual([])
    })

    test('loses the line that its buyer takes back in time, and pays for the other alone', async () => {
      const cart = await orderCart(TWO)
      await pay(sale, cart)
      await settlePayment(cart.paymentId)
      await requestItemCancellation(cart.caller, { orderId: cart.orderId, itemId: lineOf(cart, 0).id })

      await workUntilItems(cart, ['REFUNDED', 'DELIVERED'])

      expect(placements(sale, lineOf(cart, 0).itemRef)).toHaveLength(0)
      expect((await moneyOfCart(sale, cart)).captures).toEqual([lineOf(cart, 1).priceMinor])
      expect(await checkInvariants()).toEqual([])
    })

    test('is captured once, for the same sum, when the answer to the capture is lost', async () => {
      const cart = await orderCart(TWO)
      await forgetReadings()
      sale.shop.provider.control.setInventory({ apiCode: OTHER_PLAN, left: 0 })
      await control(sale, 'faults', { endpoint: 'payment.capture', when: 'after', kind: 'reset' })
      await pay(sale, cart)

      await workUntilItems(cart, ['DELIVERED', 'REFUNDED'])

      expect((await moneyOfCart(sale, cart)).captures).toEqual([lineOf(cart, 0).priceMinor])
      expect(await checkInvariants()).toEqual([])
    })

    test('gives single cards of both lines back at their shares', async () => {
      const cart = await orderCart([{ count: 2 }, { planKey: OTHER_PLAN, count: 3 }])
      await pay(sale, cart)
      await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])
      const rows = await db().esim.findMany({
        where: { item: { orderId: cart.orderId } },
        orderBy: { position: 'asc' },
      })
      const back = cart.items.flatMap(({ id }) => rows.find(({ itemId }) => itemId === id) ?? [])

      await giveBack(cart, back)
      await workUntilEsims(back, 'MONEY_BACK')

      const page = await pageOf(cart)
      const shares = back.map(({ priceShareMinor }) => priceShareMinor)
      const sum = shares.reduce((total, share) => total + share, 0)
      expect((await moneyOfCart(sale, cart)).refunds.toSorted()).toEqual(shares.toSorted())
      expect(page.items.map(({ refunded }) => refunded.minor)).toEqual(shares)
      expect(page.refunded.minor).toBe(sum)
      expect(page.captured.minor - page.refunded.minor).toBe(
        rows.reduce((total, esim) => total + esim.priceShareMinor, 0) - sum,
      )
      expect(await checkInvariants()).toEqual([])
    })

    test('paid by transfer is judged line by line, and what cannot be bought is paid out', async () => {
      const cart = await orderCart(TWO, 'bank_transfer')
      await forgetReadings()
      sale.shop.provider.control.setInventory({ apiCode: OTHER_PLAN, left: 0 })
      await markTransferReceived(OWNER, { paymentId: cart.paymentId, amountMinor: cart.amountMinor, currency: 'USD' })

      await workUntilItems(cart, ['DELIVERED', 'REFUNDED'])

      const payouts = await db().bankPayout.findMany({ where: { transfer: { orderId: cart.orderId } } })
      expect(payouts.map(({ amountMinor }) => amountMinor)).toEqual([lineOf(cart, 1).priceMinor])
      expect(await checkInvariants()).toEqual([])
    })
  })

  describe('ordering a cart', () => {
    test('20 times at once makes one order', async () => {
      const input = await cartInput(TWO)

      const answers = await Promise.all(Array.from({ length: 20 }, () => startOrder({ kind: 'anonymous' }, input)))

      expect(new Set(answers.map(({ orderId, payUrl }) => `${orderId} ${payUrl}`)).size).toBe(1)
      expect(await statesOf({ orderId: answers[0]?.orderId ?? '' })).toEqual(['AWAITING_PAYMENT', 'AWAITING_PAYMENT'])
    })

    test('with an offer that was ordered already is refused, and makes nothing', async () => {
      const [first, second] = [await cartInput(TWO), await cartInput(TWO)]
      await startOrder({ kind: 'anonymous' }, first)
      const [used] = first.items
      const mixed = { ...second, items: [...second.items, ...(used ? [used] : [])] }

      await expect(startOrder({ kind: 'anonymous' }, mixed)).rejects.toMatchObject({ code: 'conflict' })

      expect(await db().orderItem.count({ where: { quoteId: second.items[0]?.quoteId ?? '' } })).toBe(0)
    })

    test.each([
      ['the same offer twice', 'line_twice', (items: unknown[]) => [...items, items[0]]],
      ['eleven lines', 'too_many_lines', (items: unknown[]) => Array.from({ length: 11 }, () => items[0])],
    ])('of %s is refused', async (_, reason, change) => {
      const input = await cartInput([{}])
      const items = change(input.items) as typeof input.items

      const refusal = startOrder({ kind: 'anonymous' }, { ...input, items })

      await expect(refusal).rejects.toMatchObject({ code: 'bad_input', details: { reason } })
    })

    test('of 51 cards is refused, and of 50 is not', async () => {
      const many = [{ count: 20 }, { count: 20 }, { planKey: OTHER_PLAN, count: 10 }]
      const tooMany = await cartInput([...many.slice(0, 2), { planKey: OTHER_PLAN, count: 11 }])

      await expect(startOrder({ kind: 'anonymous' }, tooMany)).rejects.toMatchObject({
        details: { reason: 'too_many_cards' },
      })
      expect((await orderCart(many)).items).toHaveLength(3)
    })

    test('names the line that is sold out, or whose price has changed', async () => {
      const input = await cartInput(TWO)
      const item = input.items[1]?.quoteId
      await forgetReadings()
      sale.shop.provider.control.setInventory({ apiCode: OTHER_PLAN, left: 0 })
      await expect(startOrder({ kind: 'anonymous' }, input)).rejects.toMatchObject({
        code: 'sold_out',
        details: { item },
      })

      sale.shop.provider.control.setInventory({ apiCode: OTHER_PLAN, left: 1_000 })
      const { cost } = await db().plan.findFirstOrThrow({ where: { planKey: OTHER_PLAN } })
      sale.shop.provider.control.changePlan({
        apiCode: OTHER_PLAN,
        price: cost.times(1.5).toDecimalPlaces(4).toNumber(),
      })

      await expect(startOrder({ kind: 'anonymous' }, input)).rejects.toMatchObject({
        code: 'price_changed',
        details: { item, quoteId: expect.stringMatching(/^quo_/) },
      })
      sale.shop.provider.control.changePlan({ apiCode: OTHER_PLAN, price: cost.toNumber() })
      await quote(DAY_PASS, { days: 5 })
    })
  })

  test('a lost line of a cart is found again upstream, and belongs to its own line', async () => {
    const cart = await orderCart([{}, { planKey: OTHER_PLAN }])
    disturb({ sale, cart, index: 1 }, { when: 'after', kind: 'reset' })
    await pay(sale, cart)

    await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])
    await runUntilIdle()

    expect(cart.items.map(({ itemRef }) => livingOrders(sale, itemRef).length)).toEqual([1, 1])
    expect(cart.items.map(({ itemRef }) => placements(sale, itemRef).length)).toEqual([1, 1])
    expect((await moneyOfCart(sale, cart)).captures).toEqual([cart.amountMinor])
    expect(await checkInvariants()).toEqual([])
  })
})

describe('cart recovery', () => {
  const sale = recoverableForEach()

  beforeEach(async () => {
    await sell(sale)
  })

  /** The second line of a cart cannot be had: its price is not taken. */
  async function sellFirstItemOnly(cart: Cart): Promise<void> {
    await forgetReadings()
    sale.shop.provider.control.setInventory({ apiCode: OTHER_PLAN, left: 0 })
    await pay(sale, cart)
    await settlePayment(cart.paymentId)
    // The capture waits for it the fifteenth of a second only, so it comes first.
    const lease = await claimOne('Line', { ...claimer(), id: lineOf(cart, 1).id })
    if (!lease) throw new Error('Nobody else works here.')
    await runItem(lease)
    await workUntilItems(cart, ['DELIVERED', 'REFUNDED'])
    sale.shop.provider.control.setInventory({ apiCode: OTHER_PLAN, left: 1_000 })
  }

  function placedCalls(cart: Cart): number[] {
    return cart.items.map(({ itemRef }) => placements(sale, itemRef).length)
  }

  describe('a cart that the restored database knows nothing of', { timeout: 120_000 }, () => {
    test('is rebuilt with every line at its own price, and nothing is bought twice', async () => {
      const file = await backUp()
      const cart = await orderCart([{ count: 2 }, { planKey: OTHER_PLAN, count: 3 }])
      await pay(sale, cart)
      await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])
      await loseAndRestore(file)

      await recovered()
      await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])

      const page = await getOrderPage(guestOf(cart.orderId), cart.orderId)
      expect(page?.items.map(({ count, price }) => [count, price.minor])).toEqual(
        cart.items.map(({ priceMinor }, index) => [index + 2, priceMinor]),
      )
      expect(placedCalls(cart)).toEqual([1, 1])
      expect((await moneyOfCart(sale, cart)).captures).toEqual([cart.amountMinor])
      expect(await checkInvariants(foreignCalls(sale))).toEqual([])
    })

    test('of which one line was never charged is rebuilt without buying that line', async () => {
      const file = await backUp()
      const cart = await orderCart([{ count: 2 }, { planKey: OTHER_PLAN }])
      await sellFirstItemOnly(cart)
      await loseAndRestore(file)

      await recovered()
      await workUntilItems(cart, ['DELIVERED', 'REFUNDED'])

      expect(placedCalls(cart)).toEqual([1, 0])
      expect(await moneyOfCart(sale, cart)).toMatchObject({ captures: [cart.items[0]?.priceMinor], refunds: [] })
      expect(await checkInvariants()).toEqual([])
    })
  })

  describe('a cart that was restored as it stood before its payment', { timeout: 120_000 }, () => {
    test('is not bought for money that was taken for another line only', async () => {
      const cart = await orderCart([{ count: 2 }, { planKey: OTHER_PLAN }])
      const file = await backUp()
      await sellFirstItemOnly(cart)
      await loseAndRestore(file)
      expect(await statesOf(cart)).toEqual(['AWAITING_PAYMENT', 'AWAITING_PAYMENT'])

      await recovered()
      await workUntilItems(cart, ['DELIVERED', 'REFUNDED'])

      expect(cart.items.map(({ itemRef }) => livingOrders(sale, itemRef).length)).toEqual([1, 0])
      expect(placedCalls(cart)).toEqual([1, 0])
      expect(await checkInvariants()).toEqual([])
    })
  })
})
