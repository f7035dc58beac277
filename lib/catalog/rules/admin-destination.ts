/** What a destination may be, besides on the shelf. */
export const DESTINATION_STATES = ['featured', 'hidden', 'unsold', 'gone', 'unread'] as const

/** What a person can read out of a plan's words about giving it back. */
export const REFUNDABILITY_ANSWERS = ['UNKNOWN', 'ALLOWED_UNTIL_INSTALL', 'ALLOWED_UNTIL_USE', 'NEVER'] as const
export type RefundabilityAnswer = (typeof REFUNDABILITY_ANSWERS)[number]

/** Returns what was read out of the words of several plans, null where they differ in it. */
export function commonAnswer(answers: readonly RefundabilityAnswer[]): RefundabilityAnswer | null {
  const [answer = null, ...others] = new Set(answers)

  return others.length > 0 ? null : answer
}
