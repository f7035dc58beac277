import type { EventSource, EventTone } from '#lib/orders/rules/admin-order.ts'

/** What made each event that the history of an order knows. */
const SOURCES = {
  order_started: 'customer',
  revealed: 'customer',
  refund_accepted: 'customer',
  email_corrected: 'customer',
  return_asked: 'customer',
  withdrawal_received: 'customer',
  message_received: 'customer',
  shared: 'customer',
  share_opened: 'customer',
  share_swapped: 'customer',
  share_taken_back: 'customer',
  share_closed: 'clock',
  copy_sent: 'customer',
  code_mailed: 'clock',
  paid: 'money',
  expired: 'money',
  captured: 'money',
  capture_refused: 'money',
  hold_lost: 'money',
  hold_released: 'money',
  surplus_returned: 'money',
  refunded: 'money',
  refund_refused: 'money',
  money_back: 'money',
  disputed: 'money',
  transfer_received: 'money',
  placing: 'network',
  placed: 'network',
  rejected: 'network',
  not_sent: 'network',
  unknown: 'network',
  absent: 'network',
  fetching: 'network',
  complete: 'network',
  cancelling: 'network',
  cancelled: 'network',
  returned: 'network',
  return_refused: 'network',
  ready: 'clock',
  held: 'clock',
  not_placed: 'clock',
  rebuilt: 'clock',
  duplicate_order: 'network',
  late_order: 'network',
  topped_up_elsewhere: 'network',
  message_answered: 'staff',
  not_charged: 'staff',
  order_linked: 'staff',
  finding_settled: 'staff',
  decided: 'staff',
  record_asked: 'staff',
  record_read: 'network',
  record_failed: 'network',
  noted: 'staff',
  tagged: 'staff',
  untagged: 'staff',
  assigned: 'staff',
  link_resent: 'staff',
  goodwill_asked: 'staff',
  refund_repeated: 'staff',
  refunded_elsewhere: 'staff',
  payout_done: 'staff',
  return_closed: 'staff',
  second_asked: 'staff',
  second_declined: 'staff',
  topped_up: 'network',
} as const satisfies Record<string, EventSource>

export type OrderEventKind = keyof typeof SOURCES

/** Every event that the history of an order knows. */
export const ORDER_EVENTS = Object.keys(SOURCES) as OrderEventKind[]

const TONES: Partial<Record<OrderEventKind, EventTone>> = {
  paid: 'ok',
  captured: 'ok',
  placed: 'ok',
  complete: 'ok',
  ready: 'ok',
  refunded: 'ok',
  money_back: 'ok',
  returned: 'ok',
  transfer_received: 'ok',
  topped_up: 'ok',
  return_asked: 'wait',
  rebuilt: 'wait',
  duplicate_order: 'wait',
  late_order: 'wait',
  unknown: 'wait',
  absent: 'wait',
  not_sent: 'wait',
  fetching: 'wait',
  cancelling: 'wait',
  held: 'stop',
  rejected: 'stop',
  not_placed: 'stop',
  capture_refused: 'stop',
  refund_refused: 'stop',
  hold_lost: 'stop',
  disputed: 'stop',
  return_refused: 'stop',
  record_asked: 'stop',
  record_read: 'ok',
  record_failed: 'stop',
  refunded_elsewhere: 'ok',
  payout_done: 'ok',
  second_asked: 'wait',
  share_closed: 'wait',
}

/** Returns who or what made an event of an order. */
export function sourceOf(kind: string, actor: string): EventSource {
  if (actor.startsWith('staff:')) return 'staff'

  return isKnown(kind) ? SOURCES[kind] : 'clock'
}

/** Returns how an event of an order stands: good, waiting, refused, or nothing of these. */
export function toneOf(kind: string): EventTone {
  return (isKnown(kind) && TONES[kind]) || 'plain'
}

function isKnown(kind: string): kind is OrderEventKind {
  return Object.hasOwn(SOURCES, kind)
}
