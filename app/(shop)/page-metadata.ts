import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { pageAddresses } from '#app/(shop)/store.ts'
import { isLocale } from '#lib/core/i18n/config.ts'

/** The words of pages that say `metaTitle` and `metaDescription` without naming anything. */
type PlainWords = 'trip' | 'compare' | 'simcards' | 'shop.destinations'

/** Returns the metadata of a page that is about nothing in particular: one address, one title. */
export async function pageMetadata(locale: string, namespace: PlainWords, path: string): Promise<Metadata> {
  if (!isLocale(locale)) return {}
  const t = await getTranslations({ locale, namespace })

  return {
    title: t('metaTitle'),
    description: t('metaDescription'),
    alternates: await pageAddresses(locale, path),
  }
}
