import { getTranslations } from 'next-intl/server'
import { AuthPage } from '#app/(private)/auth-page.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { NewPasswordForm } from '#components/auth/admin/password-form.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { readInvite } from '#lib/auth/commands/manage-staff.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'

export async function generateMetadata() {
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'sign-in' })
  const store = (await storeDetails()).name

  return { title: t('invite.title', { store }) }
}

export default async function InvitePage({ params }: PageProps<'/invite/[token]'>) {
  const { token } = await params
  const invite = await readInvite(token)
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'sign-in' })
  const roles = await getTranslations({ locale, namespace: 'admin.role' })
  const title = t('invite.title', { store: (await storeDetails()).name })
  if (invite) {
    return (
      <AuthPage title={title} lead={t('invite.lead', { email: invite.email, role: roles(invite.role) })}>
        <NewPasswordForm token={token} purpose="invite" />
      </AuthPage>
    )
  }

  return (
    <AuthPage title={title} lead={(await storeDetails()).name}>
      <Notice tone="wait">{t('invite.gone')}</Notice>
      <ButtonLink href="/sign-in" wide>
        {t('setup.toSignIn')}
      </ButtonLink>
    </AuthPage>
  )
}
