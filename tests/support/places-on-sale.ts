import type { ListTexts } from '#components/catalog/listed-plan.ts'
import { money } from '#lib/core/rules/money.ts'
import type { PlaceOnSale, ShopPlan } from '#lib/settings/rules/shop.ts'

/** The words of a list, in English. */
export const LIST_TEXTS: ListTexts = {
  tag: 'en-GB',
  networks: { one: '{n} network', other: '{n} networks' },
  networksUpTo: '{networks}, up to {generation}',
  notStated: 'Not stated',
  startsPicked: 'On the date you pick',
  startsAtOnce: 'When it is activated',
}

/** A plan on sale: fixed when it is given days, a day plan when it is given bounds. */
export function aShopPlan(id: string, minor: number, overrides: Partial<ShopPlan> = {}): ShopPlan {
  return {
    id,
    amount: { value: 3, unit: 'GB' },
    term: { kind: 'fixed', days: 15 },
    price: money(minor, 'USD'),
    canTopUp: true,
    needsStartDate: false,
    startsAtOnce: null,
    networks: null,
    words: [],
    cancelRule: 'unknown',
    ...overrides,
  }
}

/** A destination on sale: a country by its code, or a group by the codes of its countries. */
export function aPlace(slug: string, countries: string | string[] | null, plans: ShopPlan[]): PlaceOnSale {
  const iso2 = typeof countries === 'string' ? countries : null
  const codes = typeof countries === 'string' ? [countries] : countries

  return {
    slug,
    name: slug,
    iso2,
    countryCount: codes?.length ?? null,
    coverage: codes?.map((code) => ({ iso2: code, name: code })) ?? null,
    timeZone: null,
    plans,
  }
}
