import 'server-only'
import { db } from '#lib/db/client.ts'
import { log } from '#lib/log.ts'

const DAY_MS = 86_400_000

/** What a run of the retention rules removed, or would remove. */
export type RetentionReport = { calls: number; quotes: number; sessions: number; links: number; mails: number }

/** Deletes what has been kept for as long as it may be: call log 180 days, unused quotes and mails 30, ended links. */
export async function deleteOldRows({ isDryRun }: { isDryRun: boolean }): Promise<RetentionReport> {
  const before = (days: number) => new Date(Date.now() - days * DAY_MS)
  const calls = { at: { lt: before(180) } }
  const quotes = { expiresAt: { lt: before(30) }, lines: { none: {} } }
  const sessions = { expiresAt: { lt: before(0) } }
  const links = { expiresAt: { lt: before(30) } }
  const mails = { state: { in: ['SENT', 'GIVEN_UP'] as ('SENT' | 'GIVEN_UP')[] }, createdAt: { lt: before(30) } }
  const report = isDryRun
    ? {
        calls: await db().callLog.count({ where: calls }),
        quotes: await db().quote.count({ where: quotes }),
        sessions: await db().guestSession.count({ where: sessions }),
        links: await db().accessLink.count({ where: links }),
        mails: await db().outbox.count({ where: mails }),
      }
    : {
        calls: (await db().callLog.deleteMany({ where: calls })).count,
        quotes: (await db().quote.deleteMany({ where: quotes })).count,
        sessions: (await db().guestSession.deleteMany({ where: sessions })).count,
        links: (await db().accessLink.deleteMany({ where: links })).count,
        mails: (await db().outbox.deleteMany({ where: mails })).count,
      }
  log.info(isDryRun ? 'retention (dry run)' : 'retention', { count: Object.values(report).reduce((a, b) => a + b, 0) })

  return report
}
