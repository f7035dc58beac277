import { getTranslations } from 'next-intl/server'
import { AuthPage } from '#app/(private)/auth-page.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { storeDetails } from '#app/(shop)/store.ts'
import { NewPasswordForm } from '#components/auth/admin/password-form.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { readReset } from '#lib/auth/commands/access-links.ts'
import { readCustomerReset } from '#lib/auth/customer-sign-in.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'

export const generateMetadata = () => ownTitle('sign-in', (t) => t('reset.newTitle'))

export default async function NewPasswordPage({ params }: PageProps<'/sign-in/reset/[token]'>) {
  const { token } = await params
  const person = (await readReset(token)) ?? (await readCustomerReset(token))
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'sign-in' })
  if (person) {
    return (
      <AuthPage title={t('reset.newTitle')} lead={t('reset.newLead', { email: person.email })}>
        <NewPasswordForm token={token} purpose="reset" />
      </AuthPage>
    )
  }

  return (
    <AuthPage title={t('reset.newTitle')} lead={(await storeDetails()).name}>
      <Notice tone="wait">{t('reset.gone')}</Notice>
      <ButtonLink href="/sign-in/reset" wide>
        {t('reset.ask')}
      </ButtonLink>
    </AuthPage>
  )
}
