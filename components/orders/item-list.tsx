import { useLocale, useTranslations } from 'next-intl'
import { planText } from '#components/orders/plan-text.ts'
import { Sum, sumText } from '#components/orders/sum.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Flag } from '#components/ui/flag.tsx'
import type { IconName } from '#components/ui/icon.tsx'
import { type Locale, toLocale } from '#lib/core/i18n/config.ts'
import type { ItemStatus, ItemView } from '#lib/settings/rules/shop.ts'

type Look = { tone: 'good' | 'wait' | 'plain'; icon: IconName }

const GOOD: Look = { tone: 'good', icon: 'check' }
const WAIT: Look = { tone: 'wait', icon: 'clock' }
const OVER: Look = { tone: 'plain', icon: 'back' }
const LOOKS: Record<ItemStatus, Look> = {
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
  const locale = toLocale(useLocale())
  if (items.length < 2) return null

  return (
    <section className="section" aria-labelledby="order-lines">
      <h2 id="order-lines" className="history-title">
        {t('lines.heading')}
      </h2>
      <ul className="order-lines">
        {items.map((item) => (
          <li key={item.id}>
            <Flag iso2={item.destination.iso2} lazy={false} />
            <div className="min-w-0">
              <b>
                {t('receipt.item', {
                  count: item.count,
                  destination: item.destination.name,
                  plan: planText(t, item, locale),
                })}
              </b>
              <Note item={item} />
            </div>
            <Badge {...LOOKS[item.status]}>{t(`lines.state.${item.status}`)}</Badge>
            <Sum of={item.price} />
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
  const words = [reason && t(reason), moneyOf(item, { t, locale })].filter(Boolean)

  return words.length > 0 ? <p className="small soft">{words.join(' ')}</p> : null
}

type Words = { t: ReturnType<typeof useTranslations<'order.lines'>>; locale: Locale }

function moneyOf({ status, isCharged, refunded }: ItemView, { t, locale }: Words): string | null {
  if (refunded.minor > 0) return t('returned', { sum: sumText(refunded, locale) })
  if (status === 'refunded') return t('notCharged')
  if (status !== 'refund_started') return null

  return t(isCharged ? 'returning' : 'willNotBeCharged')
}
