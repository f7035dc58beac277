import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { CancelEsim } from '#components/cancellations/cancel-esim.tsx'
import { CancelSeveral } from '#components/cancellations/cancel-several.tsx'
import { RefundOffers, refundOffersOf } from '#components/cancellations/refund-offers.tsx'
import { refusalReason } from '#components/cancellations/refusal-reason.ts'
import { SendCopy } from '#components/esims/keep-offline.tsx'
import { TravellerPanel } from '#components/esims/shares/traveller-panel.tsx'
import { TakeAlong } from '#components/esims/steps.tsx'
import { type TopUp, TopUpChain } from '#components/esims/top-up/top-up-chain.tsx'
import { UsagePanel } from '#components/esims/usage-panel.tsx'
import { EmailCorrection } from '#components/orders/email-correction.tsx'
import { GiftPanel } from '#components/orders/gift-panel.tsx'
import type { Headline } from '#components/orders/headline.ts'
import { HelpPart } from '#components/orders/help-part.tsx'
import {
  DeliveredEsim,
  OrderItemList,
  OrderItemView,
  type PlacedEsim,
  placedEsims,
} from '#components/orders/item-list.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { sumText } from '#components/orders/money-amount.tsx'
import { OrderPart } from '#components/orders/order-part.tsx'
import { OrderStepper } from '#components/orders/order-stepper.tsx'
import { ReceiptPart } from '#components/orders/receipt.tsx'
import { ReminderChoice } from '#components/orders/reminder-choice.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { StoreDetails } from '#components/ui/layout/store-details.tsx'
import type { Device } from '#lib/catalog/rules/device.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { ReminderKind } from '#lib/esims/rules/reminders.ts'
import type { ShareView } from '#lib/esims/rules/shares.ts'
import type { UsageView } from '#lib/esims/rules/usage.ts'
import type { GiftView } from '#lib/orders/queries/gift.ts'
import type { CopyTerms, EsimView, OpenedEsim, OrderPage } from '#lib/settings/rules/shop.ts'

type ReadyOrderProps = {
  order: OrderPage
  headline: Headline
  /** The codes of the eSIMs that were opened before, by the eSIM's id. Nothing of a sealed eSIM is here. */
  opened: Record<string, OpenedEsim>
  /** What is known about the use of each eSIM, by the eSIM's id. */
  usage: Record<string, UsageView>
  /** The latest share of each eSIM that was given to somebody, by the eSIM's id. */
  shares: Record<string, ShareView>
  selected: number
  device: Device
  store: StoreDetails
  writeHref: string
  /** The reminder mails that are off; `null` where the shop sends none. */
  muted: ReminderKind[] | null
  /** How opened eSIMs can be had by mail; `null` where the shop sends none. */
  copies: CopyTerms | null
  /** To whom it goes as a gift, `null` where it is none. */
  gift: GiftView | null
  /** What was put on its eSIMs later. */
  topUps: TopUp[]
  now: Date
}

const SHEET = 'sheet [.chips+&]:mb-4 [.sheet+&]:mt-5'

/** An order whose eSIMs are here: one boarding pass at a time on screen, all of them on paper. */
export function ReadyOrder({ order, headline, opened, usage, shares, selected, ...page }: ReadyOrderProps) {
  const { device, store, writeHref, muted, copies, gift, topUps, now } = page
  const t = useTranslations('order')
  const esims = placedEsims(order)
  const shown = esims.find(({ n }) => n === selected) ?? esims[0]
  if (!shown) return null
  const used = shown.esim.isUnrevealed ? undefined : usage[shown.esim.id]
  // A sealed eSIM that is not on screen has nothing to print either.
  const printed = esims.filter((placed) => placed === shown || opened[placed.esim.id])

  const isMore = headline.status === 'partly' && !isRestOver(order)
  const coming = isMore ? [t('headline.ready', { count: headline.count - headline.ready })] : []
  const esimHref = opened[shown.esim.id] ? (`/o/${order.id}/esims/${shown.esim.id}` as const) : null

  return (
    <>
      <div className="order-head">
        <OrderItemView number={order.number} createdAt={order.createdAt} />
        <h1>{t(`headline.${headline.status === 'partly' ? 'partly' : 'ready'}`, headline)}</h1>
        {headline.status === 'partly' ? (
          <p className="soft">{t(isRestOver(order) ? 'body.partly_ended' : 'body.partly')}</p>
        ) : null}
      </div>
      <OrderStepper order={order} status={headline.status} />
      <OrderItemList items={order.items} />
      {esims.length > 1 ? <EsimChips orderId={order.id} esims={esims} selected={shown.n} /> : null}
      {printed.map((placed) => (
        <div key={placed.esim.id} className={placed === shown ? SHEET : `print-only hidden ${SHEET}`}>
          <DeliveredEsim
            placed={placed}
            orderNumber={order.number}
            store={store}
            opened={opened[placed.esim.id] ?? null}
            device={device}
          />
        </div>
      ))}
      {gift ? (
        <div className="panels no-print">
          <GiftPanel orderId={order.id} gift={gift} />
        </div>
      ) : null}
      {used ? (
        <div className="panels no-print">
          <UsagePanel
            key={`usage-${shown.esim.id}`}
            esimId={shown.esim.id}
            usage={used}
            iso2={shown.item.destination.iso2}
            now={now}
          />
        </div>
      ) : null}
      <div className="mt-5 no-print">
        <OrderPart id="manage" icon="card" name={t('parts.manage')} state={t('parts.manageWhat')}>
          <TopUpChain orderId={order.id} esims={esims} topUps={topUps} />
          {esimHref ? (
            <TakeAlong
              esimId={shown.esim.id}
              hasDates={shown.esim.activateBefore !== null || used?.facts?.endsAt != null}
              href={esimHref}
              mail={
                copies && isKept(shown.esim) ? (
                  <SendCopy key={shown.esim.id} esimId={shown.esim.id} emailMasked={order.emailMasked} terms={copies} />
                ) : null
              }
            />
          ) : null}
          {muted ? <ReminderChoice orderId={order.id} muted={muted} coming={coming} /> : null}
          {order.canCorrectEmail ? <EmailCorrection orderId={order.id} emailMasked={order.emailMasked} /> : null}
          {isKept(shown.esim) ? (
            <TravellerPanel
              key={`traveller-${shown.esim.id}`}
              esim={{
                id: shown.esim.id,
                travellerName: shown.esim.travellerName,
                isUnrevealed: shown.esim.isUnrevealed,
              }}
              destination={shown.item.destination.name}
              share={shares[shown.esim.id] ?? null}
            />
          ) : null}
        </OrderPart>
        <RefundPart order={order} shown={shown} esims={esims} writeHref={writeHref} now={now} />
        <ReceiptPart order={order} />
        <HelpPart writeHref={writeHref} destination={shown.item.destination.name} esimHref={esimHref} />
      </div>
    </>
  )
}

// What goes back is for nobody.
function isKept(esim: EsimView): boolean {
  return esim.return.state === 'none' || esim.return.state === 'refused'
}

/** Tells whether what is not here will not come any more either. */
function isRestOver({ items }: OrderPage): boolean {
  const over = new Set(['ready', 'refund_started', 'refunded', 'cancelled'])

  return items.every(({ status }) => over.has(status))
}

function EsimChips({ orderId, esims, selected }: { orderId: string; esims: PlacedEsim[]; selected: number }) {
  const t = useTranslations('order')
  const esim = useTranslations('card')
  // Equal numbers tell nobody which eSIM is for which country.
  const isMixed = new Set(esims.map(({ item }) => item.destination.slug)).size > 1

  return (
    <nav className="chips mb-4 no-print" aria-label={t('chooseCard')}>
      {esims.map(({ esim: view, item, n }) => (
        <a
          key={view.id}
          className="chip py-2 whitespace-normal no-underline wrap-anywhere aria-[current=true]:border-ink aria-[current=true]:bg-ink aria-[current=true]:text-paper"
          href={`/o/${orderId}?esim=${n}`}
          aria-current={n === selected ? 'true' : undefined}
        >
          {view.travellerName ?? esim('noName', { n })}
          {isMixed ? <bdi className="font-normal">{` · ${item.destination.name}`}</bdi> : null}
        </a>
      ))}
    </nav>
  )
}

type RefundPartProps = { order: OrderPage; shown: PlacedEsim; esims: PlacedEsim[]; writeHref: string; now: Date }

/** Whether the eSIM on screen is refunded or can be, with the reason, and every way to ask. Open while one is under way. */
function RefundPart({ order, shown: { esim }, esims, writeHref, now }: RefundPartProps) {
  const t = useTranslations('order.back')
  const { state, answer } = esim.return
  const canRequest = state === 'none' && answer !== 'no'
  const canWrite = state === 'refused' || (state === 'none' && answer === 'no')
  const isUnderWay = esims.some((placed) => placed.esim.return.state !== 'none') || refundOffersOf(order).length > 0

  return (
    <OrderPart
      id="refund"
      icon="back"
      name={t('heading')}
      state={t(state === 'none' ? answer : state)}
      isOpen={isUnderWay}
    >
      <div className="panel" key={esim.id} id="return">
        <p className="mb-4">
          <Reason esim={esim} />
        </p>
        {canRequest ? <CancelEsim orderId={order.id} esimId={esim.id} refund={esim.refundable} /> : null}
        {canWrite ? (
          <ButtonLink size="small" href={writeHref}>
            <Icon name="mail" />
            {t('write')}
          </ButtonLink>
        ) : null}
        {state === 'none' && esim.isUnrevealed ? (
          <p className="mt-4">
            <a className="text-link" href="/withdraw">
              {t('withdraw')}
            </a>
          </p>
        ) : null}
      </div>
      <SeveralEsims orderId={order.id} esims={esims} />
      <RefundOffers order={order} now={now} />
    </OrderPart>
  )
}

/** One request for several eSIMs, and how each of them stands. Nothing where there is no choice to make. */
function SeveralEsims({ orderId, esims }: { orderId: string; esims: PlacedEsim[] }) {
  const t = useTranslations('cancel.several')
  const card = useTranslations('card')
  const canChoose =
    esims.filter(({ esim: { return: back } }) => back.state === 'none' && back.answer !== 'no').length > 1
  const isRunning = esims.some(({ esim }) => esim.return.state !== 'none')
  if (esims.length < 2 || !(canChoose || isRunning)) return null

  return (
    <section className="panel no-print" id="cancel-several">
      <h2>{t('heading')}</h2>
      <CancelSeveral
        orderId={orderId}
        esims={esims.map(({ esim, n }) => ({
          ...{ id: esim.id, n, price: esim.refundable, state: esim.return.state },
          name: esim.travellerName ?? card('noName', { n }),
        }))}
      />
    </section>
  )
}

function Reason({ esim }: { esim: EsimView }) {
  const t = useTranslations('order.back')
  const { state, answer, until, refusal } = esim.return
  const sum = sumText(esim.refundable, toLocale(useLocale()))
  if (state === 'refused')
    return refusal ? t.rich('refusedWords', { words: () => <q dir="auto">{refusal}</q> }) : t('refusedBody')
  if (state !== 'none') return t(`${state}Body`, { sum })
  if (answer === 'yes') return until ? t.rich('yesUntil', { at: at(until) }) : null

  return answer === 'ask' ? t('askBody') : <Refusal esim={esim} />
}

/** Why it cannot go back. */
function Refusal({ esim: { revealedAt, return: back } }: { esim: EsimView }) {
  const t = useTranslations('order.back')
  const reason = refusalReason(back)
  if (reason === 'data_used' && back.readAt) {
    return t.rich('because.data_used_at', { mb: Math.ceil(back.usedMb ?? 0), at: at(back.readAt) })
  }
  if (revealedAt && (reason === 'revealed' || reason === 'install_signal')) {
    return t.rich('because.opened_at', { at: at(revealedAt) })
  }

  return t(`because.${reason}`)
}

function at(moment: Date): () => ReactNode {
  return () => <LocalTime at={moment} show="date_time" />
}
