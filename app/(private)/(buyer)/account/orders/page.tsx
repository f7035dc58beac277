import { getTranslations } from 'next-intl/server'
import { OrderRow } from '#components/customers/account/account-lists.tsx'
import { LinkList } from '#components/orders/link-list.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getOwnOrders } from '#lib/customers/queries/own-account.ts'
import { AccountFrame, accountTitle, customerOrSignIn, NothingYet } from '../account-frame.tsx'

export const generateMetadata = () => accountTitle('orders')

/** The orders of the proven address; each opens the page that its buyer knows. */
export default async function AccountOrdersPage() {
  const customer = await customerOrSignIn()
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'account' })
  const orders = await getOwnOrders(customer, locale)

  return (
    <AccountFrame area="orders" email={customer.email}>
      {orders.length === 0 ? (
        <NothingYet heading={t('noOrders.heading')} body={t('noOrders.body')}>
          <ButtonLink href="/find">{t('empty.find')}</ButtonLink>
        </NothingYet>
      ) : (
        <LinkList>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </LinkList>
      )}
    </AccountFrame>
  )
}
