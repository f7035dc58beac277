import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { type Cart, moneyOfCart, OTHER_PLAN, orderCart, statesOf, workUntilItems } from '#tests/support/cart.ts'
import {
  backUp,
  foreignCalls,
  loseAndRestore,
  recovered,
  removeFiles,
  sell,
  startRecoverable,
} from '#tests/support/recovery.ts'
import { guestOf, livingOrders, pay, placements, type Sale } from '#tests/support/sale.ts'

// A minute of the sale is a fifth of a second here.
const FACTS_ARE_OLD_MS = 300

let sale: Sale

beforeEach(async () => {
  await sale?.close()
  sale = await startRecoverable()
  await sell(sale)
})

afterAll(async () => {
  await sale.close()
  removeFiles()
})

/** A cart of which the second line cannot be had: its price is not taken. */
async function sellFirstItemOnly(): Promise<Cart> {
  const cart = await orderCart([{ count: 2 }, { planKey: OTHER_PLAN }])
  await sleep(FACTS_ARE_OLD_MS)
  sale.shop.provider.control.setInventory({ apiCode: OTHER_PLAN, left: 0 })
  await pay(sale, cart)
  await workUntilItems(cart, ['DELIVERED', 'REFUNDED'])
  sale.shop.provider.control.setInventory({ apiCode: OTHER_PLAN, left: 1_000 })

  return cart
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
    const cart = await sellFirstItemOnly()
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
    await sleep(FACTS_ARE_OLD_MS)
    sale.shop.provider.control.setInventory({ apiCode: OTHER_PLAN, left: 0 })
    await pay(sale, cart)
    await workUntilItems(cart, ['DELIVERED', 'REFUNDED'])
    sale.shop.provider.control.setInventory({ apiCode: OTHER_PLAN, left: 1_000 })
    await loseAndRestore(file)
    expect(await statesOf(cart)).toEqual(['AWAITING_PAYMENT', 'AWAITING_PAYMENT'])

    await recovered()
    await workUntilItems(cart, ['DELIVERED', 'REFUNDED'])

    expect(cart.items.map(({ itemRef }) => livingOrders(sale, itemRef).length)).toEqual([1, 0])
    expect(placedCalls(cart)).toEqual([1, 0])
    expect(await checkInvariants()).toEqual([])
  })
})
