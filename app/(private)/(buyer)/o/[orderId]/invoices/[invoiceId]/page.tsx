import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { InvoiceSheet } from '#components/finance/invoice-sheet.tsx'
import { currentCaller } from '#lib/auth/caller.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getInvoices } from '#lib/finance/queries/admin-months.ts'
import { openOrder } from '../../open-order.ts'

type Props = PageProps<'/o/[orderId]/invoices/[invoiceId]'>

async function openInvoice(params: Props['params']) {
  const { orderId, invoiceId } = await params
  const { order } = await openOrder(orderId)
  const invoice = (await getInvoices(await currentCaller(), order.id)).find(({ id }) => id === invoiceId)
  if (!invoice) redirect(`/o/${order.id}/invoices`)

  return { order, invoice }
}

export async function generateMetadata({ params }: Props) {
  const { invoice } = await openInvoice(params)
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'order.invoice' })

  return { title: t('number', { number: invoice.number }) }
}

/** One invoice, to be printed or kept as a file. */
export default async function InvoicePage({ params }: Props) {
  const locale = await privateLocale()
  const { order, invoice } = await openInvoice(params)
  const t = await getTranslations({ locale, namespace: 'order.invoice' })

  return (
    <BuyerFrame locale={locale}>
      <div className="wrap max-w-184 pb-12">
        <div className="order-head">
          <p className="order-line no-print">
            <a className="text-link" href={`/o/${order.id}/invoices`}>
              {t('all')}
            </a>
          </p>
          <h1 className="invoice-title">{t('number', { number: invoice.number })}</h1>
        </div>
        <InvoiceSheet invoice={invoice} order={order} store={await storeDetails()} />
      </div>
    </BuyerFrame>
  )
}
