import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { planCancellation } from '#components/cancellations/plan-cancellation.ts'
import { setRefundabilityRule } from '#lib/cancellations/commands/set-refundability-rule.ts'
import { getShopPlan } from '#lib/catalog/queries/catalog.ts'
import { getCheckout } from '#lib/checkout/queries/checkout.ts'
import { db } from '#lib/core/repository/client.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { quote } from '#tests/support/quotes.ts'
import { freshParties, order, pay, type Sale, startSale, workUntil } from '#tests/support/sale.ts'
import { addStaff } from '#tests/support/staff.ts'

const STRICT = 'non-refundable once the order is placed'

let sale: Sale

beforeAll(async () => {
  sale = await startSale({ TIME_SCALE: '600' })
})

afterAll(() => sale.close())

beforeEach(async () => {
  await freshParties(sale)
  await db().refundabilityRule.deleteMany()
})

function aPlan(words: string) {
  return db().plan.findFirstOrThrow({
    where: {
      premark: { contains: words },
      vanishedAt: null,
      kind: 'fixed',
      needsStartDate: false,
      sku: { partnerId: null },
    },
    orderBy: { planKey: 'asc' },
  })
}

/** What is told of a plan on its page, at the checkout, and of its eSIM once it is there. */
async function toldOf({ id, planKey }: { id: string; planKey: string }) {
  const page = await getShopPlan('en', id)
  const offer = await quote(planKey)
  const [atCheckout] = (await getCheckout(offer.id)) ?? []
  if (!page || !atCheckout) throw new Error('The plan is not on sale.')
  const sold = await order({ planKey })
  await pay(sale, sold)
  await workUntil(sold.itemId, ['DELIVERED'])
  const answer = (await getOrderPage(sold.caller, sold.orderId))?.items[0]?.esims[0]?.return

  return {
    page: planCancellation(page.plan),
    checkout: planCancellation(atCheckout),
    offer: planCancellation(offer),
    answer,
  }
}

describe('what a plan says before the sale', () => {
  test('is that it cannot be cancelled, in its own words, and the same holds afterwards', async () => {
    const { page, checkout, offer, answer } = await toldOf(await aPlan(STRICT))

    expect(page).toMatchObject({ answer: 'no', reason: 'rule_never', terms: `Cancellation policy: ${STRICT}.` })
    expect([checkout, offer]).toEqual([page, page])
    expect(answer).toMatchObject({ answer: 'no', reasons: ['rule_never'] })
  })

  test('is what a person has judged, on every page at once', async () => {
    const plan = await aPlan(STRICT)
    const staff = await addStaff('manager')
    const { version } = await db().catalogState.findFirstOrThrow()
    await setRefundabilityRule(staff, { planIds: [plan.id], answer: 'ALLOWED_UNTIL_USE', seen: 'UNKNOWN' })

    const { page, checkout, answer } = await toldOf(plan)

    expect(page).toEqual({ answer: 'yes', reason: 'yes', days: 30, terms: '' })
    expect(checkout).toEqual(page)
    expect(answer?.answer).not.toBe('no')
    expect((await db().catalogState.findFirstOrThrow()).version).toBeGreaterThan(version)
  })

  test('is a question where nobody has judged the words, with those words', async () => {
    const { page, checkout } = await toldOf(await aPlan('free of charge before the eSIM is installed'))

    expect(page).toMatchObject({ answer: 'ask', reason: 'ask', terms: expect.stringContaining('before the eSIM is') })
    expect(checkout).toEqual(page)
  })
})
