import type { EventSource, EventTone } from '#lib/domain/admin-order.ts'

const SOURCES: Record<string, EventSource> = {
  order_started: 'customer',
  revealed: 'customer',
  refund_accepted: 'customer',
  email_corrected: 'customer',
  paid: 'money',
  captured: 'money',
  capture_refused: 'money',
  hold_lost: 'money',
  hold_released: 'money',
  surplus_returned: 'money',
  refunded: 'money',
  refund_refused: 'money',
  money_back: 'money',
  disputed: 'money',
  placing: 'network',
  placed: 'network',
  rejected: 'network',
  not_sent: 'network',
  unknown: 'network',
  absent: 'network',
  found: 'network',
  fetching: 'network',
  complete: 'network',
  cancelling: 'network',
  cancelled: 'network',
}

const TONES: Record<string, EventTone> = {
  paid: 'ok',
  captured: 'ok',
  placed: 'ok',
  complete: 'ok',
  ready: 'ok',
  refunded: 'ok',
  money_back: 'ok',
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
}

/** Returns who or what made an event of an order. */
export function sourceOf(kind: string, actor: string): EventSource {
  if (actor.startsWith('staff:')) return 'staff'

  return SOURCES[kind] ?? 'clock'
}

/** Returns how an event of an order stands: good, waiting, refused, or nothing of these. */
export function toneOf(kind: string): EventTone {
  return TONES[kind] ?? 'plain'
}
