import { getTranslations } from 'next-intl/server'
import { AuthPage } from '#app/(private)/auth-page.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { storeDetails } from '#app/(shop)/store.ts'
import { VerifyForm } from '#components/customers/account/verify-form.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { readSignInLink } from '#lib/auth/commands/access-links.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'

export const generateMetadata = () => ownTitle('sign-in', (t) => t('title'))

/** Where a mailed sign-in link leads: looking spends nothing, pressing signs in. */
export default async function VerifyPage({ params }: PageProps<'/verify/[token]'>) {
  const { token } = await params
  const email = await readSignInLink(token)
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'sign-in' })
  if (email) {
    return (
      <AuthPage title={t('title')} lead={t('verify.lead', { email })}>
        <VerifyForm token={token} />
      </AuthPage>
    )
  }

  return (
    <AuthPage title={t('title')} lead={(await storeDetails()).name}>
      <Notice tone="wait">{t('verify.gone')}</Notice>
      <ButtonLink href="/sign-in" wide>
        {t('setup.toSignIn')}
      </ButtonLink>
    </AuthPage>
  )
}
