import 'server-only'
import { db } from './client.ts'

/** The bundles of one process each have a copy of this module, and the process has one worker. */
const OWN = Symbol.for('landfall.own-beat')
const shared = globalThis as unknown as { [OWN]?: string }

/** Says under which id the worker of this process gives its signs of life. */
export function nameOwnBeat(id: string): void {
  shared[OWN] = id
}

/** The id of this process's own worker; `null` while it has none. */
export function ownBeat(): string | null {
  return shared[OWN] ?? null
}

/** Notes that a process is alive, by the database's clock. */
export async function beat(id: string, kind: string): Promise<void> {
  await db().$executeRaw`
    INSERT INTO "Heartbeat" ("id", "kind", "startedAt", "at") VALUES (${id}, ${kind}, clock_timestamp(), clock_timestamp())
    ON CONFLICT ("id") DO UPDATE SET "at" = clock_timestamp()`
}

/** Forgets a process that has ended in good order. */
export async function endBeat(id: string): Promise<void> {
  await db().heartbeat.deleteMany({ where: { id } })
}

/** How long ago the youngest process of a kind gave a sign, in milliseconds. `null` when there is none. */
export async function youngestBeatMs(kind: string): Promise<number | null> {
  const [row] = await db().$queryRaw<{ ageMs: number | null }[]>`
    SELECT (extract(epoch FROM clock_timestamp() - max("at")) * 1000)::float8 AS "ageMs" FROM "Heartbeat"
    WHERE "kind" = ${kind}`

  return row?.ageMs ?? null
}
