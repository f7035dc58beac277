/**
 * Why no payments are taken: a refusal that is our fault, answers nobody understands, silence, a supplier without our
 * money, a restored store, or the owner closed the till.
 */
export const TILL_REASONS = [
  'placements_refused',
  'strange_answers',
  'network_down',
  'supplier_floor',
  'recovery',
  'maintenance',
] as const
export type TillReason = (typeof TILL_REASONS)[number]
