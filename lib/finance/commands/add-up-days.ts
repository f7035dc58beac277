import 'server-only'
import { withLock } from '#lib/core/repository/advisory-lock.ts'
import { listMarks } from '#lib/finance/repository/day-marks.ts'
import { addUpDay } from '#lib/finance/repository/day-sums.ts'

const AT_ONCE = 50

/**
 * Adds up the days that have changed since they were added up, the newest first, until none is left. Returns how many
 * there were; none while another process does it.
 */
export async function addUpDays(): Promise<number> {
  const done = await withLock('daySums', async () => {
    let count = 0
    for (;;) {
      const marks = await listMarks(AT_ONCE)
      for (const mark of marks) await addUpDay(mark)
      count += marks.length
      // A busy shop marks today again and again: that is left to the next time.
      if (marks.length < AT_ONCE) return count
    }
  })

  return done ?? 0
}
