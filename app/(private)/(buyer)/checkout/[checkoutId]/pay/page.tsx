import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { ownTitle } from '#app/(private)/own-title.ts'
import { PaymentForm } from '#components/checkout/payment-form.tsx'
import { sumText } from '#components/orders/money-amount.tsx'
import { currentCaller } from '#lib/auth/caller.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { env } from '#lib/core/env.ts'
import { getOrderPage } from '#lib/orders/queries/order-page.ts'

export const generateMetadata = () => ownTitle('checkout.form', (t) => t('title'))

/** The payment provider's form. Where nothing is left to pay, or nobody knows the order, the page after it says what is. */
export default async function PayPage({ params, searchParams }: PageProps<'/checkout/[checkoutId]/pay'>) {
  const locale = await privateLocale()
  const [{ checkoutId }, { order: asked }] = [await params, await searchParams]
  const order = typeof asked === 'string' ? await getOrderPage(await currentCaller(), asked) : null
  const checkout = `/checkout/${encodeURIComponent(checkoutId)}` as const
  const after = `${checkout}/return?order=${order?.id ?? ''}` as const
  if (!order?.payUrl) redirect(after)
  const t = await getTranslations({ locale, namespace: 'checkout.form' })

  return (
    <BuyerFrame locale={locale}>
      <div className="narrow py-8">
        <h1 className="page-title">{t('title')}</h1>
        <p className="muted">
          {t.rich('order', { number: order.number, sum: sumText(order.total, locale), b: (chunks) => <b>{chunks}</b> })}
        </p>
        <PaymentForm {...{ orderId: order.id, after, checkout }} publishableKey={env.STRIPE_PUBLISHABLE_KEY ?? ''} />
      </div>
    </BuyerFrame>
  )
}
