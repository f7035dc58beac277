import 'server-only'
import { db } from '#lib/core/repository/client.ts'

/** Makes the places for reads in flight, once per installation. */
export async function makeReadSlots(size: number): Promise<void> {
  await db().slot.createMany({
    data: Array.from({ length: size }, (_, index) => ({ kind: 'read', n: index + 1 })),
    skipDuplicates: true,
  })
}

/** Takes one of the account's places for a read, over all processes. `null` when all are taken. */
export async function takeReadSlot(owner: string, leaseMs: number): Promise<number | null> {
  const [slot] = await db().$queryRaw<{ n: number }[]>`
    UPDATE "Slot" SET "owner" = ${owner}, "until" = clock_timestamp() + ${leaseMs} * interval '1 millisecond'
    WHERE ("kind", "n") = (
      SELECT "kind", "n" FROM "Slot"
      WHERE "kind" = 'read' AND ("owner" IS NULL OR "until" < clock_timestamp())
      ORDER BY "n" LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING "n"`

  return slot?.n ?? null
}

/** Gives a place back, if it still belongs to the owner. */
export async function freeReadSlot(n: number, owner: string): Promise<void> {
  await db().slot.updateMany({ where: { kind: 'read', n, owner }, data: { owner: null, until: null } })
}
