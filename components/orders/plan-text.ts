import type { Locale } from '#lib/core/i18n/config.ts'
import { amountText, intlTag } from '#lib/core/i18n/formats.ts'
import type { Amount, ShopPlanKind } from '#lib/settings/rules/shop.ts'

type PlanTranslator = (key: 'plan.fixed' | 'plan.dayPass', values: { amount: string; days: number }) => string
type Bought = { amount: Amount; term: ShopPlanKind; days: number }

/** Returns what was bought in a few words: `10 GB, 15 days`, or `2 GB a day, 9 days`. `t` reads the order's messages. */
export function planText(t: PlanTranslator, { amount, term, days }: Bought, locale: Locale): string {
  return t(term.kind === 'fixed' ? 'plan.fixed' : 'plan.dayPass', { amount: amountText(amount, intlTag(locale)), days })
}
