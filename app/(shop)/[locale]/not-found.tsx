import { getLocale, getTranslations } from 'next-intl/server'
import { storeFacts } from '#app/(shop)/store.ts'
import { PageFrame } from '#components/layout/page-frame.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { toLocale } from '#lib/i18n/config.ts'
import { localePath } from '#lib/i18n/routing.ts'

export default async function NotFound() {
  const locale = toLocale(await getLocale())
  const t = await getTranslations({ locale, namespace: 'errors.notFound' })

  return (
    <PageFrame locale={locale} store={storeFacts()} path="/">
      <div className="narrow stack py-16">
        <p className="cap">{t('cap')}</p>
        <h1 className="text-(length:--s6)">{t('title')}</h1>
        <p className="soft">{t('text')}</p>
        <p className="flex flex-wrap gap-3">
          <ButtonLink tone="primary" href={localePath(locale, '/destinations')}>
            {t('destinations')}
          </ButtonLink>
          <ButtonLink href="/find">{t('find')}</ButtonLink>
        </p>
      </div>
    </PageFrame>
  )
}
