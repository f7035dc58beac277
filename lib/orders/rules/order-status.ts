import { ENDED_STATES, type ItemState } from '#lib/orders/rules/item-states.ts'

/** How far an order is as a whole. It is read from its items each time, never stored. */
export type OrderStatus =
  | 'waiting_for_payment'
  | 'in_progress'
  | 'ready'
  | 'partly_ready'
  | 'with_team'
  | 'refunded'
  | 'cancelled'
  | 'expired'

/** Returns the status of an order with these items; an order has at least one. */
export function orderStatus(states: readonly ItemState[]): OrderStatus {
  const isEvery = (...wanted: ItemState[]) => states.every((state) => wanted.includes(state))
  const isAny = (...wanted: ItemState[]) => states.some((state) => wanted.includes(state))
  if (isEvery('AWAITING_PAYMENT')) return 'waiting_for_payment'
  if (isEvery('EXPIRED')) return 'expired'
  if (isEvery('DELIVERED', 'DELIVERABLE')) return 'ready'
  if (isAny('DELIVERED', 'DELIVERABLE')) return 'partly_ready'
  if (isAny('HELD')) return 'with_team'
  if (isEvery('CANCELLED')) return 'cancelled'
  if (isEvery('REFUNDED', 'CANCELLED', 'EXPIRED')) return 'refunded'

  return 'in_progress'
}

/** Tells whether a waiting page may stop asking: nothing changes any more without a person or the customer. */
export function isSettled(states: readonly ItemState[]): boolean {
  const ended: readonly ItemState[] = ENDED_STATES

  return states.every((state) => ended.includes(state))
}
