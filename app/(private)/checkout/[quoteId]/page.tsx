import { notFound, redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { storeFacts } from '#app/(shop)/store.ts'
import { Checkout } from '#components/checkout/checkout.tsx'
import { Breadcrumbs } from '#components/layout/breadcrumbs.tsx'
import { amountText } from '#components/orders/plan-text.ts'
import { currentCaller } from '#lib/auth/caller.ts'
import type { LineStanding } from '#lib/domain/shop.ts'
import { env } from '#lib/env.ts'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { localePath } from '#lib/i18n/routing.ts'
import { getQuoteView } from '#lib/queries/checkout.ts'
import { getOrderOfQuote } from '#lib/queries/order-of-quote.ts'
import { paymentMethods } from '#lib/services/payments.ts'

type Props = PageProps<'/checkout/[quoteId]'>

// What came to nothing: the same choice may be made again, with a new offer.
const ENDED = new Set<LineStanding>(['expired', 'refunded', 'cancelled'])

export async function generateMetadata() {
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'checkout' })

  return { title: `${t('pageTitle')} | ${storeFacts().name}` }
}

export default async function CheckoutPage({ params }: Props) {
  const locale = await privateLocale()
  const quote = await getQuoteView((await params).quoteId)
  if (!quote) notFound()
  const earlier = await getOrderOfQuote(await currentCaller(), quote.id)
  const hasEnded = earlier !== null && ENDED.has(earlier.standing)
  // A transfer is made elsewhere, so that the till has nothing to add to it.
  const isOver = earlier?.standing !== 'waiting_for_payment' || earlier.isTransfer
  if (earlier && !hasEnded && isOver) redirect(`/o/${earlier.orderId}`)
  const t = await getTranslations({ locale, namespace: 'checkout' })
  const layout = await getTranslations({ locale, namespace: 'layout' })
  const { destination, amount, term, days } = quote

  return (
    <BuyerFrame locale={locale}>
      <div className="wrap">
        <Breadcrumbs
          label={layout('breadcrumbs')}
          crumbs={[
            { name: destination.name, href: localePath(locale, `/destinations/${destination.slug}`) },
            {
              name: t(`plan.${term.kind === 'fixed' ? 'fixed' : 'dayPass'}`, {
                amount: amountText(amount, locale),
                days,
              }),
              href: localePath(locale, `/plans/${quote.planId}`),
            },
            { name: t('pageTitle') },
          ]}
        />
        <Checkout
          quote={quote}
          payment={{ methods: paymentMethods(), transferDays: env.BANK_TRANSFER_DAYS }}
          seller={storeFacts().seller}
          earlier={earlier && { orderId: earlier.orderId, hasEnded }}
        />
      </div>
    </BuyerFrame>
  )
}
