import 'server-only'
import fs from 'node:fs/promises'
import path from 'node:path'
import { env } from '#lib/core/env.ts'
import { log } from '#lib/core/log.ts'
import { beginRecovery, moveMark } from '#lib/fulfilment/repository/recovery.ts'

/**
 * Keeps the newest time of the database that was seen here in `DATA_DIR/mark.json`, and compares.
 *
 * A database that is older than that has been put back by somebody: the store turns careful. Returns whether it did.
 */
export async function keepMark(): Promise<boolean> {
  const seen = await readMark()
  const { before, now } = await moveMark()
  const isOld = seen !== null && (before === null || before < seen)
  if (isOld) {
    log.error('the database is older than it was: recovery begins')
    await beginRecovery({ reason: 'old_database', lostSince: before })
  }
  await writeMark(now).catch((error: unknown) => log.warn('the mark was not kept', { error }))

  return isOld
}

function fileOfMark(): string {
  return path.join(env.DATA_DIR, 'mark.json')
}

async function readMark(): Promise<Date | null> {
  const text = await fs.readFile(fileOfMark(), 'utf8').catch(() => '')
  const at = Date.parse(/"newest":"([^"]+)"/.exec(text)?.[1] ?? '')

  return Number.isNaN(at) ? null : new Date(at)
}

/** Written beside and renamed: a killed process leaves the old mark or the new one. */
async function writeMark(newest: Date): Promise<void> {
  const file = fileOfMark()
  const part = `${file}.${process.pid}`
  await fs.mkdir(env.DATA_DIR, { recursive: true })
  await fs.writeFile(part, `${JSON.stringify({ newest: newest.toISOString() })}\n`, { mode: 0o600 })
  await fs.rename(part, file)
}
