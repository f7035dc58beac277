import type { Plan } from '#sandbox/upstream/catalog/model.ts'
import { DAY_MS, startOfDay } from '#sandbox/upstream/clock.ts'
import { numberIn, type Refusal, refused } from '#sandbox/upstream/endpoints/endpoint.ts'

const ENUMERATED_DAYS = [1, 3, 5, 7, 10, 15, 30]
const BOOK_AHEAD_DAYS = 180

const BAD_DAYS = refused(31, 'daypassDays error')
const BAD_DATE = refused(34, 'beginDate error')

/** The validity of an order in days, from `daypassDays` where the plan lets the caller choose. */
export function daysFor(plan: Plan, wanted: string | undefined): number | Refusal {
  if (plan.supportDaypass === 0) return plan.days
  const days = numberIn(wanted)
  if (days === null || days < (plan.minDay ?? 1) || days > (plan.maxDay ?? Number.MAX_SAFE_INTEGER)) return BAD_DAYS
  if (plan.supportDaypass === 2 && !ENUMERATED_DAYS.includes(days)) return BAD_DAYS

  return days
}

/** The wanted first day, `MM/dd/yyyy` in GMT+8; a plan that must have one is not sold without. */
export function beginDayFor(plan: Plan, wanted: string | undefined, at: number): number | null | Refusal {
  if (wanted === undefined) return plan.mustDate === 1 ? BAD_DATE : null
  const [, month = '', day = '', year = ''] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(wanted) ?? []
  const begin = startOfDay(year, month, day)
  if (begin === null || begin + DAY_MS <= at || begin > at + BOOK_AHEAD_DAYS * DAY_MS) return BAD_DATE

  return begin
}
