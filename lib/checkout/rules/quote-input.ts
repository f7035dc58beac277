import type { CatalogPlan } from '#lib/catalog/rules/catalog-plan.ts'
import { isWithinBounds } from '#lib/catalog/rules/day-pass.ts'
import { addDays, calendarDateAt, parseCalendarDate } from '#lib/core/rules/calendar-date.ts'

/** What a buyer chooses about a plan. */
export type QuoteInput = { count: number; days?: number; startDate?: string }

/** Choices as they are sold: days only for a day pass, a start date only where the plan needs one. */
export type QuoteChoice = { count: number; days: number | null; startDate: string | null }

/** Why a choice cannot be sold. */
export type InputProblem =
  | 'count_out_of_range'
  | 'days_missing'
  | 'days_out_of_range'
  | 'start_date_missing'
  | 'start_date_invalid'
  | 'start_date_past'
  | 'start_date_too_far'

const MAX_COUNT = 20
const FARTHEST_START_DAYS = 365
// The provider counts days eight hours ahead of UTC, and refuses what is yesterday there.
const NETWORK_OFFSET_MINUTES = 480

/** Returns a choice that a plan can be sold with, or the first thing that is wrong with it. */
export function checkInput(
  plan: CatalogPlan,
  input: QuoteInput,
  now: Date,
): { choice: QuoteChoice; problem: null } | { choice: null; problem: InputProblem } {
  const problem = countProblem(input) ?? daysProblem(plan, input) ?? startProblem(plan, input, now)
  if (problem) return { choice: null, problem }

  return {
    choice: {
      count: input.count,
      days: plan.kind === 'day_pass' ? (input.days ?? null) : null,
      startDate: plan.needsStartDate ? (input.startDate ?? null) : null,
    },
    problem: null,
  }
}

function countProblem({ count }: QuoteInput): InputProblem | null {
  return Number.isSafeInteger(count) && count >= 1 && count <= MAX_COUNT ? null : 'count_out_of_range'
}

function daysProblem({ kind, minDays, maxDays }: CatalogPlan, { days }: QuoteInput): InputProblem | null {
  if (kind !== 'day_pass') return null
  if (days === undefined) return 'days_missing'
  if (minDays === null || maxDays === null) return 'days_out_of_range'

  return isWithinBounds({ minDays, maxDays }, days) ? null : 'days_out_of_range'
}

function startProblem({ needsStartDate }: CatalogPlan, { startDate }: QuoteInput, now: Date): InputProblem | null {
  if (!needsStartDate) return null
  if (startDate === undefined) return 'start_date_missing'
  const date = parseCalendarDate(startDate)
  if (date === null) return 'start_date_invalid'
  const today = calendarDateAt(now, NETWORK_OFFSET_MINUTES)
  if (date < today) return 'start_date_past'

  return date > addDays(today, FARTHEST_START_DAYS) ? 'start_date_too_far' : null
}
