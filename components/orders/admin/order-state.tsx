import { useTranslations } from 'next-intl'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Mark, type MarkTone } from '#components/ui/admin/panel.tsx'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import type { OrderStatus } from '#lib/orders/rules/order-status.ts'

const ITEM_TONES: Record<ItemState, MarkTone> = {
  AWAITING_PAYMENT: 'plain',
  READY: 'wait',
  PLACING: 'wait',
  UNKNOWN: 'wait',
  REJECTED: 'stop',
  PLACED: 'wait',
  CAPTURING: 'wait',
  FETCHING: 'wait',
  DELIVERABLE: 'ok',
  DELIVERED: 'ok',
  CANCELLING: 'wait',
  CANCEL_UNKNOWN: 'wait',
  CANCELLED: 'back',
  REFUND_DUE: 'wait',
  REFUNDING: 'wait',
  REFUNDED: 'back',
  HELD: 'stop',
  EXPIRED: 'plain',
}

const TONES: Record<OrderStatus, MarkTone> = {
  waiting_for_payment: 'plain',
  in_progress: 'wait',
  ready: 'ok',
  partly_ready: 'wait',
  with_team: 'stop',
  refunded: 'back',
  cancelled: 'back',
  expired: 'plain',
}

export function ItemMark({ state }: { state: ItemState }) {
  const t = useTranslations('admin')

  return <Mark tone={ITEM_TONES[state]}>{t(`line.${state}`)}</Mark>
}

type OrderMarkProps = { status: OrderStatus; states: ItemState[]; reason: string | null }

/** Where an order stands: one item speaks for itself, several are summed up, and a held one says why. */
export function OrderMark({ status, states, reason }: OrderMarkProps) {
  const t = useTranslations('admin')
  const [only] = states
  const inReview = states.filter((state) => state === 'HELD').length
  if (inReview > 0) {
    return (
      <Mark tone="stop">
        {states.length > 1 ? t('heldOf', { held: inReview, items: states.length }) : t('line.HELD')}
        {reason ? `: ${knownLabel(t, 'held', reason)}` : null}
      </Mark>
    )
  }
  if (only && states.length === 1) return <ItemMark state={only} />

  return <Mark tone={TONES[status]}>{t(`standing.${status}`)}</Mark>
}
