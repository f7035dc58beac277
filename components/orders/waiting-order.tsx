import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { RefundOffers, refundOffersOf } from '#components/cancellations/refund-offers.tsx'
import { CopyButton, VALUE, ValueRow } from '#components/esims/copy-button.tsx'
import { esimWord } from '#components/esims/top-up/top-up-path.ts'
import { UnrevealedDrawing } from '#components/esims/unrevealed-drawing.tsx'
import { EmailCorrection } from '#components/orders/email-correction.tsx'
import { GiftPanel } from '#components/orders/gift-panel.tsx'
import { type Headline, latestLookTimes } from '#components/orders/headline.ts'
import { OrderItemList, OrderItemView } from '#components/orders/item-list.tsx'
import { LocalTime, ZoneName } from '#components/orders/local-time.tsx'
import { LookTimes } from '#components/orders/lookup-times.tsx'
import { MoneyAmount, sumText } from '#components/orders/money-amount.tsx'
import { OrderStepper } from '#components/orders/order-stepper.tsx'
import { dayText, planText } from '#components/orders/order-texts.ts'
import { History, PaperLinks } from '#components/orders/receipt.tsx'
import { BrowserNews } from '#components/orders/reminder-choice.tsx'
import { Dial, StateBox } from '#components/orders/state-box.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button.tsx'
import { Flag } from '#components/ui/flag.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Ticket, TicketPart, TicketTear } from '#components/ui/ticket.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { moneyTag } from '#lib/core/i18n/formats.ts'
import { type Money, toDecimalText } from '#lib/core/rules/money.ts'
import type { ReminderKind } from '#lib/esims/rules/reminders.ts'
import type { GiftView } from '#lib/orders/queries/gift.ts'
import { accountLines } from '#lib/orders/rules/admin-order.ts'
import { withTeamSince } from '#lib/orders/rules/with-team.ts'
import type { ItemView, OrderPage, TransferTerms } from '#lib/settings/rules/shop.ts'

const COMING = new Set(['waiting_for_payment', 'ordering', 'almost_ready', 'confirming', 'with_team'])
// No news follows any more, so that the address does not matter.
const ENDED = new Set(['expired', 'refunded', 'cancelled'])

type WaitingOrderProps = {
  order: OrderPage
  headline: Headline
  now: Date
  againHref: string
  /** The reminders that are off; `null` where the shop sends none. */
  muted: ReminderKind[] | null
  /** To whom it goes as a gift, `null` where it is none. */
  gift: GiftView | null
}

/** An order without ready eSIMs: what we know, where the money is, what comes next, what can be done and when. */
export function WaitingOrder({ order, headline, now, againHref, muted, gift }: WaitingOrderProps) {
  const t = useTranslations('order.history')
  const lookTimes = latestLookTimes(order)
  const isOffered = refundOffersOf(order).some(({ offeredAt }) => offeredAt <= now)

  return (
    <>
      <div className="order-head">
        <OrderItemView number={order.number} createdAt={order.createdAt} />
      </div>
      <div className="columns">
        <div>
          {order.transfer ? (
            <TransferPanel transfer={order.transfer} isTest={order.isTest} />
          ) : (
            <StatePanel order={order} headline={headline} isOffered={isOffered} againHref={againHref} />
          )}
          <OrderStepper order={order} status={headline.status} />
          {lookTimes ? <LookTimes lookTimes={lookTimes} now={now} /> : null}
          <OrderItemList items={order.items} />
          <div className="panels">
            {order.items.some(isEsimComing) ? (
              <ComingNews orderId={order.id} count={headline.count} muted={muted} />
            ) : null}
            {gift && order.items.some(isEsimComing) ? <GiftPanel orderId={order.id} gift={gift} /> : null}
            <MoneyPanel order={order} />
            <RefundOffers order={order} now={now} />
            <History order={order} heading={t('soFar')} />
          </div>
        </div>
        <aside className="side side-flush">
          {order.items.map((item) => (
            <OrderTicket key={item.id} item={item} isComing={isEsimComing(item) && !order.transfer} />
          ))}
          {order.canCorrectEmail && order.items.some(({ status }) => !ENDED.has(status)) ? (
            <EmailCorrection orderId={order.id} emailMasked={order.emailMasked} />
          ) : null}
        </aside>
      </div>
    </>
  )
}

// A top-up is on its eSIM as soon as it is here: there is nothing to be told of.
function isEsimComing({ status, topUp }: ItemView): boolean {
  return COMING.has(status) && topUp === null
}

/** Has this browser told when the eSIMs are here, and what comes after that. */
function ComingNews({ orderId, count, muted }: { orderId: string; count: number; muted: ReminderKind[] | null }) {
  const t = useTranslations('order')
  const later = muted && !muted.includes('plan_low') ? [t('reminders.plan_low')] : []

  return <BrowserNews orderId={orderId} topics={[t('headline.ready', { count }), ...later]} />
}

/** Where the money is right now. Says nothing before there is any. */
function MoneyPanel({ order }: { order: OrderPage }) {
  const t = useTranslations('order.money')
  const locale = toLocale(useLocale())
  const state = moneyState(order)
  if (order.total.minor === 0 || !state) return null
  const refunded = sumText(order.refunded, locale)
  const { amount, label } = state

  return (
    <section className="panel">
      <h2>{t('heading')}</h2>
      <p className="num font-display text-(length:--s4)/[1.05] font-bold tracking-[-0.02em]">
        <MoneyAmount of={amount} />{' '}
        <small className="font-text text-base/none font-medium tracking-normal text-ink-soft">
          {t(label, { refunded })}
        </small>
      </p>
      {order.captured.minor > 0 ? <PaperLinks orderId={order.id} /> : null}
      {label === 'held' ? <p className="soft mt-2.5">{t('heldNote')}</p> : null}
    </section>
  )
}

type MoneyLabel = 'held' | 'taken' | 'transferred' | 'releasing' | 'returned' | 'partlyReturned'

function moneyState(order: OrderPage): { amount: OrderPage['total']; label: MoneyLabel } | null {
  const { money, total, captured, refunded } = order
  if (money === 'none') return null
  if (money === 'released') return { amount: total, label: 'returned' }
  if (money === 'returned') return { amount: refunded, label: 'returned' }
  if (order.items.every(({ status }) => status === 'refund_started')) {
    return { amount: money === 'held' ? total : captured, label: 'releasing' }
  }
  if (money === 'held') return { amount: total, label: 'held' }

  return { amount: captured, label: refunded.minor > 0 ? 'partlyReturned' : money }
}

/** What was ordered while it is not here yet. */
function OrderTicket({ item, isComing }: { item: ItemView; isComing: boolean }) {
  const t = useTranslations('order.side')
  const order = useTranslations('order')
  const topUp = useTranslations('topup.order')
  const locale = toLocale(useLocale())
  const facts = [
    [t('plan'), planText(order, item, locale)],
    [t('count'), String(item.count)],
    ...(item.startDate ? [[t('firstDay'), t('firstDayValue', { date: dayText(item.startDate, locale) })]] : []),
  ]

  return (
    <Ticket as="section" aria-label={t('heading')}>
      <TicketPart>
        <p className="flex items-center gap-3.5">
          <Flag iso2={item.destination.iso2} lazy={false} />
          <b className="text-(length:--s2)">{item.destination.name}</b>
        </p>
        {item.topUp ? (
          <p className="mt-2">{topUp('for', { last4: item.topUp.iccidLast4, esim: esimWord(item.topUp) })}</p>
        ) : null}
        <dl className="pairs mt-3">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </TicketPart>
      {isComing ? (
        <>
          <TicketTear />
          <TicketPart className="stack">
            <p>
              <Badge tone="wait" icon="clock">
                {t('notHere')}
              </Badge>
            </p>
            <UnrevealedDrawing isHere={false} />
            <p className="small soft">{t('close')}</p>
          </TicketPart>
        </>
      ) : null}
    </Ticket>
  )
}

/** What to transfer where, until when, and what happens then: the top of an order that waits for its transfer. */
function TransferPanel({ transfer, isTest }: { transfer: TransferTerms; isTest: boolean }) {
  const t = useTranslations('transfer')
  const locale = toLocale(useLocale())
  const { holder, account, reference, amount, arrived, until } = transfer

  return (
    <section
      className="transfer rounded-[20px] border border-line bg-card p-[clamp(1.25rem,3.5vw,2.5rem)]"
      aria-labelledby="transfer"
    >
      <div role="status">
        <h1 id="transfer" className="text-[clamp(1.625rem,1.05rem+2.7vw,var(--s6))] tracking-[-0.025em]">
          {t(arrived ? 'shortHeading' : 'heading')}
        </h1>
        <p className="mt-3">
          {arrived ? t.rich('shortBody', { arrived: () => <MoneyAmount of={arrived} /> }) : t('body')}
        </p>
      </div>
      {isTest ? (
        <Notice tone="wait" className="mt-4">
          {t('test')}
        </Notice>
      ) : null}
      <div className="mt-5 mb-7 border-b border-line [&>*>:nth-child(2)]:min-w-0 [&>*>:nth-child(2)]:justify-self-start [&>*>:nth-child(2)]:wrap-anywhere">
        <Row name={t('amount')} copy={plainAmount(amount, moneyTag(locale))}>
          <b className="font-display text-(length:--s4)/[1.05] font-bold tracking-[-0.02em]">
            <MoneyAmount of={amount} />
          </b>
        </Row>
        <Row name={t('reference')} copy={reference}>
          <code className={VALUE}>{reference}</code>
        </Row>
        <Row name={t('holder')} copy={holder}>
          <bdi>{holder}</bdi>
        </Row>
        {accountLines(account).map(({ name, value }, index) => (
          <Row key={`${name} ${value}`} name={name ?? t('account', { n: index + 1 })} copy={value}>
            <code className={VALUE}>{value}</code>
          </Row>
        ))}
        {until ? (
          <ValueRow name={t('until')}>
            <span>
              <b>
                <LocalTime at={until} show="date_time" />
              </b>{' '}
              (<ZoneName at={until} />)
            </span>
          </ValueRow>
        ) : null}
      </div>
      <h2 className="mb-2 text-(length:--s2)">{t('next')}</h2>
      <ol className="grid max-w-[60ch] list-decimal gap-2 ps-5">
        <li>{t('stepTransfer')}</li>
        <li>{t('stepOrder')}</li>
        <li>{t('stepMail')}</li>
      </ol>
      <p className="small soft mt-4">
        {t.rich(arrived ? 'shortOtherwise' : 'otherwise', {
          find: (chunks) => (
            <a className="text-link" href="/find">
              {chunks}
            </a>
          ),
        })}
      </p>
    </section>
  )
}

function Row({ name, copy, children }: { name: string; copy: string; children: ReactNode }) {
  return (
    <ValueRow name={name}>
      {children}
      <CopyButton name={name} value={copy} />
    </ValueRow>
  )
}

// As a bank's form takes it: the decimal mark of the language, no groups, no currency.
function plainAmount(amount: Money, tag: string): string {
  const text = toDecimalText(amount)
  const mark = new Intl.NumberFormat(tag).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

  return text.replace('.', mark)
}

const TURNING = new Set(['ordering', 'almost_ready', 'confirming', 'cancelling'])
const CALM = new Set(['refund_started', 'refunded', 'cancelled', 'expired', 'waiting_for_payment'])

type StatePanelProps = { order: OrderPage; headline: Headline; isOffered: boolean; againHref: string }

/** What we know, where the money is, what we do now, what you can do: the top of an order that is not ready. */
function StatePanel({ order, headline, isOffered, againHref }: StatePanelProps) {
  const t = useTranslations('order')
  const topUp = useTranslations('topup.order')
  const { status, ready, count } = headline

  return (
    <StateBox role="status" isCalm={CALM.has(status)} mark={TURNING.has(status) ? <Dial /> : null}>
      <h1>
        {isTopUp(order) && isUnderWay(status)
          ? topUp(`headline.${status}`, { esim: esimOf(order) })
          : t.rich(`headline.${status}`, { count, ready, br: () => <br /> })}
      </h1>
      <p>
        <StateText order={order} headline={headline} isOffered={isOffered} />
      </p>
      <Actions order={order} status={status} againHref={againHref} />
    </StateBox>
  )
}

// The reason, where there is one in words, says more than the standing.
function StateText({ order, headline, isOffered }: Pick<StatePanelProps, 'order' | 'headline' | 'isOffered'>) {
  const t = useTranslations('order')
  const topUp = useTranslations('topup.order')
  const { status } = headline
  const email = {
    email: order.emailMasked,
    b: (chunks: ReactNode) => (
      <b>
        <bdi>{chunks}</bdi>
      </b>
    ),
  }
  const reason = reasonOf(order.items)
  if (isTopUp(order) && status === 'confirming') {
    return topUp.rich(isOffered ? 'body.confirming_long' : 'body.confirming', email)
  }
  if (isTopUp(order) && isUnderWay(status)) return topUp(`body.${status}`)
  if (status === 'confirming') return t.rich(isOffered ? 'body.confirming_long' : 'body.confirming', email)
  if (status === 'ready') return null
  if (reason && status !== 'partly' && t.has(`reason.${reason}`)) {
    return t(`reason.${reason}`, { money: order.money })
  }
  const since = status === 'with_team' ? withTeamSince(order) : null
  if (since)
    return t.rich('body.with_team_since', { at: () => <LocalTime at={since} show="moment" />, money: order.money })

  return t(`body.${status}`, { money: order.money })
}

function esimOf({ items }: OrderPage) {
  return esimWord(items[0]?.topUp)
}

function isTopUp({ items }: OrderPage): boolean {
  return items.every((item) => item.topUp !== null)
}

function isUnderWay(status: Headline['status']): status is 'ordering' | 'almost_ready' {
  return status === 'ordering' || status === 'almost_ready'
}

function Actions({ order, status, againHref }: { order: OrderPage; status: string; againHref: string }) {
  const t = useTranslations('order')
  if (status === 'waiting_for_payment' && order.payUrl) {
    return (
      <p className="actions">
        <ButtonLink tone="primary" href={order.payUrl} rel="noreferrer">
          {t('pay')}
        </ButtonLink>
      </p>
    )
  }
  if (!['expired', 'refund_started', 'refunded'].includes(status)) return null

  return (
    <p className="actions">
      <ButtonLink href={againHref}>{t('again')}</ButtonLink>
    </p>
  )
}

/** The reason that all items share: what is true of a part only is said beside that part. */
function reasonOf(items: ItemView[]): string | null {
  const reasons = new Set(items.map(({ reason }) => reason))
  const [only] = reasons

  return reasons.size === 1 ? (only ?? null) : null
}
