import 'server-only'
import { env } from '#lib/core/env.ts'
import { addDays, daysBetween, parseCalendarDate } from '#lib/core/rules/calendar-date.ts'
import type { FinanceFilter, FinanceRange } from '#lib/finance/rules/admin-finance.ts'
import { listCapabilities } from '#lib/provider/repository/capabilities.ts'
import { toCapabilities } from '#lib/provider/rules/capabilities.ts'
import type { SoldFilter } from './admin-finance-lines.ts'

const MOST_DAYS = 366
const NUMBER = /^\d{1,9}$/

type Days = Pick<FinanceFilter, 'from' | 'to'> & Partial<Pick<FinanceFilter, 'since' | 'until'>>

/** Returns the days that a filter means: this month where it says nothing, and a leap year at most. Days are in UTC. */
export function financeRange({ from, to, since = null, until = null }: Days, now: Date = new Date()): FinanceRange {
  const today = dayOf(now.toISOString())
  if (!today) throw new Error('The clock tells no day.')
  const last = to ?? dayOf(until) ?? (from && from > today ? from : today)
  const first = from ?? dayOf(since) ?? parseCalendarDate(`${last.slice(0, 7)}-01`) ?? last
  const start = daysBetween(first, last) < 0 ? last : first

  return { from: daysBetween(start, last) >= MOST_DAYS ? addDays(last, 1 - MOST_DAYS) : start, to: last }
}

function dayOf(moment: string | null) {
  return moment === null ? null : parseCalendarDate(moment.slice(0, 10))
}

/** Returns which sold lines a filter means. A key that cannot be read finds nothing rather than everything. */
export async function findSoldFilter(filter: FinanceFilter): Promise<SoldFilter> {
  const { by, key, currency, book, lines, since, until } = filter
  const range = financeRange(filter)
  const isTime = by === 'day' || by === 'month'
  const days = isTime && key !== null ? withinKey(range, key) : range
  const first = Date.parse(`${days.from}T00:00:00Z`)
  const end = Date.parse(`${days.to}T00:00:00Z`) + 86_400_000
  const { dayPassCost } = toCapabilities(await listCapabilities())

  return {
    mode: book ?? env.STORE_MODE,
    from: new Date(since === null ? first : Math.max(first, Date.parse(since))),
    until: new Date(until === null ? end : Math.min(end, Date.parse(until))),
    isPerDay: dayPassCost === 'per-day',
    skuId: by === 'destination' && key !== null ? (NUMBER.test(key) ? Number(key) : -1) : null,
    planId: by === 'plan' ? key : null,
    method: by === 'method' ? key : null,
    currency,
    isCostUnknown: lines === 'unknown_cost',
  }
}

// Days are compared as text: a month is every day that begins like it.
function withinKey({ from, to }: FinanceRange, key: string): FinanceRange {
  const first = parseCalendarDate(key.length === 7 ? `${key}-01` : key)
  if (!first) return { from: '1970-01-02', to: '1970-01-01' }
  const next = addDays(first, 31)
  const last = key.length === 7 ? addDays(next, -Number(next.slice(8))) : first

  return { from: first > from ? first : from, to: last < to ? last : to }
}
