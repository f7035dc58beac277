import { getTranslations } from 'next-intl/server'
import { AuthPage } from '#app/(private)/auth-page.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { ResetForm } from '#components/auth/admin/reset-form.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'

export const generateMetadata = () => ownTitle('sign-in', (t) => t('reset.title'))

export default async function ResetPage() {
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'sign-in' })

  return (
    <AuthPage title={t('reset.title')} lead={t('reset.lead')}>
      <ResetForm />
      <p className="small soft">{t('orOwner')}</p>
      <p className="small">
        <a href="/sign-in">{t('reset.back')}</a>
      </p>
    </AuthPage>
  )
}
