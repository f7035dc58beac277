import { getTranslations } from 'next-intl/server'
import { FinderPage } from '#app/(private)/finder-page.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { storeDetails } from '#app/(shop)/store.ts'
import { ContactForm } from '#components/customers/contact-form.tsx'
import { currentCaller } from '#lib/auth/caller.ts'
import { currentCustomer } from '#lib/auth/customer-session.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { intlTag, waitText } from '#lib/core/i18n/formats.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { getAnswerTimeMs } from '#lib/orders/queries/order-of-quote.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'
import { MESSAGE_TOPICS } from '#lib/orders/rules/message-topics.ts'

export const generateMetadata = () => ownTitle('contact', (t) => t('title'))

/** A message to the store. Coming from an order that this browser holds, the order is attached. */
export default async function ContactPage({ searchParams }: PageProps<'/contact'>) {
  const locale = await privateLocale()
  const t = await getTranslations({ locale, namespace: 'contact' })
  const { order: orderId, topic } = await searchParams
  const order = typeof orderId === 'string' ? await getOrderPage(await currentCaller(), orderId) : null
  const [customer, answerMs] = await Promise.all([currentCustomer(), getAnswerTimeMs(new Date())])
  const faster = {
    ladder: localePath(locale, '/help/no-service'),
    find: '/find',
    withdraw: '/withdraw',
    status: '/status',
  } as const

  return (
    <FinderPage locale={locale} title={t('title')} lead={t('lead')}>
      <ContactForm
        supportEmail={(await storeDetails()).supportEmail}
        order={order ? { id: order.id, number: order.number } : null}
        email={customer?.email ?? ''}
        topic={MESSAGE_TOPICS.find((known) => known === topic) ?? 'other'}
      />
      {answerMs === null ? null : (
        <p className="soft mt-6">{t('answerTime', { time: waitText(answerMs, intlTag(locale)) })}</p>
      )}
      <section className="mt-8">
        <h2 className="text-lg">{t('first')}</h2>
        <ul className="mt-3 grid gap-2">
          {Object.entries(faster).map(([key, href]) => (
            <li key={key}>
              <a className="text-link" href={href}>
                {t(key)}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </FinderPage>
  )
}
