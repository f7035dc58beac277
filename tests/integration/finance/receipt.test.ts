import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { includedTax, receiptSums } from '#lib/finance/rules/invoice.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { changeSettings } from '#lib/settings/commands/change-settings.ts'
import type { OrderPage } from '#lib/settings/rules/shop.ts'
import { runUntilIdle } from '#lib/worker/runner.ts'
import { OTHER_PLAN } from '#tests/support/cart.ts'
import { eventually } from '#tests/support/patience.ts'
import { offers, orderWith, promote } from '#tests/support/promotions.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { giveBack, workUntilEsims } from '#tests/support/returns.ts'
import { freshParties, PLAN, pay, type Sale, startSale, workUntil } from '#tests/support/sale.ts'

// A minute of the sale is a second here: the facts of a quote are old after that.
const FACTS_ARE_OLD_MS = 1_100
const RATE = '19'

let sale: Sale

beforeAll(async () => {
  sale = await startSale()
})

afterAll(() => sale.close())

beforeEach(async () => {
  await freshParties(sale)
  await db().setting.deleteMany({ where: { key: 'tax.rate' } })
  await changeSettings(OWNER, [{ key: 'tax.rate', value: RATE, seen: null }])
})

type Sold = Awaited<ReturnType<typeof orderWith>>

/** Three eSIMs of one plan and one of another, with a code. */
async function soldWithCode(): Promise<Sold> {
  const { code } = await promote({ basisPoints: 1111 })

  return orderWith(await offers([{ planKey: PLAN, count: 3 }, { planKey: OTHER_PLAN }]), [code])
}

async function receiptOf({ id, caller }: Sold): Promise<OrderPage> {
  const page = await getOrderPage(caller, id)
  if (!page) throw new Error('The order is there.')

  return page
}

async function esimsOf(itemId: string | undefined) {
  return db().esim.findMany({ where: { itemId: itemId ?? '' }, orderBy: { position: 'asc' } })
}

/** Works until so much went back by the store's own books, and returns the receipt of then. */
async function receiptAfter(sold: Sold, refundedMinor: number): Promise<OrderPage> {
  return eventually(
    async () => {
      await runUntilIdle()

      return receiptOf(sold)
    },
    ({ refunded }) => refunded.minor === refundedMinor,
  )
}

const sum = (amounts: number[]) => amounts.reduce((total, minor) => total + minor, 0)
const kept = (page: OrderPage) => {
  const { notCharged, kept, keptTax } = receiptSums(page)

  return { notCharged: notCharged.minor, kept: kept.minor, tax: keptTax.minor }
}
// The tax of a part is a share of the tax of all items, each of which was rounded by itself.
const nearly = (tax: number, of: number) => expect(Math.abs(tax - includedTax(of, RATE))).toBeLessThanOrEqual(2)

test('with a code, the rows of a receipt add up, and each eSIM that goes back takes its share and its tax along', async () => {
  const sold = await soldWithCode()
  await pay(sale, sold)
  for (const { id } of sold.items) await workUntil(id, ['DELIVERED'])
  const [three = [], one = []] = await Promise.all(sold.items.map(({ id }) => esimsOf(id)))

  const before = await receiptOf(sold)
  const items = sum(before.items.map(({ price, discount }) => price.minor + discount.minor))
  const codes = sum(before.vouchers.map(({ amount }) => amount.minor))
  expect(codes).toBeGreaterThan(0)
  expect(items - codes).toBe(before.total.minor)
  expect(before.captured).toEqual(before.total)
  expect(kept(before)).toEqual({ notCharged: 0, kept: before.total.minor, tax: before.tax.minor })

  const [first] = three
  const share = first?.priceShareMinor ?? 0
  await giveBack(sold, three.slice(0, 1))
  await workUntilEsims(three.slice(0, 1), 'MONEY_BACK')
  const partly = await receiptAfter(sold, share)
  expect(partly.items.map(({ refunded }) => refunded.minor)).toEqual([share, 0])
  expect(kept(partly)).toMatchObject({ notCharged: 0, kept: before.total.minor - share })
  nearly(kept(partly).tax, before.total.minor - share)
  expect(kept(partly).tax).toBeLessThan(before.tax.minor)
  // What was sold stays on it as it was sold.
  expect(partly.total).toEqual(before.total)
  expect(partly.vouchers).toEqual(before.vouchers)

  const rest = [...three.slice(1), ...one]
  await giveBack(sold, rest)
  await workUntilEsims(rest, 'MONEY_BACK')
  const after = await receiptAfter(sold, before.total.minor)
  expect(sum(after.items.map(({ refunded }) => refunded.minor))).toBe(after.refunded.minor)
  expect(kept(after)).toEqual({ notCharged: 0, kept: 0, tax: 0 })
})

test('what did not come is not charged, and the receipt counts neither its price nor its tax', async () => {
  const sold = await soldWithCode()
  const [came, missing] = sold.items
  sale.shop.provider.control.setInventory({ apiCode: OTHER_PLAN, left: 0 })
  await sleep(FACTS_ARE_OLD_MS)
  await pay(sale, sold)
  await workUntil(came?.id ?? '', ['DELIVERED'])
  await workUntil(missing?.id ?? '', ['REFUNDED'])

  const page = await receiptAfter(sold, 0)
  expect(page.captured.minor).toBe(came?.priceMinor)
  expect(kept(page)).toMatchObject({ notCharged: missing?.priceMinor, kept: came?.priceMinor })
  nearly(kept(page).tax, came?.priceMinor ?? 0)

  const [esim] = await esimsOf(came?.id)
  await giveBack(sold, esim ? [esim] : [])
  const share = esim?.priceShareMinor ?? 0
  const partly = await receiptAfter(sold, share)
  expect(kept(partly)).toMatchObject({ notCharged: missing?.priceMinor, kept: (came?.priceMinor ?? 0) - share })
  nearly(kept(partly).tax, (came?.priceMinor ?? 0) - share)
})
