import 'server-only'
import { readAnswerTimes } from '#lib/customers/repository/messages.ts'

const MONTH_MS = 30 * 86_400_000
// Of fewer nobody can say what is usual.
const FEWEST = 5

/** How long half of the messages of the last 30 days waited for their answer at most, `null` while that says nothing. */
export async function getAnswerTimeMs(now: Date): Promise<number | null> {
  const { count, medianMs } = await readAnswerTimes(new Date(now.getTime() - MONTH_MS))

  return count >= FEWEST ? medianMs : null
}
