import 'server-only'
import { type RetentionReport, removeOldRows } from '#lib/db/retention.ts'
import { log } from '#lib/log.ts'

/**
 * Deletes what has been kept for as long as it may be: activation codes 90 days after the end of their plan; the call log, unused quotes and ended mails as the owner says
 * (180, 30 and 30 days otherwise); links, withdrawals that nobody confirmed, sessions and invitations of staff, and early
 * ends of sessions after 30; signs of life after one; sessions of guests and counted requests when they expire.
 */
export async function deleteOldRows({ isDryRun }: { isDryRun: boolean }): Promise<RetentionReport> {
  const report = await removeOldRows({ isDryRun })
  log.info(isDryRun ? 'retention (dry run)' : 'retention', { count: Object.values(report).reduce((a, b) => a + b, 0) })

  return report
}
