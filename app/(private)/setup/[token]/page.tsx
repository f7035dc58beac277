import { getTranslations } from 'next-intl/server'
import { ownTitle } from '#app/(private)/own-title.ts'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { AuthLayout } from '#components/auth/admin/auth-layout.tsx'
import { OwnerForm } from '#components/auth/admin/owner-form.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { TrialBanner } from '#components/ui/layout/site-notices.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getOwnerLinkState } from '#lib/auth/queries/admin-staff.ts'

export const generateMetadata = () => ownTitle('sign-in', (t) => t('setup.title'))

export default async function SetupPage({ params }: PageProps<'/setup/[token]'>) {
  const { token } = await params
  const state = await getOwnerLinkState(token)
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'sign-in' })
  const store = await storeDetails()

  return (
    <>
      <TrialBanner locale={locale} store={store} />
      <AuthLayout store={store} title={t('setup.title')} lead={t('setup.lead', { store: store.name })}>
        {state === 'open' ? (
          <StaffMessages namespace="sign-in">
            <OwnerForm token={token} />
          </StaffMessages>
        ) : (
          <>
            <Notice tone="wait">{t(`setup.state.${state}`)}</Notice>
            <ButtonLink href="/sign-in" wide>
              {t('setup.toSignIn')}
            </ButtonLink>
          </>
        )}
      </AuthLayout>
    </>
  )
}
