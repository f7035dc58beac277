import { describe, expect, test } from 'vitest'
import { getCheckout } from '#lib/checkout/queries/checkout.ts'
import { publishLegalText } from '#lib/content/commands/publish-legal.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember, StaffRole } from '#lib/core/rules/caller.ts'
import { readConsent } from '#lib/customers/rules/admin-customers.ts'
import { sumSold } from '#lib/finance/repository/sold-lines.ts'
import { includedTax } from '#lib/finance/rules/invoice.ts'
import { getOrderForMail } from '#lib/mail/repository/order-for-mail.ts'
import { mailContents } from '#lib/mail/worker/mail-contents.ts'
import { getAdminOrder } from '#lib/orders/queries/admin-order.ts'
import { listOrders } from '#lib/orders/queries/admin-orders.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { orderFilterSchema } from '#lib/orders/rules/admin-orders.ts'
import { changePromotion, createPromotion, endPromotion } from '#lib/pricing/commands/promotions/save-promotion.ts'
import { showVouchers } from '#lib/pricing/commands/promotions/use-codes.ts'
import { findPromotionCode, getPromotions } from '#lib/pricing/queries/admin-promotions.ts'
import type { PromotionForm } from '#lib/pricing/rules/promotion-edit.ts'
import { changeSettings } from '#lib/settings/commands/change-settings.ts'
import { OTHER_PLAN } from '#tests/support/cart.ts'
import { failure, offers, orderWith, promote } from '#tests/support/promotions.ts'
import { OWNER } from '#tests/support/quotes.ts'
import { PLAN, pay, startSale, workUntil } from '#tests/support/sale.ts'
import { duringTests } from '#tests/support/shop.ts'

const sale = duringTests(startSale)

const FORM: PromotionForm = {
  ...{ code: 'AUTUMN', title: 'Autumn', kind: 'percent', value: '10', minimum: '', totalLimit: '', personLimit: '' },
  ...{ from: '2026-01-01T00:00', until: '', timeZone: 'UTC', skuIds: [], planKind: '' },
  ...{ stacks: false, maySellUnderFloor: false },
}

function as(role: StaffRole): StaffMember {
  return { ...OWNER, staffId: `stf_${role}`, role }
}

async function row(id: string) {
  const { rows } = await getPromotions(OWNER, { q: '', state: null, after: null, edit: null, locale: 'en' })
  const found = rows.find((one) => one.id === id)
  if (!found) throw new Error('The promotion is not in the list.')

  return found
}

async function codeOff(code: string): Promise<number> {
  const ids = await offers([{ planKey: PLAN }])

  return (await showVouchers({ checkoutId: ids.join('-'), codes: [code] })).discount.minor
}

describe('a promotion', () => {
  test('is made, changed and ended, each with who did it; what comes from an older page is refused', async () => {
    const { id } = await createPromotion(OWNER, FORM)
    const first = await codeOff('autumn')
    expect(await failure(createPromotion(OWNER, FORM))).toMatchObject({ code: 'conflict', reason: 'code_taken' })

    await changePromotion(as('manager'), { id, turn: 1 }, { ...FORM, value: '20' })
    expect(Math.abs((await codeOff('autumn')) - 2 * first)).toBeLessThanOrEqual(1)
    const conflicts = { code: 'conflict', reason: 'changed' }
    expect(await failure(changePromotion(OWNER, { id, turn: 1 }, FORM))).toMatchObject(conflicts)
    await endPromotion(OWNER, { id, turn: 2 })
    expect(await codeOff('autumn')).toBe(0)
    expect(await failure(changePromotion(OWNER, { id, turn: 3 }, FORM))).toMatchObject(conflicts)

    const events = await db().auditEvent.findMany({ where: { subject: id }, orderBy: { id: 'asc' } })
    expect(events.map(({ act, role }) => `${act} ${role}`)).toEqual([
      'promotion.created owner',
      'promotion.changed manager',
      'promotion.ended owner',
    ])
    expect(events[1]).toMatchObject({ before: { basisPoints: 1000 }, after: { basisPoints: 2000 } })
  })

  test.each(['read_only', 'support', 'finance'] as const)('is seen and not touched by the role %s', async (role) => {
    const { id } = await promote()

    expect(
      (await getPromotions(as(role), { q: '', state: null, after: null, edit: id, locale: 'en' })).edited,
    ).toBeNull()
    for (const action of [
      createPromotion(as(role), { ...FORM, code: 'MINE-1' }),
      changePromotion(as(role), { id, turn: 1 }, FORM),
      endPromotion(as(role), { id, turn: 1 }),
    ]) {
      expect(await failure(action)).toMatchObject({ code: 'forbidden' })
    }
  })

  test('keeps its code, and says which fields were wrong', async () => {
    const { id } = await createPromotion(OWNER, { ...FORM, code: 'WINTER' })

    const wrong = failure(changePromotion(OWNER, { id, turn: 1 }, { ...FORM, code: 'SPRING' }))
    expect(await wrong).toMatchObject({ code: 'bad_input', fields: ['code'] })
    expect(await failure(createPromotion(OWNER, { ...FORM, code: 'X', value: '' }))).toMatchObject({
      fields: ['code', 'value'],
    })
  })
})

test('a page of promotions leads on to the older ones', async () => {
  for (let n = 0; n < 51; n++) await promote()

  const first = await getPromotions(OWNER, { q: '', state: null, after: null, edit: null, locale: 'en' })
  const next = await getPromotions(OWNER, { q: '', state: null, after: first.older, edit: null, locale: 'en' })

  expect(first.rows).toHaveLength(50)
  expect(next.rows.length).toBeGreaterThan(0)
  expect(next.rows.some(({ id }) => first.rows.some((one) => one.id === id))).toBe(false)
})

test('promotions are found by a part of their code or title, whatever its case', async () => {
  const { id, code } = await promote({ title: 'Rainy season 100%' })
  await promote({ title: 'Another 100, and no more' })
  const found = async (q: string) =>
    (await getPromotions(OWNER, { q, state: null, after: null, edit: null, locale: 'en' })).rows.map((one) => one.id)

  expect(await found(code.slice(1).toLowerCase())).toEqual([id])
  expect(await found('rainy SEASON')).toEqual([id])
  expect(await found('100%')).toEqual([id])
  expect(await found('y_season')).toEqual([])
  expect(await found('no such code')).toEqual([])
})

test('what a code took off is the same on the receipt, in the mail, for staff, in the figures and in the list', async () => {
  const { id, code } = await promote({ basisPoints: 777 })
  const order = await orderWith(await offers([{ planKey: PLAN, count: 3 }, { planKey: OTHER_PLAN }]), [code])
  const discount = order.uses[0]?.discountMinor ?? 0
  await pay(sale, order)
  for (const item of order.items) await workUntil(item.id, ['DELIVERED'])

  const page = await getOrderPage(order.caller, order.id)
  const staff = await getAdminOrder(OWNER, order.id)
  const facts = await getOrderForMail(order.id)
  if (!page || !facts) throw new Error('The order is there.')
  const mail = await mailContents('order_paid', { facts, url: 'https://shop.example/o', payload: {} })
  const sold = await sumSold(
    {
      ...{ mode: order.mode, from: new Date(order.createdAt.getTime() - 1), until: new Date(Date.now() + 1000) },
      ...{ isPerDay: true, skuId: null, planId: null, method: null, currency: null },
    },
    { by: 'method', limit: 10 },
  )

  const sum = (amounts: number[]) => amounts.reduce((total, minor) => total + minor, 0)
  expect(discount).toBeGreaterThan(0)
  expect(page.vouchers).toEqual([{ code, amount: { minor: discount, currency: 'USD' } }])
  expect(sum(page.items.map((item) => item.price.minor + item.discount.minor)) - discount).toBe(page.total.minor)
  expect(staff?.uses).toMatchObject([{ code, discountMinor: discount, releasedAt: null }])
  expect(mail.discounts).toEqual(page.vouchers)
  expect(sum(mail.items.map(({ amount }) => amount.minor)) - discount).toBe(mail.total.minor)
  expect(sold[0]).toMatchObject({ key: null, discountMinor: discount, revenueMinor: order.totalMinor })
  expect(await row(id)).toMatchObject({ used: 1, givenMinor: discount, state: 'running' })
  const behind = await listOrders(OWNER, orderFilterSchema.parse({ promotion: id }))
  expect(behind.rows.map(({ number }) => number)).toEqual([order.number])
  expect(await findPromotionCode(OWNER, id)).toBe(code)
})

test('the tax inside the sum at the till is that of the receipt, with a code and without', async () => {
  await changeSettings(OWNER, [{ key: 'tax.rate', value: '19', seen: null }])
  const { code } = await promote({ basisPoints: 777 })
  const ids = await offers([{ planKey: PLAN, count: 3 }, { planKey: OTHER_PLAN }])
  const quotes = await getCheckout(ids.join('-'))
  const view = await showVouchers({ checkoutId: ids.join('-'), codes: [code] })
  const order = await orderWith(ids, [code])

  expect(quotes?.map(({ tax, total }) => tax.minor - includedTax(total.minor, '19'))).toEqual([0, 0])
  const before = quotes?.reduce((sum, { tax }) => sum + tax.minor, 0)
  expect(view.tax.minor).toBeGreaterThan(0)
  expect(view.tax.minor).toBeLessThan(before ?? 0)
  expect((await getOrderPage(order.caller, order.id))?.tax).toEqual(view.tax)
  await db().setting.deleteMany({ where: { key: 'tax.rate' } })
})

test('an order says which version of each legal text it was made under', async () => {
  const legal = async () => (await orderWith(await offers([{ planKey: PLAN }]), [])).consent
  await publishLegalText(OWNER, { page: 'withdrawal', locale: 'de', body: '# Widerruf', isSure: false, seen: 0 })
  const before = await legal()
  await publishLegalText(OWNER, { page: 'terms', locale: 'en', body: '# Scope', isSure: false, seen: 0 })
  await publishLegalText(OWNER, { page: 'terms', locale: 'en', body: '# Scope\nMore.', isSure: false, seen: 1 })

  expect(before).toMatchObject({ locale: 'en', legal: { terms: 0, withdrawal: 0 } })
  expect(readConsent(await legal())).toMatchObject({ legal: { terms: 2, withdrawalInfo: 0 } })
})
