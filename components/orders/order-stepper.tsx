import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { ItemStatus, OrderPage } from '#lib/settings/rules/shop.ts'

type Step = { key: string; name: string; note: ReactNode; state: 'done' | 'now' | 'todo' }

const AHEAD = 'before:h-0.5 before:border-t-2 before:border-dashed before:border-line-dash'
/** A line to the next step, dashed while it is ahead, and a dot at the step itself. */
const STEPS: Record<Step['state'], string> = {
  done: 'before:h-0.5 before:bg-sea after:bg-sea',
  now: `${AHEAD} after:bg-amber after:shadow-[0_0_0_5px_var(--amber-wash)]`,
  todo: `${AHEAD} text-ink-soft after:border-2 after:border-line-control after:bg-paper`,
}

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
    <ol
      className="mb-7 grid grid-cols-[1fr_1fr_auto] print:hidden [.state+&]:mt-9 [.transfer+&]:mt-9"
      aria-label={t('label')}
    >
      {steps.map((step) => (
        <li
          key={step.key}
          className={`relative pt-5.5 pe-3 leading-[1.3] font-semibold before:absolute before:inset-x-0 before:top-[5px] after:absolute after:start-0 after:top-0 after:size-3 after:rounded-full last:pe-0 last:before:end-auto last:before:w-3 ${STEPS[step.state]}`}
          aria-current={step.state === 'now' ? 'step' : undefined}
        >
          {step.name}
          <small className="num block min-h-5 text-(length:--s-1) font-normal text-ink-soft">{step.note}</small>
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
  return at ? <LocalTime at={at} show="moment" /> : null
}

function Since({ at }: { at: Date | null }) {
  const t = useTranslations('order.rail')

  return at ? t.rich('since', { at: () => <LocalTime at={at} show="moment" /> }) : null
}

function momentOf(order: OrderPage, kinds: string[]): Date | null {
  return order.history.find((event) => kinds.includes(event.kind))?.at ?? null
}
