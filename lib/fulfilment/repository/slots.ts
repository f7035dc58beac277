import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'

/** Takes one of the first `most` of the account's places for a call in flight, over all processes. `false`: all taken. */
export async function takeSlot(
  { kind, owner, leaseMs, max }: { kind: 'placement'; owner: string; leaseMs: number; max: number },
  client: Tx,
): Promise<boolean> {
  const count = await client.$executeRaw`
    UPDATE "Slot" SET "owner" = ${owner}, "until" = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    WHERE ("kind", "n") = (
      SELECT "kind", "n" FROM "Slot"
      WHERE "kind" = ${kind} AND "n" <= ${max} AND ("owner" IS NULL OR "owner" = ${owner} OR "until" < clock_timestamp())
      ORDER BY "n" LIMIT 1 FOR UPDATE SKIP LOCKED
    )`

  return count === 1
}

/** Tells whether `takeSlot` would find a place now. */
export async function isSlotFree(
  { kind, owner, max }: { kind: 'placement'; owner: string; max: number },
  client: Tx = db(),
): Promise<boolean> {
  const rows = await client.$queryRaw`
    SELECT 1 FROM "Slot"
    WHERE "kind" = ${kind} AND "n" <= ${max}
      AND ("owner" IS NULL OR "owner" = ${owner} OR "until" < clock_timestamp()) LIMIT 1`

  return (rows as unknown[]).length > 0
}

/** Keeps a place while its call is running. */
export async function renewSlot(owner: string, leaseMs: number): Promise<void> {
  await db().$executeRaw`
    UPDATE "Slot" SET "until" = clock_timestamp() + ${leaseMs} * interval '1 millisecond' WHERE "owner" = ${owner}`
}

/** Gives the places of an owner back. */
export async function freeSlot(owner: string, client: Tx = db()): Promise<void> {
  await client.slot.updateMany({ where: { owner }, data: { owner: null, until: null } })
}

/**
 * Makes the item due that has waited longest for a place, of those that ask again within `pauseMs` anyway: a place that
 * was given back is not left empty until somebody happens to ask.
 */
export async function callNextForSlot(pauseMs: number): Promise<void> {
  await db().$executeRaw`
    UPDATE "Line" SET "nextActionAt" = clock_timestamp()
    WHERE "id" = (
      SELECT "id" FROM "Line"
      WHERE "state" = 'READY' AND ("leaseUntil" IS NULL OR "leaseUntil" < clock_timestamp())
        AND "nextActionAt" > clock_timestamp()
        AND "nextActionAt" <= clock_timestamp() + ${Math.round(pauseMs)} * interval '1 millisecond'
      ORDER BY "readyAt" LIMIT 1 FOR UPDATE SKIP LOCKED
    )`
}
