/**
 * Why no payments are taken: a refusal that is our fault, answers nobody understands, silence, a supplier without our
 * money, a restored store, or the owner closed the checkout.
 */
export const PAUSE_REASONS = [
  'placements_refused',
  'strange_answers',
  'network_down',
  'supplier_floor',
  'recovery',
  'maintenance',
] as const
export type PauseReason = (typeof PAUSE_REASONS)[number]
