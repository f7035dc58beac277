import { getTranslations } from 'next-intl/server'
import { storeDetails } from '#app/(shop)/store.ts'
import { AuthLayout } from '#components/auth/admin/auth-layout.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'

/** An address before the back office that leads nowhere. */
export async function NotFoundAuth() {
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'errors.notFound' })
  const signIn = await getTranslations({ locale, namespace: 'sign-in' })

  return (
    <AuthLayout store={await storeDetails()} title={t('title')} lead={t('staff')}>
      <ButtonLink href="/sign-in" wide>
        {signIn('setup.toSignIn')}
      </ButtonLink>
    </AuthLayout>
  )
}
