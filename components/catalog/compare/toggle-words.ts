import { getTranslations } from 'next-intl/server'
import type { ToggleWords } from '#components/catalog/compare/compare-toggle.tsx'
import type { Locale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { pluralForms } from '#lib/core/i18n/plurals.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

/** Words of choosing plans for the comparison, wherever plans are listed. */
export async function toggleWords(locale: Locale): Promise<ToggleWords> {
  const t = await getTranslations({ locale, namespace: 'compare' })
  const tag = intlTag(locale)

  return {
    tag,
    href: localePath(locale, '/compare'),
    toggle: t('toggle'),
    full: t.raw('full') as string,
    label: t('label'),
    chosen: pluralForms(t, 'chosen', tag),
    open: t('open'),
    clear: t('clear'),
  }
}
