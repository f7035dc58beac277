import 'server-only'
import { db } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'

/** Who or what wanted a comparison: the clock, the recovery of one, or a person. */
export type RunTrigger = 'quarter_hour' | 'nightly' | `staff:${string}`

/** A comparison: its window, how far it came, and which lists were read (`complete`, or why not). */
export type Run = Prisma.ReconciliationRunGetPayload<Record<string, never>>

/** What a comparison has read and found so far. */
export type RunCounts = {
  calls: number
  ours: number
  listed: number
  payments: number
  differing: number
  opened: number
  closed: number
}

/** Writes a request for a comparison down. It is carried out by whoever holds the lock next, also after a crash. */
export async function addRun(run: { trigger: RunTrigger; from: Date; until: Date }): Promise<string> {
  const id = newId('run')
  const { trigger, from: fromAt, until: untilAt } = run
  await db().reconciliationRun.create({ data: { id, trigger, fromAt, untilAt }, select: { id: true } })

  return id
}

/**
 * Takes the comparison that has waited longest; one that was cut off comes first and starts over. `null`: none waits.
 *
 * Hold the lock: then nobody else is at a run that says it is running.
 */
export async function takeRun(): Promise<Run | null> {
  const next = await db().reconciliationRun.findFirst({
    where: { state: { in: ['running', 'asked'] } },
    orderBy: [{ state: 'desc' }, { askedAt: 'asc' }],
    select: { id: true },
  })
  if (!next) return null
  const now = new Date()
  const nothing = { calls: 0, ours: 0, listed: 0, payments: 0, differing: 0, opened: 0, closed: 0, parts: {} }

  return db().reconciliationRun.update({
    where: { id: next.id },
    data: { ...nothing, state: 'running', tries: { increment: 1 }, startedAt: now, heartbeatAt: now },
  })
}

/** Notes how far a comparison has come, as a sign of life too. */
export async function saveCounts(id: string, counts: RunCounts): Promise<void> {
  await db().reconciliationRun.updateMany({ where: { id }, data: { ...counts, heartbeatAt: new Date() } })
}

/** Ends a comparison: `finished` when every list was read, `partial` or `failed` otherwise. */
export async function finishRun(
  id: string,
  end: { state: 'finished' | 'partial' | 'failed'; counts: RunCounts; parts: Record<string, string> },
): Promise<void> {
  const { state, counts, parts } = end
  const now = new Date()
  await db().reconciliationRun.updateMany({
    where: { id },
    data: { ...counts, state, parts, heartbeatAt: now, finishedAt: now },
  })
}

/** When the newest comparison of the clock was asked for, per trigger. */
export async function lastRequested(trigger: RunTrigger): Promise<Date | null> {
  const row = await db().reconciliationRun.findFirst({
    where: { trigger },
    orderBy: { askedAt: 'desc' },
    select: { askedAt: true },
  })

  return row?.askedAt ?? null
}

/** The newest comparisons, newest first: behind `after`, one that was shown. */
export async function listRuns({ after = null, limit }: { after?: string | null; limit: number }): Promise<Run[]> {
  const last = after === null ? null : await db().reconciliationRun.findUnique({ where: { id: after } })

  return db().reconciliationRun.findMany({
    ...(last
      ? { where: { askedAt: { lte: last.askedAt }, NOT: { askedAt: last.askedAt, id: { gte: last.id } } } }
      : {}),
    orderBy: [{ askedAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
}

/** The newest comparison whose lists were all read, `null` before the first. */
export async function findLastComplete(): Promise<Run | null> {
  return db().reconciliationRun.findFirst({ where: { state: 'finished' }, orderBy: { finishedAt: 'desc' } })
}

/** Tells whether a comparison runs or waits for its turn. */
export async function isComparing(): Promise<boolean> {
  return (await db().reconciliationRun.count({ where: { state: { in: ['asked', 'running'] } } })) > 0
}

/** Removes comparisons of the clock that nobody will look at again: a week of quarter hours, a quarter of nights. */
export async function removeOldRuns(): Promise<void> {
  const before = (days: number) => new Date(Date.now() - days * 86_400_000)
  await db().reconciliationRun.deleteMany({
    where: {
      state: { in: ['finished', 'partial', 'failed'] },
      OR: [{ trigger: 'quarter_hour', askedAt: { lt: before(7) } }, { askedAt: { lt: before(90) } }],
    },
  })
}
