import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { AuthPage } from '#app/(private)/auth-page.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { storeDetails } from '#app/(shop)/store.ts'
import { SetUpFactor } from '#components/auth/admin/set-up-factor.tsx'
import { PasskeySignIn, SecondStepForm, SignInForm } from '#components/auth/admin/sign-in-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { currentCustomer, currentHalfCustomer, type HalfCustomer } from '#lib/auth/customer-session.ts'
import { isOwnPath } from '#lib/auth/next-auth.ts'
import { passkeysWork } from '#lib/auth/passkey-proof.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { currentHalf, currentStaff, type HalfStaff } from '#lib/auth/staff-session.ts'
import { getOwnFactors } from '#lib/customers/queries/own-account.ts'

export const generateMetadata = () => ownTitle('sign-in', (t) => t('title'))

export default async function SignInPage({ searchParams }: PageProps<'/sign-in'>) {
  const { callbackUrl, left } = await searchParams
  const back = typeof callbackUrl === 'string' && isOwnPath(callbackUrl) ? callbackUrl : '/admin'
  if (await currentStaff()) redirect(back as '/admin')
  const half = await currentHalf()
  if (half) return <SecondStep half={half} back={back} />
  const customer = callbackUrl === undefined ? await currentHalfCustomer() : null
  if (customer) return <CustomerStep customer={customer} />
  // Whoever was sent here by a page of the back office is no customer to it.
  if (callbackUrl === undefined && (await currentCustomer())) redirect('/account')
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'sign-in' })

  return (
    <AuthPage title={t('title')} lead={t('lead', { store: (await storeDetails()).name })}>
      {left === '1' ? <Notice tone="good">{t('signedOut')}</Notice> : null}
      <SignInForm back={back} />
      {passkeysWork() ? <PasskeySignIn back={back} /> : null}
      <p className="small soft">
        <a href="/sign-in/reset">{t('forgotten')}</a>
      </p>
    </AuthPage>
  )
}

async function SecondStep({ half: { staff, step }, back }: { half: HalfStaff; back: string }) {
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'sign-in' })
  if (step.kind === 'set_up') {
    return (
      <AuthPage title={t('setUp.title')} lead={t('setUp.lead', { store: (await storeDetails()).name })}>
        <SetUpFactor back={back} hasPasskeys={passkeysWork()} />
      </AuthPage>
    )
  }

  return (
    <AuthPage title={t('second.title')} lead={t('second.lead', { name: staff.name })}>
      <SecondStepForm side="staff" back={back} hasPasskey={step.factors.passkeys > 0} />
    </AuthPage>
  )
}

async function CustomerStep({ customer }: { customer: HalfCustomer }) {
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'sign-in' })
  const { passkeys } = await getOwnFactors(customer)

  return (
    <AuthPage title={t('second.title')} lead={t('second.lead', { name: customer.name || customer.email })}>
      <SecondStepForm side="account" back="/account" hasPasskey={passkeys.length > 0} />
      <p className="small soft">{t('second.lost')}</p>
    </AuthPage>
  )
}
