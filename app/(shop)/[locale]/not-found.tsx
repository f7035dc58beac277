import { getLocale, getTranslations } from 'next-intl/server'
import { storeDetails } from '#app/(shop)/store.ts'
import { ButtonLink } from '#components/ui/button.tsx'
import { DEFAULT_LOCALE, toLocale } from '#lib/core/i18n/config.ts'
import { localePath, privatePath } from '#lib/core/i18n/routing.ts'

/** Kept small on purpose: it travels along with every page of the shop. */
export default async function NotFound() {
  const locale = toLocale(await getLocale())
  const t = await getTranslations({ locale, namespace: 'errors.notFound' })
  const store = await storeDetails()
  // A language that is switched off has no page to go on to.
  const next = store.languages.includes(locale) ? locale : DEFAULT_LOCALE

  return (
    <main id="main" className="narrow stack py-12">
      <h1 className="text-(length:--s6)">{t('title')}</h1>
      <p className="soft">{t('text')}</p>
      <p className="flex flex-wrap gap-3">
        <ButtonLink tone="primary" href={localePath(next, '/destinations')}>
          {t('destinations')}
        </ButtonLink>
        <ButtonLink href={privatePath(next, '/find')}>{t('find')}</ButtonLink>
      </p>
    </main>
  )
}
