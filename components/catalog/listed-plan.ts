import { getTranslations } from 'next-intl/server'
import type { ListedPlan } from '#components/catalog/plan-fit.ts'
import { type ListTexts, toListedPlan } from '#components/catalog/to-listed-plan.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { amountText, intlTag, moneyTag, type PriceFormat } from '#lib/core/i18n/formats.ts'
import { pluralForms } from '#lib/core/i18n/plurals.ts'
import { chargeStepMinor, currencyExponent } from '#lib/core/rules/currency.ts'
import { formatMoney, type Money } from '#lib/core/rules/money.ts'
import type { Amount, ShopPlan } from '#lib/settings/rules/shop.ts'

/** Returns the plans of a page in the compact form of the browser's lists, all texts ready. */
export async function listPlans(locale: Locale, plans: readonly ShopPlan[]): Promise<ListedPlan[]> {
  const [first] = plans
  if (!first) return []
  const texts = await listTexts(locale, first.price.currency)

  return plans.map((plan) => toListedPlan(plan, texts))
}

/** The words that plans are listed with, for lists that are made in the browser. */
export async function listTexts(locale: Locale, currency: Money['currency']): Promise<ListTexts> {
  const ticket = await getTranslations({ locale, namespace: 'shop.ticket' })
  const board = await getTranslations({ locale, namespace: 'shop.board' })
  const tag = intlTag(locale)

  return {
    tag,
    money: priceFormat(currency, locale),
    perGb: ticket.raw('perGb') as string,
    networks: pluralForms(board, 'networks', tag),
    networksUpTo: ticket.raw('networksUpTo') as string,
    notStated: ticket('notStated'),
    startsPicked: ticket('startsPicked'),
    startsAtOnce: ticket('startsAtOnce'),
  }
}

/** Returns what a plan costs, by the day where it is sold so. */
export async function formatPrice({ price, term }: ShopPlan, locale: Locale): Promise<string> {
  const t = await getTranslations({ locale, namespace: 'plan.howMany' })
  const text = formatMoney(price, moneyTag(locale))

  return term.kind === 'day_pass' ? t('aDay', { price: text }) : text
}

/** Returns an amount of data as readers of a language write it. */
export function formatAmount(amount: Amount, locale: Locale): string {
  return amountText(amount, intlTag(locale))
}

/** Returns what browsers need to write amounts of a currency. */
export function priceFormat(currency: Money['currency'], locale: Locale): PriceFormat {
  const exponent = currencyExponent(currency)

  return {
    tag: moneyTag(locale),
    currency,
    exponent,
    digits: chargeStepMinor(currency) === 10 ** exponent ? 0 : exponent,
  }
}
