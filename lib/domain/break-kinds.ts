/** Every kind of difference between us and an outside party that the store can find. */
export const BREAK_KINDS = [
  'payment_mismatch',
  'payment_unknown',
  'dispute',
  'refund_differs',
  'refund_refused',
  'transfer_payout',
  'cost_differs',
  'placements_refused',
  'duplicate_order',
  'late_order',
  'upstream_order_unknown',
  'lookup_lost',
  'cancel_open',
  'cancelled_elsewhere',
  'return_unpaid',
  'address_unknown',
  'foreign_login',
] as const
export type BreakKind = (typeof BREAK_KINDS)[number]
