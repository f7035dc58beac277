import { parseAmountInput } from '#lib/core/rules/amount-input.ts'
import { parseCalendarDate } from '#lib/core/rules/calendar-days.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'

/** A credit as somebody types it in: a sum in the store's currency, and the last day on which it counts, or none. */
export type CreditForm = { amount: string; until: string }
export type CreditProblem = 'amount' | 'until'

const MAX_MINOR = 100_000_000

/**
 * Returns what a form says: `endsAt` is the end of its day in UTC. Or which of its fields say nothing that can be
 * kept.
 */
export function parseCreditForm(
  { amount, until }: CreditForm,
  { currency, now }: { currency: CurrencyCode; now: Date },
): { terms: { amountMinor: number; endsAt: Date | null } | null; problems: CreditProblem[] } {
  const amountMinor = parseAmountInput(amount, currency)?.minor ?? 0
  const endsAt = parseCalendarDate(until) ? new Date(`${until}T23:59:59.999Z`) : null
  const problems: CreditProblem[] = []
  if (amountMinor <= 0 || amountMinor > MAX_MINOR) problems.push('amount')
  if (until !== '' && (endsAt === null || endsAt <= now)) problems.push('until')

  return { terms: problems.length > 0 ? null : { amountMinor, endsAt }, problems }
}

/** How a credit stands, worst news first. `waiting`: a second person has not agreed yet. */
export const CREDIT_STATES = ['ended', 'expired', 'waiting', 'used_up', 'open'] as const
export type CustomerCreditState = (typeof CREDIT_STATES)[number]

type CreditTimes = { agreedAt: Date | null; endedAt: Date | null; endsAt: Date | null; leftMinor: number }

/** Returns how a credit stands at an instant. */
export function creditState({ agreedAt, endedAt, endsAt, leftMinor }: CreditTimes, now: Date): CustomerCreditState {
  if (endedAt !== null) return 'ended'
  if (endsAt !== null && endsAt <= now) return 'expired'
  if (agreedAt === null) return 'waiting'

  return leftMinor > 0 ? 'open' : 'used_up'
}
