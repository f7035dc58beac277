import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { giveGoodwill } from '#lib/refunds/commands/give-goodwill.ts'
import { giveBack, workUntilEsims } from '#tests/support/cancellations.ts'
import { lineOf, OTHER_PLAN, orderCart, workUntilItems } from '#tests/support/cart.ts'
import { putInReview } from '#tests/support/items-in-review.ts'
import { freshParties } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { addStaff, letOneDecide } from '#tests/support/staff.ts'
import { paymentOf, startStripeSale, workUntilTrue } from '#tests/support/stripe-sale.ts'

const world = duringTests(startStripeSale)
const reason = 'it was goodwill'

beforeEach(async () => {
  await freshParties(world.sale)
  await letOneDecide(true)
})

test('what went back for an item at the payment provider is no part of what its eSIMs get, nor of what others get', async () => {
  const owner = await addStaff('owner')
  const cart = await orderCart([{ count: 2 }, { planKey: OTHER_PLAN }])
  const { orderId, number: typed } = cart
  const intent = world.stripe.buyer.pay(cart.sessionId, 'instant')
  await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])
  world.stripe.buyer.refundAtStripe(intent.id, 200)
  const { id: itemId, priceMinor } = lineOf(cart, 0)
  await putInReview({ itemId }, 'refunded_elsewhere')
  const { epoch } = await db().orderItem.findUniqueOrThrow({ where: { id: itemId } })
  await decideReview(owner, { orderId, itemId, act: 'release', epoch, reason, typed })
  await workUntilItems(cart, ['DELIVERED', 'DELIVERED'])
  const refunded = async () => (await paymentOf(world.stripe, orderId)).row.refundedMinor
  expect(await refunded()).toBe(200)

  const goodwill = { orderId, itemId, amountMinor: priceMinor - 199, reason, once: { key: randomUUID() } }
  await expect(giveGoodwill(owner, goodwill)).rejects.toMatchObject({ details: { leftMinor: priceMinor - 200 } })

  const esims = await db().esim.findMany({ where: { item: { orderId } }, orderBy: { priceShareMinor: 'asc' } })
  await giveBack(
    cart,
    esims.filter((esim) => esim.itemId === itemId),
  )
  await workUntilEsims(
    esims.filter((esim) => esim.itemId === itemId),
    'MONEY_BACK',
  )
  await workUntilTrue(async () => (await refunded()) > 200)
  expect(await refunded()).toBe(priceMinor)

  await giveBack(
    cart,
    esims.filter((esim) => esim.itemId !== itemId),
  )
  await workUntilEsims(esims, 'MONEY_BACK')
  expect(await refunded()).toBe(cart.amountMinor)
  expect(await checkInvariants()).toEqual([])
})
