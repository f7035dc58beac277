import 'server-only'
import { allRows, eachRow } from '#lib/core/commands/each-row.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction, withLock } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { listMarks, type MarkedDay, markCountedOtherwise } from '#lib/finance/repository/day-marks.ts'
import { addUpDay } from '#lib/finance/repository/day-sums.ts'
import {
  addMonthClose,
  bookLines,
  compareTaken,
  dropEntries,
  findFirstOrderAt,
  listMonthCloses,
  listMonthOpen,
  sumEntries,
  sumOpenCredits,
} from '#lib/finance/repository/month-entries.ts'
import { findSoldFilter, type SoldFilter } from '#lib/finance/repository/sold-lines.ts'
import { financeFilterSchema } from '#lib/finance/rules/admin-finance.ts'
import { monthAfter, monthSpan, readMonthId } from '#lib/finance/rules/month-close.ts'
import { findSetting, storeSetting } from '#lib/settings/repository/settings.ts'

const MAX_MONTHS = 600

/**
 * Closes a month of a book for good: its sold lines as they stood when it ended, and as corrections what has happened
 * since to lines of the months before. The bookings of all months together are the figures of the order rows.
 *
 * Each month is booked by a statement of its own and the close itself is the last row written: what an attempt that broke
 * off has left behind is dropped by the next one. Throws `forbidden`; `conflict` with `reason` `not_over`, `not_next`,
 * `open` (something touches it) or `busy`.
 */
export async function closeMonth(caller: Caller, id: string): Promise<void> {
  const staff = requirePermission(caller, 'finance.close')
  const done = await withLock('month', async () => {
    const earlier = await requireClosable(id)
    await dropEntries(id)
    const { until } = monthSpan(readMonthId(id).month)
    const filter = await inputFor(id)
    for (const month of earlier) await bookLines(id, { ...filter, ...monthSpan(month), asOf: until }, true)
    await bookLines(id, { ...filter, asOf: until }, false)
    const [sums, taken, openCredits] = await Promise.all([sumEntries(id), compareTaken(id), sumOpenCredits(id)])
    const unknownCosts = sums.reduce((count, sum) => count + (sum.isCorrection ? 0 : sum.lines - sum.knownLines), 0)
    const closedBy = actorOf(staff)
    await transaction(async (tx) => {
      const notes = { unknownCosts, openCredits, ...taken }
      if (!(await addMonthClose({ id, sums, notes, closedBy }, tx))) throw notNext()
      const after = JSON.parse(JSON.stringify({ sums }))
      await recordAudit({ actor: closedBy, role: staff.role, act: 'finance.month_closed', subject: id, after }, tx)
    })

    return true
  })
  if (done === null) throw new AppError('conflict', 'A month is being closed.', { reason: 'busy' })
}

/** Refuses a month that cannot be closed now. Resolves with the closed months before it, oldest first. */
async function requireClosable(id: string): Promise<string[]> {
  const { book, month } = readMonthId(id)
  const span = monthSpan(month)
  if (span.until.getTime() > Date.now()) throw new AppError('conflict', 'It is not over.', { reason: 'not_over' })
  const closed = await listMonthCloses(book, MAX_MONTHS)
  const [last] = closed
  const firstAt = await findFirstOrderAt(book)
  const next = last ? monthAfter(last.month) : firstAt?.toISOString().slice(0, 7)
  if (next !== month) throw notNext()
  const open = await listMonthOpen({ book, ...span })
  if (open.length > 0) throw new AppError('conflict', 'Something is open in this month.', { reason: 'open' })

  return closed.map((one) => one.month).reverse()
}

function notNext(): AppError {
  return new AppError('conflict', 'Another month comes first.', { reason: 'not_next' })
}

async function inputFor(id: string): Promise<SoldFilter> {
  const { book, month } = readMonthId(id)
  const { from, until } = monthSpan(month)

  return { ...(await findSoldFilter(financeFilterSchema.parse({ book }))), from, until }
}

const AT_ONCE = 50

const MARKED_AGAIN = 'finance.taxed_refunds_marked'
const DAY_MS = 86_400_000

/**
 * Marks once more what the migrations to this release have marked, a day after them. A worker of the release before that still ran
 * has added those days up in its own way, which took the marks off.
 */
async function markOnceMore(): Promise<void> {
  const since = await findSetting(MARKED_AGAIN)
  if (since === true) return
  await transaction(async (tx) => {
    const isDue = typeof since === 'string' && Date.parse(since) <= Date.now() - DAY_MS
    if (isDue) await markCountedOtherwise(tx)
    if (isDue || since === null) {
      await storeSetting({ key: MARKED_AGAIN, value: isDue || new Date().toISOString(), setBy: 'store' }, tx)
    }
  })
}

/**
 * Adds up the days that have changed since they were added up, the newest first, until none is left. Returns how many
 * there were; none while another process does it.
 */
export async function addUpDays(): Promise<number> {
  const done = await withLock('daySums', async () => {
    await markOnceMore()
    let count = 0
    // Each day once: a busy shop marks today again and again, and that is left to the next time.
    const days = allRows<MarkedDay>(AT_ONCE, (last) => listMarks({ behind: last, limit: AT_ONCE }))
    await eachRow(days, async (mark) => {
      await addUpDay(mark)
      count += 1
    })

    return count
  })

  return done ?? 0
}
