import { useLocale, useTranslations } from 'next-intl'
import { EsimPanel } from '#components/esims/esim-panel.tsx'
import { CancellingNotice, DeletedCode, EsimPanelDetails } from '#components/esims/esim-panel-details.tsx'
import { AfterInstalling, BeforeOpening, GoodToKnow } from '#components/esims/steps.tsx'
import { isReady } from '#components/orders/headline.ts'
import { LocalTime, ZoneName } from '#components/orders/local-time.tsx'
import { MoneyAmount, sumText } from '#components/orders/money-amount.tsx'
import { useItemText } from '#components/orders/use-order-texts.ts'
import { Badge } from '#components/ui/badge.tsx'
import { Flag } from '#components/ui/flag.tsx'
import type { IconName } from '#components/ui/icon.tsx'
import { Logo } from '#components/ui/layout/site-header.tsx'
import type { StoreDetails } from '#components/ui/layout/store-details.tsx'
import type { Device } from '#lib/catalog/rules/device.ts'
import { type Locale, toLocale } from '#lib/core/i18n/config.ts'
import { localePath } from '#lib/core/i18n/routing.ts'
import type { EsimView, ItemStatus, ItemView, OpenedEsim, OrderPage } from '#lib/settings/rules/shop.ts'

/** Which order this is, from when, and whose clock the page speaks. */
export function OrderItemView({ number, createdAt }: { number: string; createdAt: Date }) {
  const t = useTranslations('order')

  return (
    <p className="soft">
      {t.rich('line', {
        number: () => <bdi className="whitespace-nowrap">{number}</bdi>,
        date: () => <LocalTime at={createdAt} show="date" />,
        zone: () => <ZoneName at={createdAt} />,
      })}
    </p>
  )
}

/** An eSIM with its item and its place in the order, counted from 1. */
export type PlacedEsim = { esim: EsimView; item: ItemView; n: number; total: number }

/** Returns every eSIM of an order that may be shown, numbered across its items. */
export function placedEsims({ items }: Pick<OrderPage, 'items'>): PlacedEsim[] {
  const total = items.reduce((sum, item) => sum + item.count, 0)

  return items
    .filter(isReady)
    .flatMap((item) => item.esims.map((esim) => ({ esim, item })))
    .map((placed, index) => ({ ...placed, n: index + 1, total }))
}

type DeliveredEsimProps = {
  placed: PlacedEsim
  orderNumber: string
  store: StoreDetails
  opened: OpenedEsim | null
  device: Device
}

/** An eSIM of an order as its boarding pass, with everything the server knows about it. */
export function DeliveredEsim({ placed, orderNumber, store, opened, device }: DeliveredEsimProps) {
  const t = useTranslations('card')
  const locale = toLocale(useLocale())
  const { esim, item, n, total } = placed
  const isCancelling = esim.return.state !== 'none' && esim.return.state !== 'refused'

  const deleted = esim.codeRemovedAt ? <DeletedCode at={esim.codeRemovedAt} /> : null

  return (
    <EsimPanel
      esim={{ id: esim.id, revealedAt: esim.revealedAt }}
      n={n}
      total={total}
      opened={opened}
      device={device}
      deadline={esim.return.answer === 'yes' ? esim.return.until : null}
      isShared={false}
      qrName={t('qr.name', { n, total, destination: item.destination.name })}
      fileName={`esim-${orderNumber}-${n}.png`}
      slots={{
        brand: <Logo store={store} href={localePath(locale, '/')} label={store.name} />,
        facts: <EsimPanelDetails item={item} esim={esim} n={n} orderNumber={orderNumber} />,
        before: <BeforeOpening item={item} />,
        after: <AfterInstalling item={item} />,
        more: <GoodToKnow item={item} />,
        returning: isCancelling ? <CancellingNotice esim={esim} /> : deleted,
      }}
    />
  )
}

type BadgeStyle = { tone: 'good' | 'wait' | 'plain'; icon: IconName }

const GOOD: BadgeStyle = { tone: 'good', icon: 'check' }
const WAIT: BadgeStyle = { tone: 'wait', icon: 'clock' }
const OVER: BadgeStyle = { tone: 'plain', icon: 'back' }
const BADGES: Record<ItemStatus, BadgeStyle> = {
  waiting_for_payment: WAIT,
  ordering: WAIT,
  confirming: WAIT,
  almost_ready: WAIT,
  ready: GOOD,
  with_team: WAIT,
  cancelling: WAIT,
  cancelled: OVER,
  refund_started: OVER,
  refunded: OVER,
  expired: OVER,
}
const REASONS = { sold_out: 'soldOut', cost_drift: 'dearer', plan_gone: 'gone' } as const

/** Every plan of an order with its own state and money. Says nothing for an order of one. */
export function OrderItemList({ items }: { items: ItemView[] }) {
  const t = useTranslations('order')
  const itemText = useItemText()
  if (items.length < 2) return null

  return (
    <section className="section" aria-labelledby="order-lines">
      <h2 id="order-lines" className="mb-2 text-(length:--s2)">
        {t('lines.heading')}
      </h2>
      <ul className="order-lines mb-5 grid">
        {items.map((item) => (
          <li
            key={item.id}
            className="grid grid-cols-[auto_minmax(0,1fr)_auto_5.5rem] items-center gap-x-4 gap-y-1 border-line py-3.5 not-first:border-t small:grid-cols-[auto_minmax(0,1fr)_auto] small:[&>.badge]:col-start-2 small:[&>.badge]:row-start-2 small:[&>.badge]:justify-self-start [&>:last-child]:text-end small:[&>:last-child]:col-start-3 small:[&>:last-child]:row-start-1"
          >
            <Flag iso2={item.destination.iso2} lazy={false} />
            <div className="min-w-0">
              <b>{itemText(item)}</b>
              <Note item={item} />
            </div>
            <Badge {...BADGES[item.status]}>{t(`lines.state.${item.status}`)}</Badge>
            <MoneyAmount of={item.price} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Note({ item }: { item: ItemView }) {
  const t = useTranslations('order.lines')
  const locale = toLocale(useLocale())
  const reason = REASONS[item.reason as keyof typeof REASONS]
  const parts = [reason && t(reason), moneyOf(item, { t, locale })].filter(Boolean)

  return parts.length > 0 ? <p className="small soft">{parts.join(' ')}</p> : null
}

type ItemContext = { t: ReturnType<typeof useTranslations<'order.lines'>>; locale: Locale }

function moneyOf({ status, isCharged, refunded }: ItemView, { t, locale }: ItemContext): string | null {
  if (refunded.minor > 0) return t('returned', { sum: sumText(refunded, locale) })
  if (status === 'refunded') return t('notCharged')
  if (status !== 'refund_started') return null

  return t(isCharged ? 'returning' : 'willNotBeCharged')
}
