import { useLocale, useTranslations } from 'next-intl'
import { planText } from '#components/orders/plan-text.ts'
import { Sum, sumText } from '#components/orders/sum.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Flag } from '#components/ui/flag.tsx'
import type { IconName } from '#components/ui/icon.tsx'
import { type Locale, toLocale } from '#lib/core/i18n/config.ts'
import type { LineStatus, LineView } from '#lib/settings/rules/shop.ts'

type Look = { tone: 'good' | 'wait' | 'plain'; icon: IconName }

const GOOD: Look = { tone: 'good', icon: 'check' }
const WAIT: Look = { tone: 'wait', icon: 'clock' }
const OVER: Look = { tone: 'plain', icon: 'back' }
const LOOKS: Record<LineStatus, Look> = {
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
export function LineList({ lines }: { lines: LineView[] }) {
  const t = useTranslations('order')
  const locale = toLocale(useLocale())
  if (lines.length < 2) return null

  return (
    <section className="section" aria-labelledby="order-lines">
      <h2 id="order-lines" className="history-title">
        {t('lines.heading')}
      </h2>
      <ul className="order-lines">
        {lines.map((line) => (
          <li key={line.id}>
            <Flag iso2={line.destination.iso2} lazy={false} />
            <div className="min-w-0">
              <b>
                {t('receipt.item', {
                  count: line.count,
                  destination: line.destination.name,
                  plan: planText(t, line, locale),
                })}
              </b>
              <Note line={line} />
            </div>
            <Badge {...LOOKS[line.status]}>{t(`lines.state.${line.status}`)}</Badge>
            <Sum of={line.price} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Note({ line }: { line: LineView }) {
  const t = useTranslations('order.lines')
  const locale = toLocale(useLocale())
  const reason = REASONS[line.reason as keyof typeof REASONS]
  const words = [reason && t(reason), moneyOf(line, { t, locale })].filter(Boolean)

  return words.length > 0 ? <p className="small soft">{words.join(' ')}</p> : null
}

type Words = { t: ReturnType<typeof useTranslations<'order.lines'>>; locale: Locale }

function moneyOf({ status, isCharged, refunded }: LineView, { t, locale }: Words): string | null {
  if (refunded.minor > 0) return t('returned', { sum: sumText(refunded, locale) })
  if (status === 'refunded') return t('notCharged')
  if (status !== 'refund_started') return null

  return t(isCharged ? 'returning' : 'willNotBeCharged')
}
