import { redirect } from 'next/navigation'
import { NextIntlClientProvider } from 'next-intl'
import { getMessages, getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { SignOut } from '#components/customers/account/sign-out.tsx'
import { ZoneName } from '#components/orders/local-time.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { currentCustomer, type SignedInCustomer } from '#lib/auth/customer-session.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'

const AREAS = {
  esims: '/account',
  travellers: '/account/travellers',
  orders: '/account/orders',
  profile: '/account/profile',
  security: '/account/security',
  data: '/account/data',
} as const
type Area = keyof typeof AREAS

/** The customer who asks for a page of the account, or the way to the sign-in page. */
export async function customerOrSignIn(): Promise<SignedInCustomer> {
  const customer = await currentCustomer()
  if (!customer) redirect('/sign-in')

  return customer
}

/** The title of a page of the account. */
export async function accountTitle(area: Area) {
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'account' })

  return { title: t(`area.${area}`) }
}

/** The frame of the account's pages: whose it is, its parts, and the way out. */
export async function AccountFrame({ area, email, children }: { area: Area; email: string; children: ReactNode }) {
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'account' })
  const { account, action, admin, order, 'admin-staff': staff } = await getMessages({ locale })
  // The words of the forms that staff use too, and none of the others.
  const shared = { factor: staff.factor, profile: staff.profile }
  const { authenticatorApp, cancel, confirm, copied, none, remove } = admin.label
  const labels = { authenticatorApp, cancel, confirm, copied, none, remove }
  const proof = { prove: action.prove }
  const said = { account, action: proof, order: { lost: order.lost }, admin: { label: labels }, 'admin-staff': shared }

  return (
    <BuyerFrame locale={locale}>
      <NextIntlClientProvider locale={locale} timeZone="UTC" messages={said as never}>
        <div className="wrap account pb-12">
          <div className="order-head">
            <p className="soft flex flex-wrap items-center gap-x-4 gap-y-1 wrap-anywhere [&>button]:min-h-[44px]">
              {/* An address runs from left to right, and begins where the page's own lines begin. */}
              <bdi className="rtl:text-right">{email}</bdi>
              <SignOut />
            </p>
            <h1>{t(`area.${area}`)}</h1>
            <p className="soft">{t.rich('zone', { zone: () => <ZoneName at={new Date()} /> })}</p>
          </div>
          <nav className="mb-7 flex flex-wrap gap-x-6 gap-y-1 border-b border-line" aria-label={t('nav')}>
            {(Object.keys(AREAS) as Area[]).map((key) => (
              <a
                key={key}
                className="-mb-px flex min-h-[44px] items-center text-ink-soft no-underline hover:underline aria-[current]:border-b-2 aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
                href={AREAS[key]}
                aria-current={key === area ? 'page' : undefined}
              >
                {t(`area.${key}`)}
              </a>
            ))}
          </nav>
          {children}
        </div>
      </NextIntlClientProvider>
    </BuyerFrame>
  )
}

/** What a page of the account says while nothing is there yet, and the ways on. */
export function NothingYet({ heading, body, children }: { heading: string; body: string; children: ReactNode }) {
  return (
    <Panel className="stack">
      <h2>{heading}</h2>
      <p>{body}</p>
      <div className="actions">{children}</div>
    </Panel>
  )
}
