import { getTranslations } from 'next-intl/server'
import {
  currentDevice,
  openedEsims,
  openOrder,
  openPlacedEsim,
  writeHref,
} from '#app/(private)/(buyer)/o/[orderId]/open-order.ts'
import { BuyerFrame } from '#app/(private)/buyer-frame.tsx'
import { storeDetails } from '#app/(shop)/store.ts'
import { KeepOffline, SendCopy } from '#components/esims/keep-offline.tsx'
import { TravellerPanel } from '#components/esims/shares/traveller-panel.tsx'
import { TakeAlong } from '#components/esims/steps.tsx'
import { TopUpLink } from '#components/esims/top-up/top-up-chain.tsx'
import { Troubleshooting } from '#components/esims/troubleshooting.tsx'
import { UsagePanel } from '#components/esims/usage-panel.tsx'
import { HelpPart } from '#components/orders/help-part.tsx'
import { DeliveredEsim, OrderItemView } from '#components/orders/item-list.tsx'
import { Breadcrumbs } from '#components/ui/layout/site-header.tsx'
import { currentCaller } from '#lib/auth/caller.ts'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { apnOf } from '#lib/catalog/rules/plan.ts'
import { keptUntil } from '#lib/checkout/rules/quote.ts'
import { isRecordOn } from '#lib/esims/commands/esim-record.ts'
import { getShares } from '#lib/esims/queries/shares.ts'
import { getEsimDates, getUsage } from '#lib/esims/queries/usage.ts'
import { getCopyTerms } from '#lib/settings/queries/store-details.ts'

type Props = PageProps<'/o/[orderId]/esims/[esimId]'>

export async function generateMetadata({ params }: Props) {
  const { number } = (await openOrder((await params).orderId)).order
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'order' })

  return { title: t('pageTitle', { number }) }
}

/** The install page of one eSIM, without the sums of the order it came with. */
export default async function EsimPage({ params }: Props) {
  const locale = await privateLocale()
  const { order, placed } = await openPlacedEsim(params)
  const t = await getTranslations({ locale })
  const store = await storeDetails()
  const write = writeHref(order.id)
  const now = new Date()
  const { id: esimId, isUnrevealed } = placed.esim
  const usage = isUnrevealed ? undefined : (await getUsage([esimId], now))[esimId]
  const opened = await openedEsims({ ...order, items: [{ ...placed.item, esims: [placed.esim] }] })

  const code = opened[esimId] ?? null
  const state = placed.esim.return.state
  // What goes back is for nobody.
  const isKept = state === 'none' || state === 'refused'
  const isHere = code !== null && isKept
  const shares = await getShares([esimId], { isUsed: () => (usage?.facts?.usedMb ?? 0) > 0, now })
  const caller = await currentCaller()
  const dates = await getEsimDates(caller, esimId, { now, locale })
  const copies = await getCopyTerms(caller, order.id)
  const { installBy = null, endsAt = null } = dates ?? {}
  const until = isHere ? keptUntil({ endsAt, deadline: installBy, days: placed.item.days, now }) : null
  const keep = <KeepOffline path={`/o/${order.id}/esims/${esimId}`} until={until} />

  return (
    <BuyerFrame locale={locale}>
      <div className="wrap">
        <Breadcrumbs
          label={t('layout.breadcrumbs')}
          crumbs={[
            { name: t('card.page.back', { number: order.number }), href: `/o/${order.id}` },
            { name: t('card.page.title', { n: placed.n, total: placed.total }) },
          ]}
        />
        <div className="order-head">
          <OrderItemView number={order.number} createdAt={order.createdAt} />
          <h1>{placed.esim.travellerName ?? t('card.page.title', { n: placed.n, total: placed.total })}</h1>
        </div>
        <DeliveredEsim
          placed={placed}
          orderNumber={order.number}
          store={store}
          opened={code}
          device={await currentDevice()}
        />
        {isKept ? (
          <TravellerPanel
            esim={{ id: esimId, travellerName: placed.esim.travellerName, isUnrevealed }}
            destination={placed.item.destination.name}
            share={shares[esimId] ?? null}
          />
        ) : null}
        <div className="panels">
          {usage ? <UsagePanel esimId={esimId} usage={usage} iso2={placed.item.destination.iso2} now={now} /> : null}
          {isHere ? (
            <TakeAlong
              esimId={esimId}
              hasDates={installBy !== null || endsAt !== null}
              mail={copies ? <SendCopy esimId={esimId} emailMasked={order.emailMasked} terms={copies} /> : null}
            >
              {keep}
            </TakeAlong>
          ) : (
            keep
          )}
          {isHere ? (
            <Troubleshooting
              destination={placed.item.destination.name}
              iccidLast4={placed.esim.iccidLast4}
              apn={apnOf(placed.item.words)}
              networks={placed.item.networks}
              asksAbout={isRecordOn() ? esimId : null}
              writeHref={`${write}&topic=no_service`}
            />
          ) : null}
          <TopUpLink orderId={order.id} esimId={placed.esim.id} canTopUp={placed.item.canTopUp} />
        </div>
        <div className="mt-5 no-print">
          <HelpPart writeHref={write} destination={placed.item.destination.name} esimHref={isHere ? '' : null} />
        </div>
      </div>
    </BuyerFrame>
  )
}
