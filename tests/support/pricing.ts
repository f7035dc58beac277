import { getShopPlan } from '#lib/catalog/queries/catalog.ts'
import { db } from '#lib/core/repository/client.ts'
import { saveEdit, type WantedRule } from '#lib/pricing/commands/save-edit.ts'
import { getPricing } from '#lib/pricing/queries/admin-pricing.ts'
import type { RuleForm } from '#lib/pricing/rules/pricing-edit.ts'
import { FIXED, OWNER, storedPlan } from '#tests/support/quotes.ts'

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
