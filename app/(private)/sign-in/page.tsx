import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { storeFacts } from '#app/(shop)/store.ts'
import { Door } from '#components/admin/door.tsx'
import { SignInForm } from '#components/admin/sign-in-form.tsx'
import { TrialBanner } from '#components/layout/trial-banner.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { isOwnPath } from '#lib/auth/next-auth.ts'
import { currentStaff } from '#lib/auth/staff-session.ts'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import '../admin/door.css'

type Props = PageProps<'/sign-in'>

export async function generateMetadata() {
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'sign-in' })

  return { title: `${t('title')} | ${storeFacts().name}` }
}

export default async function SignInPage({ searchParams }: Props) {
  const { callbackUrl, left } = await searchParams
  const back = typeof callbackUrl === 'string' && isOwnPath(callbackUrl) ? callbackUrl : '/admin'
  if (await currentStaff()) redirect(back as '/admin')
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'sign-in' })
  const store = storeFacts()

  return (
    <>
      <TrialBanner locale={locale} store={store} />
      <Door store={store.name} title={t('title')} lead={t('lead', { store: store.name })}>
        {left === '1' ? <Notice tone="good">{t('signedOut')}</Notice> : null}
        <StaffMessages namespace="sign-in">
          <SignInForm back={back} />
        </StaffMessages>
        <p className="small soft">{t('forgotten')}</p>
      </Door>
    </>
  )
}
