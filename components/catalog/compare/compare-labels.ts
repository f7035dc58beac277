import { getTranslations } from 'next-intl/server'
import type { ComparedRowLabels } from '#components/catalog/compare/compare-rows.ts'
import { listTexts } from '#components/catalog/listed-plan.ts'
import { addLabels, cancelLabels, type TripBarLabels, tripBarLabels } from '#components/catalog/plan-labels.ts'
import type { ReadingLabels } from '#components/catalog/trip/reading-state.tsx'
import type { AddLabels } from '#components/checkout/cart/add-to-cart.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag, type PriceFormat } from '#lib/core/i18n/formats.ts'
import { pluralForms } from '#lib/core/i18n/plurals.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

type Texts<Keys extends string> = Record<Keys, string>

/** All words of the comparison, as data. */
export type CompareLabels = Texts<
  | 'emptyTitle'
  | 'emptyText'
  | 'destinations'
  | 'tripFinder'
  | 'region'
  | 'notReported'
  | 'differs'
  | 'onlyDifferences'
  | 'same'
  | 'remove'
  | 'choose'
  | 'gone'
  | 'goneRemove'
  | 'add'
  | 'addFrom'
  | 'others'
  | 'usual'
> &
  ReadingLabels & {
    locale: Locale
    money: PriceFormat
    base: string
    destinationsHref: string
    tripHref: string
    fixed: string
    trip: TripBarLabels
    rows: ComparedRowLabels
    cart: AddLabels
  }

export async function compareLabels(locale: Locale, money: PriceFormat): Promise<CompareLabels> {
  const t = await getTranslations({ locale, namespace: 'compare' })
  const plan = await getTranslations({ locale, namespace: 'plan' })
  const ticket = await getTranslations({ locale, namespace: 'shop.ticket' })
  const board = await getTranslations({ locale, namespace: 'shop.board' })
  const tag = intlTag(locale)
  const raw = (key: string) => t.raw(key as 'rows')

  return {
    ...raw('page'),
    locale,
    money,
    base: localePath(locale, '/plans/'),
    destinationsHref: localePath(locale, '/destinations'),
    tripHref: localePath(locale, '/trip'),
    fixed: plan.raw('fixed') as string,
    trip: await tripBarLabels(locale),
    rows: {
      ...raw('rows'),
      list: await listTexts(locale),
      dayForms: pluralForms(plan, 'days', tag),
      countries: pluralForms(board, 'countries', tag),
      yes: ticket('yes'),
      no: ticket('no'),
      cancel: await cancelLabels(locale),
    },
    cart: await addLabels(locale),
  }
}
