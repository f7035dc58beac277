import { getTranslations } from 'next-intl/server'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { StateBox } from '#components/orders/state-box.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

/** What somebody reads who follows an old or mistyped address of theirs. */
export default async function BuyerNotFound() {
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'errors.notFound' })

  return (
    <BuyerFrame locale={locale}>
      <div className="narrow py-12">
        <StateBox isCalm>
          <h1>{t('title')}</h1>
          <p>{t('text')}</p>
          <p className="actions">
            <ButtonLink tone="primary" href="/find">
              {t('find')}
            </ButtonLink>
            <ButtonLink href={localePath(locale, '/destinations')}>{t('destinations')}</ButtonLink>
          </p>
        </StateBox>
      </div>
    </BuyerFrame>
  )
}
