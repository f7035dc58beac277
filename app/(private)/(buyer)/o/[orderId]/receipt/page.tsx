import { getTranslations } from 'next-intl/server'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { ReceiptSheet } from '#components/finance/invoice-sheet.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { openOrder } from '../open-order.ts'

type Props = PageProps<'/o/[orderId]/receipt'>

export async function generateMetadata({ params }: Props) {
  const { number } = (await openOrder((await params).orderId)).order
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'order.receipt' })

  return { title: t('title', { number }) }
}

/** The receipt of an order, to be printed or kept as a file by whoever may see the order. */
export default async function ReceiptPage({ params }: Props) {
  const locale = await privateLocale()
  const { order } = await openOrder((await params).orderId)
  const t = await getTranslations({ locale, namespace: 'order' })

  return (
    <BuyerFrame locale={locale}>
      <div className="wrap max-w-184 pb-12">
        <div className="order-head">
          <p className="order-line no-print">
            <a className="text-link" href={`/o/${order.id}`}>
              {t('invoice.back', { number: order.number })}
            </a>
          </p>
          <h1 className="invoice-title">{t('receipt.title', { number: order.number })}</h1>
        </div>
        <ReceiptSheet order={order} store={await storeDetails()} />
      </div>
    </BuyerFrame>
  )
}
