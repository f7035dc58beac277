import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { SyncState } from '#lib/generated/prisma/enums.ts'

const RESUMABLE_MS = 24 * 3_600_000

/** A pass over the catalogue, with how far it came. */
export type SyncRun = {
  id: string
  state: SyncState
  total: number
  done: number
  failed: number
  calls: number
  startedAt: Date
}

const COLUMNS = { id: true, state: true, total: true, done: true, failed: true, calls: true, startedAt: true } as const

/** Opens a pass: the last one again when it was cut off less than a day ago, else a new one. Hold the lock. */
export async function openRun(trigger: string): Promise<SyncRun> {
  const last = await db().syncRun.findFirst({ orderBy: { startedAt: 'desc' }, select: COLUMNS })
  const isRecent = last !== null && Date.now() - last.startedAt.getTime() < RESUMABLE_MS
  if (isRecent && last.state !== 'finished' && last.done < last.total) {
    return db().syncRun.update({
      where: { id: last.id },
      data: { state: 'running', failed: 0, error: null, heartbeatAt: new Date(), finishedAt: null },
      select: COLUMNS,
    })
  }
  // A pass that died before it knew how much there is has nothing to go on with.
  await db().syncRun.updateMany({ where: { state: 'running' }, data: { state: 'failed', error: 'cut_off' } })

  return db().syncRun.create({ data: { id: newId('run'), trigger }, select: COLUMNS })
}

/** Notes how far a pass has come. `resumeAfter` is the destination that was read last. */
export type SyncProgress = { total?: number; done?: number; failed?: number; calls?: number; resumeAfter?: number }

/** Stores the progress of a pass, as a sign of life too. */
export async function saveProgress(runId: string, progress: SyncProgress): Promise<void> {
  await db().syncRun.updateMany({ where: { id: runId }, data: { ...progress, heartbeatAt: new Date() } })
}

/** Ends a pass. `error` is null when every destination was reached. */
export async function endRun(runId: string, error: string | null, client: Tx = db()): Promise<void> {
  await client.syncRun.updateMany({
    where: { id: runId },
    data: { state: error === null ? 'finished' : 'failed', error, finishedAt: new Date(), heartbeatAt: new Date() },
  })
}
