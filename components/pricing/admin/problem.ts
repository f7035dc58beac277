import type { RequestFailure } from '#lib/core/client/ask.ts'

const REASONS = [
  'draft_changed',
  'draft_ended',
  'rules_changed',
  'rate_changed',
  'preview_changed',
  'below_floor',
  'nothing_changes',
  'scope',
  'amounts',
  'rate',
  'file',
  'past',
  'one_currency',
] as const
const CODES = ['offline', 'forbidden', 'unauthenticated'] as const

/** Why something about prices was refused, as the key of a sentence. */
export type PricingProblem = (typeof REASONS)[number] | (typeof CODES)[number] | 'internal'

/** Returns the sentence for a refusal. */
export function pricingProblem({ code, details }: RequestFailure): PricingProblem {
  return REASONS.find((reason) => reason === details.reason) ?? CODES.find((one) => one === code) ?? 'internal'
}
