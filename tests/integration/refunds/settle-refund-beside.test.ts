import { beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import type { ReviewAction } from '#lib/fulfilment/rules/review-actions.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { giveGoodwill } from '#lib/refunds/commands/give-goodwill.ts'
import { settleRefund } from '#lib/refunds/commands/refund.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { type Cart, lineOf, moneyOfCart, OTHER_PLAN, orderCart, workUntilItems } from '#tests/support/cart.ts'
import { putInReview } from '#tests/support/items-in-review.ts'
import { eventually } from '#tests/support/patience.ts'
import { control, freshParties, pay, startSale } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff, letOneDecide } from '#tests/support/staff.ts'

const reason = 'as the buyer wishes'
const sale = duringTests(startSale)
let owner: StaffMember

beforeAll(async () => {
  owner = await addStaff('owner')
})

beforeEach(async () => {
  await freshParties(sale)
  await letOneDecide(true)
})

/** Two delivered lines that were paid together; the provider refuses the next refund of them. */
async function soldCart(): Promise<Cart> {
  const cart = await orderCart([{}, { planKey: OTHER_PLAN }])
  await pay(sale, cart)
  await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])
  await control(sale, 'faults', { endpoint: 'refund.create', kind: 'status', status: 409, times: 1 })

  return cart
}

async function decide(cart: Cart, act: ReviewAction) {
  const itemId = lineOf(cart, 0).id
  const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })
  const { orderId, number: typed } = cart

  return decideReview(owner, { orderId, itemId, act, epoch, reason, typed })
}

/** The states of the refunds of a cart, in their order, once nothing is on its way. */
async function refundsOf({ paymentId }: Cart, states: string[]) {
  const read = async () => {
    await runUntilIdle()

    return db().refund.findMany({ where: { paymentId }, orderBy: { createdAt: 'asc' } })
  }

  return eventually(read, (refunds) => refunds.map(({ state }) => state).join() === states.join())
}

test.each(['try_again', 'paid_elsewhere'] as const)(
  'a refused refund is not settled by %s once its line was paid back by the page of the order',
  async (act) => {
    const cart = await soldCart()
    await putInReview({ itemId: lineOf(cart, 0).id }, 'order_differs')
    await decide(cart, 'cancel')
    await workUntilItems(cart, ['HELD', 'DELIVERED'])
    const [refused] = await refundsOf(cart, ['REFUSED'])

    await decide(cart, 'refund')
    await workUntilItems(cart, ['REFUNDED', 'DELIVERED'])
    const { orderId } = cart
    await expect(settleRefund(owner, { orderId, refundId: refused?.id ?? '', act, reason })).rejects.toMatchObject({
      code: 'conflict',
    })

    await refundsOf(cart, ['REFUSED', 'DONE'])
    expect((await moneyOfCart(sale, cart)).refunds).toEqual([lineOf(cart, 0).priceMinor])
    expect(await db().discrepancy.findMany({ where: { kind: 'refund_refused', orderId } })).toMatchObject([
      { subject: refused?.id, closedAt: expect.any(Date) },
    ])
    expect(await checkInvariants()).toEqual([])
  },
)

test('goodwill that was refused is neither given nor booked again beside what its eSIM has got since', async () => {
  const cart = await soldCart()
  const { id: itemId, priceMinor: amountMinor } = lineOf(cart, 0)
  const { orderId } = cart
  const give = (key: string) => giveGoodwill(owner, { orderId, itemId, amountMinor, reason, once: { key } })
  await give('first')
  const [refused] = await refundsOf(cart, ['REFUSED'])
  await give('second')
  await refundsOf(cart, ['REFUSED', 'DONE'])

  const settle = (act: 'try_again' | 'paid_elsewhere') =>
    settleRefund(owner, { orderId, refundId: refused?.id ?? '', act, reason })
  await expect(settle('try_again')).rejects.toMatchObject({ details: { reason: 'no_money' } })
  // Nothing is left to book: this only ends the difference.
  await settle('paid_elsewhere')

  await refundsOf(cart, ['REFUSED', 'DONE'])
  expect((await moneyOfCart(sale, cart)).refunds).toEqual([amountMinor])
  expect(await checkInvariants()).toEqual([])
})
