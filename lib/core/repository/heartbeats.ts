import 'server-only'
import { db } from './client.ts'

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
