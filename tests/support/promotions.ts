import { randomBytes, randomUUID } from 'node:crypto'
import { getShopPlan } from '#lib/catalog/queries/catalog.ts'
import { startOrder } from '#lib/checkout/commands/start-order.ts'
import { db } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { showVouchers } from '#lib/pricing/commands/promotions/use-codes.ts'
import { saveEdit, type WantedRule } from '#lib/pricing/commands/save-edit.ts'
import { getPricing } from '#lib/pricing/queries/admin-pricing.ts'
import type { RuleForm } from '#lib/pricing/rules/pricing-edit.ts'
import { checkoutInput, FIXED, OWNER, quote, storedPlan } from '#tests/support/quotes.ts'
import { guestOf } from '#tests/support/sale.ts'

/** A promotion of ten percent for everybody and everything, changed as said. Returns its id and code. */
export async function promote(changes: Partial<Prisma.PromotionUncheckedCreateInput> = {}) {
  const data: Prisma.PromotionUncheckedCreateInput = {
    ...{ id: newId('prm'), code: `T${randomBytes(4).toString('hex').toUpperCase()}`, title: 'A test' },
    ...{ kind: 'PERCENT', basisPoints: changes.kind === 'FIXED' ? null : 1000, currency: 'USD', timeZone: 'UTC' },
    ...{ startsAt: new Date(Date.now() - 1000), createdBy: 'staff:stf_1' },
    ...changes,
  }
  const { id, code } = await db().promotion.create({ data })

  return { id, code }
}

/** Offers for these plans, as the ids of a checkout. */
export async function offers(items: { planKey: string; count?: number; currency?: string }[]): Promise<string[]> {
  const ids: string[] = []
  for (const { planKey, count = 1, ...more } of items) ids.push((await quote(planKey, { count, ...more })).id)

  return ids
}

/** The request of a buyer who was shown what codes take off, and orders. */
export async function inputWith(quoteIds: string[], codes: string[], email = `${randomUUID()}@example.com`) {
  const shown = await showVouchers({ checkoutId: quoteIds.join('-'), codes })

  const voucher = { codes, mark: shown.mark ?? 'none' }

  return checkoutInput(quoteIds, { email, ...(codes.length > 0 && { voucher }) })
}

/** An order with codes that waits for its payment. */
export async function orderWith(quoteIds: string[], codes: string[], email?: string) {
  const started = await startOrder({ kind: 'anonymous' }, await inputWith(quoteIds, codes, email))
  const order = await db().order.findUniqueOrThrow({
    where: { id: started.orderId },
    include: { items: { orderBy: { position: 'asc' } }, payments: true, uses: true },
  })
  const [item] = order.items
  const [payment] = order.payments
  if (!item || !payment) throw new Error('An order has a line and a payment.')

  return { ...order, orderId: order.id, item, payment, sessionId: payment.sessionId ?? '', caller: guestOf(order.id) }
}

/** How many orders hold a promotion now. */
export function usesOf(promotionId: string): Promise<number> {
  return db().promotionUse.count({ where: { promotionId, releasedAt: null } })
}

/** Takes every rule and every draft away but the first rule of a new store. */
export async function forgetPrices(): Promise<void> {
  await db().priceRevision.deleteMany()
  await db().exchangeRate.deleteMany()
  await db().priceRule.deleteMany({ where: { id: { not: 'prl_first' } } })
  const first = { percent: 40, fixedMinor: null, floorPercent: 5, replacedAt: null }
  await db().priceRule.updateMany({ where: { id: 'prl_first' }, data: first })
}

/** The form of a rule with nothing in it. */
export const EMPTY: RuleForm = {
  way: 'cost_plus',
  percent: '',
  add: '',
  fixed: '',
  rounding: '',
  floorPercent: '',
  floorSum: '',
}

/** The rule for Japan, as a form wants it. */
export async function japan(form: Partial<RuleForm>, seen: number | null = null): Promise<WantedRule> {
  const { skuId } = await storedPlan(FIXED)

  return { scope: 'destination', scopeKey: String(skuId), form: { ...EMPTY, ...form }, seen }
}

/** The draft as its page shows it now. */
export async function shown(draftId: string) {
  const { draft } = await getPricing(OWNER, { draftId, locale: 'en' })
  if (!draft) throw new Error('There is no such draft.')

  return { id: draftId, turn: draft.turn, preview: draft.mark, draft }
}

/** A new draft of one rule, as its page shows it. */
export async function draftOf(wanted: WantedRule) {
  const { draftId } = await saveEdit(OWNER, wanted, null)

  return shown(draftId)
}

/** What the fixed plan of Japan costs in the shop, undefined when it is not on sale. */
export async function priceNow(): Promise<number | undefined> {
  return (await getShopPlan('en', (await storedPlan(FIXED)).id))?.plan.price.minor
}

/** How a promise was refused: its code and details; null when it was not. */
export function failure(promise: Promise<unknown>) {
  return promise.then(
    () => null,
    (error: { code: string; details?: Record<string, unknown> }) => ({ code: error.code, ...error.details }),
  )
}
