import { getTranslations } from 'next-intl/server'
import { listTexts } from '#components/catalog/listed-plan.ts'
import { addLabels, cancelLabels, tripBarLabels } from '#components/catalog/plan-labels.ts'
import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag, type PriceFormat } from '#lib/core/i18n/formats.ts'
import { pluralForms } from '#lib/core/i18n/plurals.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type compare from '#messages/en/compare.json'

/** All words of the comparison, as data. */
export async function compareLabels(locale: Locale, money: PriceFormat) {
  const t = await getTranslations({ locale, namespace: 'compare' })
  const plan = await getTranslations({ locale, namespace: 'plan' })
  const ticket = await getTranslations({ locale, namespace: 'shop.ticket' })
  const board = await getTranslations({ locale, namespace: 'shop.board' })
  const tag = intlTag(locale)
  const raw = <Key extends keyof typeof compare>(key: Key): (typeof compare)[Key] => t.raw(key)

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

export type CompareLabels = Awaited<ReturnType<typeof compareLabels>>
