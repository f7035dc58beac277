import { getTranslations } from 'next-intl/server'
import type { ListedPlan } from '#components/catalog/plan-fit.ts'
import { toListedPlan } from '#components/catalog/to-listed-plan.ts'
import type { ShopCurrencies } from '#components/ui/layout/store-details.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { amountText, intlTag, moneyTag, type PriceFormat, toPriceFormat } from '#lib/core/i18n/formats.ts'
import { forms, words } from '#lib/core/i18n/plurals.ts'
import { chargeStepMinor, currencyExponent } from '#lib/core/rules/currency.ts'
import type { Amount, ShopPlan } from '#lib/settings/rules/shop.ts'

/** Returns the plans of a page in the compact form of the browser's lists, all texts ready. */
export async function listPlans(locale: Locale, plans: readonly ShopPlan[]): Promise<ListedPlan[]> {
  const texts = await listTexts(locale)

  return plans.map((plan) => toListedPlan(plan, texts))
}

/** The words that plans are listed with, for lists that are made in the browser. */
export async function listTexts(locale: Locale) {
  const ticket = await getTranslations({ locale, namespace: 'shop.ticket' })
  const board = await getTranslations({ locale, namespace: 'shop.board' })
  const tag = intlTag(locale)

  return {
    tag,
    ...forms(board, tag, 'networks'),
    networksUpTo: ticket.raw('networksUpTo') as string,
    ...words(ticket, 'notStated', 'startsPicked', 'startsAtOnce'),
  }
}

export type ListTexts = Awaited<ReturnType<typeof listTexts>>

/** Returns an amount of data as readers of a language write it. */
export function formatAmount(amount: Amount, locale: Locale): string {
  return amountText(amount, intlTag(locale))
}

/** Returns what browsers need to write prices of the shop. */
export function priceFormat({ currency, currencies }: ShopCurrencies, locale: Locale): PriceFormat {
  const exponent = currencyExponent(currency)

  const digits = chargeStepMinor(currency) === 10 ** exponent ? 0 : exponent

  return {
    ...toPriceFormat({ tag: moneyTag(locale), currency, exponent, digits }),
    ...(currencies ? { isOneOf: true } : {}),
  }
}
