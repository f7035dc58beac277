import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { RefundOffers } from '#components/cancellations/refund-offers.tsx'
import { ReturnCard } from '#components/cancellations/return-card.tsx'
import { SendCopy } from '#components/esims/send-copy.tsx'
import { TravellerPanel } from '#components/esims/shares/traveller-panel.tsx'
import { TakeAlong } from '#components/esims/take-along.tsx'
import { type TopUp, TopUpChain } from '#components/esims/top-up/top-up-chain.tsx'
import { UsagePanel } from '#components/esims/usage-panel.tsx'
import { type PlacedCard, placedCards } from '#components/orders/card-list.ts'
import { DeliveredEsim } from '#components/orders/delivered-esim.tsx'
import { EmailCorrection } from '#components/orders/email-correction.tsx'
import type { Headline } from '#components/orders/headline.ts'
import { HelpLinks } from '#components/orders/help-links.tsx'
import { History } from '#components/orders/history.tsx'
import { LineList } from '#components/orders/line-list.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { OrderLine } from '#components/orders/order-line.tsx'
import { Rail } from '#components/orders/rail.tsx'
import { Receipt } from '#components/orders/receipt.tsx'
import { ReminderChoice } from '#components/orders/reminder-choice.tsx'
import { sumText } from '#components/orders/sum.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { StoreFacts } from '#components/ui/layout/store-facts.ts'
import type { Device } from '#lib/catalog/rules/device.ts'
import { toLocale } from '#lib/core/i18n/config.ts'
import type { ReminderKind } from '#lib/esims/rules/reminders.ts'
import type { ShareView } from '#lib/esims/rules/shares.ts'
import type { UsageView } from '#lib/esims/rules/usage.ts'
import type { CardReturn, CardView, CopyTerms, OpenedCard, OrderPage } from '#lib/settings/rules/shop.ts'

type ReadyOrderProps = {
  order: OrderPage
  headline: Headline
  /** The codes of the cards that were opened before, by card id. Nothing of a sealed card is here. */
  opened: Record<string, OpenedCard>
  /** What is known about the use of each card, by card id. */
  usage: Record<string, UsageView>
  /** The latest share of each card that was given to somebody, by card id. */
  shares: Record<string, ShareView>
  selected: number
  device: Device
  store: StoreFacts
  writeHref: string
  /** The reminder mails that are off; `null` where the shop sends none. */
  muted: ReminderKind[] | null
  /** How opened eSIMs can be had by mail; `null` where the shop sends none. */
  copies: CopyTerms | null
  /** What was put on its cards later. */
  topUps: TopUp[]
  now: Date
}

/** An order whose eSIMs are here: one boarding pass at a time on screen, all of them on paper. */
export function ReadyOrder({ order, headline, opened, usage, shares, selected, ...page }: ReadyOrderProps) {
  const { device, store, writeHref, muted, copies, topUps, now } = page
  const t = useTranslations('order')
  const cards = placedCards(order)
  const shown = cards.find(({ n }) => n === selected) ?? cards[0]
  if (!shown) return null
  const used = shown.card.isSealed ? undefined : usage[shown.card.id]
  // A sealed eSIM that is not on screen has nothing to print either.
  const printed = cards.filter((placed) => placed === shown || opened[placed.card.id])

  const cardHref = opened[shown.card.id] ? (`/o/${order.id}/esims/${shown.card.id}` as const) : null

  return (
    <>
      <div className="order-head">
        <OrderLine number={order.number} createdAt={order.createdAt} />
        <h1>{t(`headline.${headline.status === 'partly' ? 'partly' : 'ready'}`, headline)}</h1>
        {headline.status === 'partly' ? (
          <p className="soft">{t(isRestOver(order) ? 'body.partly_ended' : 'body.partly')}</p>
        ) : null}
      </div>
      <Rail order={order} status={headline.status} />
      <LineList lines={order.lines} />
      {cards.length > 1 ? <CardChips orderId={order.id} cards={cards} selected={shown.n} /> : null}
      {printed.map((placed) => (
        <div key={placed.card.id} className={placed === shown ? 'sheet' : 'sheet print-only'}>
          <DeliveredEsim
            placed={placed}
            orderNumber={order.number}
            store={store}
            opened={opened[placed.card.id] ?? null}
            device={device}
            returnHref="#go-back"
          />
        </div>
      ))}
      {isKept(shown.card) ? (
        <TravellerPanel
          key={`traveller-${shown.card.id}`}
          card={{ id: shown.card.id, travellerName: shown.card.travellerName, isSealed: shown.card.isSealed }}
          destination={shown.line.destination.name}
          share={shares[shown.card.id] ?? null}
        />
      ) : null}
      <div className="panels no-print">
        {used ? (
          <UsagePanel
            key={`usage-${shown.card.id}`}
            cardId={shown.card.id}
            usage={used}
            iso2={shown.line.destination.iso2}
            now={now}
          />
        ) : null}
        {cardHref ? (
          <TakeAlong
            cardId={shown.card.id}
            hasDates={shown.card.activateBefore !== null || used?.facts?.endsAt != null}
            href={cardHref}
            mail={
              copies && isKept(shown.card) ? (
                <SendCopy key={shown.card.id} cardId={shown.card.id} emailMasked={order.emailMasked} terms={copies} />
              ) : null
            }
          />
        ) : null}
        <GoBack key={shown.card.id} orderId={order.id} card={shown.card} writeHref={writeHref} />
        <RefundOffers order={order} now={now} />
        <Receipt order={order} />
        <HelpLinks writeHref={writeHref} destination={shown.line.destination.name} cardHref={cardHref} />
        {muted ? <ReminderChoice orderId={order.id} muted={muted} /> : null}
        {order.canCorrectEmail ? <EmailCorrection orderId={order.id} emailMasked={order.emailMasked} /> : null}
      </div>
      <TopUpChain orderId={order.id} cards={cards} topUps={topUps} />
      <History order={order} heading={t('history.heading')} />
    </>
  )
}

// What goes back is for nobody.
function isKept(card: CardView): boolean {
  return card.return.state === 'none' || card.return.state === 'refused'
}

/** Tells whether what is not here will not come any more either. */
function isRestOver({ lines }: OrderPage): boolean {
  const over = new Set(['ready', 'refund_started', 'refunded', 'cancelled'])

  return lines.every(({ status }) => over.has(status))
}

type CardChipsProps = { orderId: string; cards: PlacedCard[]; selected: number }

function CardChips({ orderId, cards, selected }: CardChipsProps) {
  const t = useTranslations('order')
  const card = useTranslations('card')

  return (
    <nav className="chips no-print" aria-label={t('chooseCard')}>
      {cards.map(({ card: view, n }) => (
        <a
          key={view.id}
          className="chip"
          href={`/o/${orderId}?esim=${n}`}
          aria-current={n === selected ? 'true' : undefined}
        >
          {view.travellerName ?? card('noName', { n })}
        </a>
      ))}
    </nav>
  )
}

type GoBackProps = { orderId: string; card: CardView; writeHref: string }

/** The answer to "can it go back?" for one card, with its reason, or how far its return is. */
function GoBack({ orderId, card, writeHref }: GoBackProps) {
  const t = useTranslations('order.back')
  const { state, answer } = card.return
  const canAsk = state === 'none' && answer !== 'no'
  const canWrite = state === 'refused' || (state === 'none' && answer === 'no')

  return (
    <section className="panel no-print" id="go-back">
      <h2>{t('heading')}</h2>
      <p className={state === 'none' && answer === 'yes' ? 'big big-good' : 'big'}>
        {t(state === 'none' ? answer : state)}
      </p>
      <p className="mt-2 mb-4">
        <Reason card={card} />
      </p>
      {canAsk ? <ReturnCard orderId={orderId} cardId={card.id} refund={card.price} /> : null}
      {canWrite ? (
        <ButtonLink size="small" href={writeHref}>
          <Icon name="mail" />
          {t('write')}
        </ButtonLink>
      ) : null}
      {state === 'none' && card.isSealed ? (
        <p className="mt-4">
          <a className="text-link" href="/withdraw">
            {t('withdraw')}
          </a>
        </p>
      ) : null}
    </section>
  )
}

function Reason({ card }: { card: CardView }) {
  const t = useTranslations('order.back')
  const sum = sumText(card.price, toLocale(useLocale()))
  const { state, answer, until, refusal } = card.return
  if (state === 'refused')
    return refusal ? t.rich('refusedWords', { words: () => <q dir="auto">{refusal}</q> }) : t('refusedBody')
  if (state !== 'none') return t(`${state}Body`, { sum })
  if (answer === 'yes') return until ? t.rich('yesUntil', { at: at(until) }) : null

  return answer === 'ask' ? t('askBody') : <Refusal card={card} />
}

/** The first reason that stands against it: the rest says no more to its reader. */
function Refusal({ card: { revealedAt, return: back } }: { card: CardView }) {
  const t = useTranslations('order.back')
  const reason = reasonOf(back)
  if (reason === 'data_used' && back.readAt) {
    return t.rich('because.data_used_at', { mb: Math.ceil(back.usedMb ?? 0), at: at(back.readAt) })
  }
  if (revealedAt && (reason === 'revealed' || reason === 'install_signal')) {
    return t.rich('because.opened_at', { at: at(revealedAt) })
  }

  return t(`because.${reason}`)
}

const REASONS = [
  'disputed',
  'top_up',
  'topped_up',
  'locked',
  'rule_never',
  'past_window',
  'data_used',
  'started',
  'install_signal',
  'revealed',
] as const

function reasonOf({ reasons }: CardReturn): (typeof REASONS)[number] | 'other' {
  return REASONS.find((reason) => reasons.includes(reason)) ?? 'other'
}

function at(moment: Date): () => ReactNode {
  return () => <LocalTime at={moment} show="date_time" />
}
