import { getTranslations } from 'next-intl/server'
import { FinderPage } from '#app/(private)/finder-page.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { storeDetails } from '#app/(shop)/store.ts'
import { WithdrawForm } from '#components/cancellations/withdraw-form.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { localePath } from '#lib/core/i18n/routing.ts'

export const generateMetadata = () => ownTitle('withdraw', (t) => t('title'))

/** Withdrawal from an order without an account, in two steps. */
export default async function WithdrawPage() {
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'withdraw' })

  return (
    <FinderPage locale={locale} title={t('title')} lead={t('lead')}>
      <WithdrawForm supportEmail={(await storeDetails()).supportEmail} />
      <ul className="soft mt-6 grid gap-2">
        <li>{t('sealed')}</li>
        <li>{t('opened')}</li>
        <li>
          {t.rich('more', {
            a: (chunks) => (
              <a className="text-link" href={localePath(locale, '/legal/withdrawal')}>
                {chunks}
              </a>
            ),
          })}
        </li>
      </ul>
    </FinderPage>
  )
}
