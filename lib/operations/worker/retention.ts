import 'server-only'
import { log } from '#lib/core/log.ts'
import { rewriteErased } from '#lib/customers/repository/erasures.ts'
import { type RetentionReport, removeOldRows } from '#lib/operations/repository/retention.ts'

/**
 * Deletes what has been kept for as long as it may be: activation codes 90 days after the end of their plan; the call log, unused quotes and ended mails as the owner says
 * (180, 30 and 30 days otherwise); links, withdrawals that nobody confirmed, sessions and invitations of staff, and early
 * ends of sessions after 30; signs of life after one; browsers that hear of an order after 400; sessions of guests and counted requests when they expire.
 */
export async function deleteOldRows({ isDryRun }: { isDryRun: boolean }): Promise<RetentionReport> {
  const report = await removeOldRows({ isDryRun })
  log.info(isDryRun ? 'retention (dry run)' : 'retention', { count: Object.values(report).reduce((a, b) => a + b, 0) })

  return report
}

/** Takes whoever was erased out of the files of the small tables too; what is large waits for the night. */
export async function rewriteSoon(): Promise<void> {
  const count = await rewriteErased('narrow')
  if (count > 0) log.info('tables rewritten after an erasure', { count })
}

/** What happens once a night: old rows go, and with them what erasures left behind in the files of large tables. */
export async function tidyUp(): Promise<void> {
  try {
    await deleteOldRows({ isDryRun: false })
  } finally {
    const count = await rewriteErased('wide')
    if (count > 0) log.info('tables rewritten after an erasure', { count })
  }
}
