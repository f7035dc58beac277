import { getTranslations } from 'next-intl/server'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { CompanyForm } from '#components/finance/company-form.tsx'
import { InvoiceList } from '#components/finance/invoice-sheet.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { currentCaller } from '#lib/auth/caller.ts'
import { currentCustomer } from '#lib/auth/customer-session.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getProfile } from '#lib/customers/queries/own-account.ts'
import { getInvoiceRecipient, getInvoices } from '#lib/finance/queries/admin-months.ts'
import { openOrder } from '../open-order.ts'

type Props = PageProps<'/o/[orderId]/invoices'>

const NOTHING = { company: '', taxNumber: '', postalAddress: '' }

export async function generateMetadata({ params }: Props) {
  const { number } = (await openOrder((await params).orderId)).order
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'order.invoice' })

  return { title: `${t('title')} ${number}` }
}

/** The invoices of an order, and the form that makes one with the data of a company. */
export default async function InvoicesPage({ params }: Props) {
  const locale = await privateLocale()
  const { order } = await openOrder((await params).orderId)
  const t = await getTranslations({ locale, namespace: 'order.invoice' })
  const caller = await currentCaller()
  const invoices = await getInvoices(caller, order.id)
  const customer = await currentCustomer()
  const named = await getInvoiceRecipient(caller, order.id)
  const known = named ?? (customer && (await getProfile(customer))) ?? NOTHING
  const isCharged = order.captured.minor > order.refunded.minor

  return (
    <BuyerFrame locale={locale}>
      <div className="wrap max-w-184 pb-12">
        <div className="order-head">
          <p className="order-line">
            <a className="text-link" href={`/o/${order.id}`}>
              {t('back', { number: order.number })}
            </a>
          </p>
          <h1>{t('title')}</h1>
          <p className="soft">{t('lead')}</p>
        </div>
        {invoices.length > 0 ? (
          <section className="mb-8 [&>h2]:mb-2 [&>h2]:text-(length:--s2)" aria-labelledby="made">
            <h2 id="made">{t('made')}</h2>
            <InvoiceList orderId={order.id} invoices={invoices} />
          </section>
        ) : null}
        <Panel className="stack" aria-labelledby="new-invoice">
          <h2 id="new-invoice">{t(invoices.length > 0 ? 'again' : 'whom')}</h2>
          {invoices.length > 0 ? <p className="soft">{t('againText')}</p> : null}
          {isCharged ? <CompanyForm orderId={order.id} known={known} /> : <p>{t('failed.not_charged')}</p>}
        </Panel>
      </div>
    </BuyerFrame>
  )
}
