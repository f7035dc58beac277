import { getTranslations } from 'next-intl/server'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { storeFacts } from '#app/(shop)/store.ts'
import { ForgetDraft } from '#components/checkout/forget-draft.tsx'
import { headlineOf } from '#components/orders/headline.ts'
import { LiveOrder } from '#components/orders/live-order.tsx'
import { ReadyOrder } from '#components/orders/ready-order.tsx'
import { WaitingOrder } from '#components/orders/waiting-order.tsx'
import { privateLocale } from '#lib/i18n/private-locale.ts'
import { localePath } from '#lib/i18n/routing.ts'
import { getQuotesOfOrder } from '#lib/queries/order-of-quote.ts'
import { currentDevice, openedCards, openOrder } from './open-order.ts'
import { writeHref } from './write-href.ts'

type Props = PageProps<'/o/[orderId]'>

export async function generateMetadata({ params }: Props) {
  const { number } = (await openOrder((await params).orderId)).order
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'order' })

  return { title: `${t('pageTitle', { number })} | ${storeFacts().name}` }
}

export default async function OrderPage({ params, searchParams }: Props) {
  const locale = await privateLocale()
  const { order, status } = await openOrder((await params).orderId)
  const t = await getTranslations({ locale, namespace: 'order' })
  const store = storeFacts()
  const headline = headlineOf(order)
  const isReady = headline.standing === 'ready' || headline.standing === 'partly'
  const slug = order.lines[0]?.destination.slug ?? ''
  const now = new Date()

  return (
    <BuyerFrame locale={locale}>
      <div className="wrap">
        {isReady ? (
          <ReadyOrder
            order={order}
            headline={headline}
            opened={await openedCards(order)}
            selected={Number((await searchParams).esim ?? 1)}
            device={await currentDevice()}
            storeName={store.name}
            writeHref={writeHref(store.supportEmail, t('help.subject', { number: order.number }), locale)}
          />
        ) : (
          <WaitingOrder
            order={order}
            headline={headline}
            now={now}
            againHref={localePath(locale, `/destinations/${slug}`)}
          />
        )}
        <LiveOrder
          orderId={order.id}
          version={status.version}
          isSettled={status.isSettled}
          readAt={now}
          isWaiting={!isReady && order.transfer === null}
        />
        {headline.standing === 'waiting_for_payment' ? null : (
          <ForgetDraft quoteIds={await getQuotesOfOrder(order.id)} />
        )}
      </div>
    </BuyerFrame>
  )
}
