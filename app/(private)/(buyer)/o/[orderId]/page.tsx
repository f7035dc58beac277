import { getTranslations } from 'next-intl/server'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { ForgetDraft } from '#components/checkout/forget-draft.tsx'
import { ToppedUpOrder } from '#components/esims/top-up/top-up-chain.tsx'
import { esimWord } from '#components/esims/top-up/top-up-path.ts'
import { headlineOf } from '#components/orders/headline.ts'
import { placedEsims } from '#components/orders/item-list.tsx'
import { LiveOrder } from '#components/orders/live-order.tsx'
import { ReadyOrder } from '#components/orders/ready-order.tsx'
import { WaitingOrder } from '#components/orders/waiting-order.tsx'
import { currentCaller } from '#lib/auth/caller.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import { seesOrder } from '#lib/core/rules/caller.ts'
import { getShares } from '#lib/esims/queries/shares.ts'
import { getTopUps } from '#lib/esims/queries/top-ups.ts'
import { getMutedReminders, getUsage } from '#lib/esims/queries/usage.ts'
import { getGift } from '#lib/orders/queries/gift.ts'
import { getQuotesOfOrder } from '#lib/orders/queries/order-of-quote.ts'
import { getCopyTerms } from '#lib/settings/queries/store-details.ts'
import type { OrderPage as OrderView } from '#lib/settings/rules/shop.ts'
import { currentDevice, openedEsims, openOrder, writeHref } from './open-order.ts'

type Props = PageProps<'/o/[orderId]'>

export async function generateMetadata({ params }: Props) {
  const { number } = (await openOrder((await params).orderId)).order
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'order' })

  return { title: t('pageTitle', { number }) }
}

export default async function OrderPage({ params, searchParams }: Props) {
  const locale = await privateLocale()
  const t = await getTranslations({ locale })
  const { order, status } = await openOrder((await params).orderId)
  const store = await storeDetails()
  const headline = headlineOf(order)
  // A transfer was promised; what came to nothing may be tried again.
  const isBought = headline.status === 'waiting_for_payment' ? order.transfer !== null : headline.status !== 'expired'
  const isReady = headline.status === 'ready' || headline.status === 'partly'
  const slug = order.items[0]?.destination.slug ?? ''
  const now = new Date()
  const caller = await currentCaller()
  const usage = isReady ? await getUsage(placedIds(order), now) : {}
  const gift = await getGift(order.id)
  const target = order.items.every((item) => item.topUp !== null) ? (order.items[0]?.topUp ?? null) : null

  const readyText = target
    ? t('topup.order.headline.ready', { last4: target.iccidLast4, esim: esimWord(target) })
    : t('order.headline.ready', headline)
  const news = headline.status === 'partly' ? t('order.headline.partly', headline) : isReady ? readyText : null

  return (
    <BuyerFrame locale={locale}>
      <div className="wrap">
        {target && headline.status === 'ready' ? (
          <ToppedUpOrder
            order={order}
            target={target}
            canSeeFirst={target.orderId !== null && seesOrder(caller, target.orderId)}
            writeHref={writeHref(order.id)}
          />
        ) : isReady ? (
          <ReadyOrder
            order={order}
            headline={headline}
            opened={await openedEsims(order)}
            usage={usage}
            shares={await getShares(placedIds(order), { isUsed: (id) => (usage[id]?.facts?.usedMb ?? 0) > 0, now })}
            selected={selectedIn(order, await searchParams)}
            device={await currentDevice()}
            store={store}
            now={now}
            writeHref={writeHref(order.id)}
            gift={gift}
            muted={await getMutedReminders(order.id)}
            copies={await getCopyTerms(caller, order.id)}
            topUps={await getTopUps(caller, order.id)}
          />
        ) : (
          <WaitingOrder
            order={order}
            headline={headline}
            now={now}
            gift={gift}
            muted={await getMutedReminders(order.id)}
            againHref={localePath(locale, `/destinations/${slug}`)}
          />
        )}
        <LiveOrder
          orderId={order.id}
          version={status.version}
          isSettled={status.isSettled}
          readAt={now}
          isWaiting={!isReady && !status.isSettled && order.transfer === null}
          status={headline.status}
          news={news}
        />
        {isBought ? <ForgetDraft quoteIds={await getQuotesOfOrder(order.id)} /> : null}
      </div>
    </BuyerFrame>
  )
}

function placedIds(order: OrderView): string[] {
  return placedEsims(order).map(({ esim }) => esim.id)
}

type Search = Awaited<Props['searchParams']>

// By its place in the order, or by itself where nobody counted.
function selectedIn(order: OrderView, { esim, card }: Search): number {
  const named = placedEsims(order).find((placed) => placed.esim.id === card)

  return named?.n ?? Number(esim ?? 1)
}
