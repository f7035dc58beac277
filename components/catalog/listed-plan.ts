import { getTranslations } from 'next-intl/server'
import type { ListedPlan } from '#components/catalog/plan-fit.ts'
import { chargeStepMinor, currencyExponent } from '#lib/domain/currency.ts'
import { formatMoney, type Money, money } from '#lib/domain/money.ts'
import type { Amount, Network, ShopPlan } from '#lib/domain/shop.ts'
import type { Locale } from '#lib/i18n/config.ts'
import { intlTag, ltrRun, moneyTag, type PriceFormat } from '#lib/i18n/formats.ts'

const MB_PER_GB = 1024
const GENERATIONS = ['5G', '4G', '3G', '2G'] as const

/** Returns the plans of a page in the compact form of the browser's lists, all texts ready. */
export async function listPlans(locale: Locale, plans: readonly ShopPlan[]): Promise<ListedPlan[]> {
  const ticket = await getTranslations({ locale, namespace: 'shop.ticket' })
  const board = await getTranslations({ locale, namespace: 'shop.board' })

  return plans.map((plan) => {
    const best = bestGeneration(plan.networks)
    const count = plan.networks?.length ?? 0
    const networks = count === 0 ? null : board('networks', { count, n: String(count) })
    const perGb = pricePerGb(plan)

    return {
      id: plan.id,
      amount: formatAmount(plan.amount, locale),
      mb: plan.amount.unit === 'GB' ? plan.amount.value * MB_PER_GB : plan.amount.value,
      term: plan.term,
      minor: plan.price.minor,
      price: formatMoney(plan.price, moneyTag(locale)),
      perGb: perGb ? ticket('perGb', { price: formatMoney(perGb, moneyTag(locale)) }) : '',
      networks: networks === null ? ticket('notStated') : withGeneration(networks, best, ticket),
      is5g: best === '5G',
      canTopUp: plan.canTopUp,
      starts: ticket(startKey(plan)),
    }
  })
}

/** Returns an amount of data as readers write it: `2 GB`, `500 MB`, `1.5 GB`. Figure and unit stay on one line. */
export function formatAmount({ value, unit }: Amount, locale: Locale): string {
  const tag = intlTag(locale)

  return ltrRun(`${new Intl.NumberFormat(tag).format(value)}\u00a0${unit}`, tag)
}

/** Returns the newest technology among the networks, `null` when none is stated. */
export function bestGeneration(networks: readonly Network[] | null): string | null {
  return GENERATIONS.find((generation) => networks?.some((network) => network.generation === generation)) ?? null
}

/** Returns what one gigabyte of a fixed plan costs, rounded to a minor unit; `null` for day plans and small amounts. */
export function pricePerGb({ amount, term, price }: ShopPlan): Money | null {
  if (term.kind !== 'fixed' || amount.unit !== 'GB' || amount.value < 2) return null

  return money(Math.round(price.minor / amount.value), price.currency)
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

function withGeneration(
  networks: string,
  generation: string | null,
  t: (key: 'networksUpTo', values: { networks: string; generation: string }) => string,
): string {
  return generation === null ? networks : t('networksUpTo', { networks, generation })
}

function startKey(plan: ShopPlan): 'startsPicked' | 'startsAtOnce' | 'notStated' {
  if (plan.needsStartDate) return 'startsPicked'

  return plan.startsAtOnce === true ? 'startsAtOnce' : 'notStated'
}
