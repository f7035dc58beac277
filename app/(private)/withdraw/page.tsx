import { getTranslations } from 'next-intl/server'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { storeFacts } from '#app/(shop)/store.ts'
import { WithdrawForm } from '#components/orders/withdraw-form.tsx'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { localePath } from '#lib/i18n/routing.ts'

export async function generateMetadata() {
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'withdraw' })

  return { title: `${t('title')} | ${(await storeFacts()).name}` }
}

/** Withdrawal from an order without an account, in two steps. */
export default async function WithdrawPage() {
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'withdraw' })

  return (
    <BuyerFrame locale={locale}>
      <div className="narrow">
        <div className="finder-head">
          <h1>{t('title')}</h1>
          <p className="soft mt-3 text-lg">{t('lead')}</p>
        </div>
        <WithdrawForm />
        <ul className="soft mt-6 grid gap-2">
          <li>{t('sealed')}</li>
          <li>{t('opened')}</li>
          <li>
            {t.rich('more', {
              a: (words) => (
                <a className="text-link" href={localePath(locale, '/legal/withdrawal')}>
                  {words}
                </a>
              ),
            })}
          </li>
        </ul>
      </div>
    </BuyerFrame>
  )
}
