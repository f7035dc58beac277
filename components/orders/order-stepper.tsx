import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { ItemStatus, OrderPage } from '#lib/settings/rules/shop.ts'

type Step = { key: string; name: string; note: ReactNode; state: 'done' | 'now' | 'todo' }

/** Three steps with their times: paid, ordered, ready. Absent where the order has ended in another way. */
export function OrderStepper({ order, status }: { order: OrderPage; status: ItemStatus | 'partly' }) {
  const t = useTranslations('order.rail')
  if (!HAS_STEPS.has(status)) return null
  const isReady = status === 'ready' || status === 'partly'
  const isConfirming = status === 'confirming'
  const steps: Step[] = [
    {
      key: 'paid',
      name: t(order.paidAt === null ? 'waiting' : order.total.minor === 0 ? 'free' : 'paid'),
      note: <When at={order.paidAt} />,
      state: order.paidAt ? 'done' : 'now',
    },
    {
      key: 'ordered',
      name: t(isReady ? 'ordered' : isConfirming ? 'confirming' : 'ordering'),
      note: isConfirming ? <Since at={momentOf(order, ORDERED)} /> : <When at={momentOf(order, ORDERED)} />,
      state: isReady ? 'done' : order.paidAt ? 'now' : 'todo',
    },
    {
      key: 'ready',
      name: t('ready'),
      note: isReady ? <When at={momentOf(order, ARRIVED)} /> : t('mail'),
      state: status === 'ready' ? 'done' : isReady ? 'now' : 'todo',
    },
  ]

  return (
    <ol className="rail" aria-label={t('label')}>
      {steps.map((step) => (
        <li key={step.key} className={`rail-${step.state}`} aria-current={step.state === 'now' ? 'step' : undefined}>
          {step.name}
          <small className="num">{step.note}</small>
        </li>
      ))}
    </ol>
  )
}

const HAS_STEPS = new Set<ItemStatus | 'partly'>([
  'waiting_for_payment',
  'ordering',
  'almost_ready',
  'confirming',
  'ready',
  'partly',
])
const ORDERED = ['placed', 'unknown']
const ARRIVED = ['ready', 'topped_up']

function When({ at }: { at: Date | null }) {
  return at ? <LocalTime at={at} show="time" /> : null
}

function Since({ at }: { at: Date | null }) {
  const t = useTranslations('order.rail')

  return at ? t.rich('since', { at: () => <LocalTime at={at} show="time" /> }) : null
}

function momentOf(order: OrderPage, kinds: string[]): Date | null {
  return order.history.find((event) => kinds.includes(event.kind))?.at ?? null
}
