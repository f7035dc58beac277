/** Why no payments are taken: a refusal that is our fault, answers nobody understands, silence, or a restored store. */
export const TILL_REASONS = [
  'placements_refused',
  'strange_answers',
  'network_down',
  'supplier_floor',
  'recovery',
] as const
export type TillReason = (typeof TILL_REASONS)[number]
