import { getTranslations } from 'next-intl/server'
import { CreditPanel, EsimRow } from '#components/customers/account/account-lists.tsx'
import { RefreshAll } from '#components/customers/account/refresh-all.tsx'
import { LinkList } from '#components/orders/link-list.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { getOwnEsims } from '#lib/customers/queries/own-account.ts'
import { OWN_GROUPS } from '#lib/customers/rules/own-account.ts'
import { getOwnCredits } from '#lib/refunds/queries/admin-refunds.ts'
import { AccountFrame, accountTitle, customerOrSignIn, NothingYet } from './account-frame.tsx'

export const generateMetadata = () => accountTitle('esims')

/** The eSIMs of the proven address: to install, in use, ended. */
export default async function AccountPage() {
  const customer = await customerOrSignIn()
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'account' })
  const now = new Date()
  const [esims, credits] = await Promise.all([getOwnEsims(customer, now, locale), getOwnCredits(customer)])

  return (
    <AccountFrame area="esims" email={customer.email}>
      {credits.length > 0 ? <CreditPanel credits={credits} /> : null}
      {esims.length === 0 ? (
        <NothingYet heading={t('empty.heading')} body={t('empty.body')}>
          <ButtonLink href={localePath(locale, '/destinations')} tone="primary">
            {t('empty.shop')}
          </ButtonLink>
          <ButtonLink href="/find">{t('empty.find')}</ButtonLink>
        </NothingYet>
      ) : (
        <>
          {OWN_GROUPS.map((group) => {
            const rows = esims.filter((esim) => esim.group === group)

            return rows.length === 0 ? null : (
              <section key={group} className="mb-8 [&>h2]:mb-2 [&>h2]:text-(length:--s2)" aria-labelledby={group}>
                <h2 id={group}>
                  {t(`group.${group}`)} <span className="soft num">{rows.length}</span>
                </h2>
                <LinkList>
                  {rows.map((esim) => (
                    <EsimRow key={esim.id} esim={esim} now={now} />
                  ))}
                </LinkList>
              </section>
            )
          })}
          <RefreshAll />
        </>
      )}
    </AccountFrame>
  )
}
