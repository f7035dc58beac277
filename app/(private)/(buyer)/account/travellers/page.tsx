import { getTranslations } from 'next-intl/server'
import { TravellerList } from '#components/customers/account/account-lists.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { getOwnTravellers } from '#lib/customers/queries/own-account.ts'
import { AccountFrame, accountTitle, customerOrSignIn, NothingYet } from '../account-frame.tsx'

export const generateMetadata = () => accountTitle('travellers')

/** Who travels with which eSIM of the proven address, and what was given away by link. */
export default async function AccountTravellersPage() {
  const customer = await customerOrSignIn()
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'account' })
  const travellers = await getOwnTravellers(customer, new Date(), locale)

  return (
    <AccountFrame area="travellers" email={customer.email}>
      {travellers.length === 0 ? (
        <NothingYet heading={t('travellers.empty.heading')} body={t('travellers.empty.body')}>
          <ButtonLink href={localePath(locale, '/destinations')} tone="primary">
            {t('empty.shop')}
          </ButtonLink>
        </NothingYet>
      ) : (
        <>
          <p className="soft mb-6">{t('travellers.lead')}</p>
          <TravellerList travellers={travellers} />
        </>
      )}
    </AccountFrame>
  )
}
