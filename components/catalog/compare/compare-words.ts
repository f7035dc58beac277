import { getTranslations } from 'next-intl/server'
import type { ComparedRowWords } from '#components/catalog/compare/compare-rows.ts'
import { listTexts } from '#components/catalog/listed-plan.ts'
import { addWords, cancelWords, tripBarWords } from '#components/catalog/plan-words.ts'
import type { ReadingWords } from '#components/catalog/trip/reading-state.tsx'
import type { TripBarWords } from '#components/catalog/trip-bar.tsx'
import type { AddWords } from '#components/checkout/cart/add-to-cart.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { pluralForms } from '#lib/core/i18n/plurals.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { Money } from '#lib/core/rules/money.ts'

type Texts<Keys extends string> = Record<Keys, string>

/** All words of the comparison, as data. */
export type CompareWords = Texts<
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
  ReadingWords & {
    locale: Locale
    base: string
    destinationsHref: string
    tripHref: string
    fixed: string
    trip: TripBarWords
    rows: ComparedRowWords
    cart: AddWords
  }

export async function compareWords(locale: Locale, currency: Money['currency']): Promise<CompareWords> {
  const t = await getTranslations({ locale, namespace: 'compare' })
  const plan = await getTranslations({ locale, namespace: 'plan' })
  const ticket = await getTranslations({ locale, namespace: 'shop.ticket' })
  const board = await getTranslations({ locale, namespace: 'shop.board' })
  const tag = intlTag(locale)
  const raw = (key: string) => t.raw(key as 'rows')

  return {
    ...raw('page'),
    locale,
    base: localePath(locale, '/plans/'),
    destinationsHref: localePath(locale, '/destinations'),
    tripHref: localePath(locale, '/trip'),
    fixed: plan.raw('fixed') as string,
    trip: await tripBarWords(locale),
    rows: {
      ...raw('rows'),
      list: await listTexts(locale, currency),
      dayForms: pluralForms(plan, 'days', tag),
      countries: pluralForms(board, 'countries', tag),
      yes: ticket('yes'),
      no: ticket('no'),
      cancel: await cancelWords(locale),
    },
    cart: await addWords(locale),
  }
}
