import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { PaymentReturn } from '#components/checkout/payment-return.tsx'
import { StateBox } from '#components/orders/state-box.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { currentCaller } from '#lib/auth/caller.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'

export const generateMetadata = () => ownTitle('checkout.return', (t) => t('title'))

/** A waiting room. The address only says which order to look at; whether it is paid, our own rows say. */
export default async function CancellationPage({ searchParams }: PageProps<'/checkout/[checkoutId]/return'>) {
  const locale = await privateLocale()
  const { order: asked } = await searchParams
  const order = typeof asked === 'string' ? await getOrderPage(await currentCaller(), asked) : null
  if (order?.items.some((item) => item.status !== 'waiting_for_payment')) redirect(`/o/${order.id}`)
  const t = await getTranslations({ locale, namespace: 'checkout.return' })

  return (
    <BuyerFrame locale={locale}>
      <div className="narrow py-12">
        {order ? (
          <PaymentReturn orderId={order.id} payUrl={order.payUrl} />
        ) : (
          <StateBox isCalm>
            <h1>{t('unknownHeading')}</h1>
            <p>{t('unknownBody')}</p>
            <p className="actions">
              <ButtonLink tone="primary" href="/find">
                {t('find')}
              </ButtonLink>
            </p>
          </StateBox>
        )}
      </div>
    </BuyerFrame>
  )
}
