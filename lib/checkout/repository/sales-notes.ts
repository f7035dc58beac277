import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'

/**
 * Notes who wants a mail when payments are taken again. Asked twice, it stays one mail; a note that was used starts
 * anew.
 */
export async function addSalesNote({ email, locale }: { email: string; locale: string }, tx: Tx): Promise<void> {
  await tx.salesNote.deleteMany({ where: { email, queuedAt: { not: null } } })
  await tx.salesNote.createMany({ data: [{ id: newId('tln'), email, locale }], skipDuplicates: true })
}

/** Tells whether anybody waits for payments to be taken again. */
export async function isResumptionAwaited(): Promise<boolean> {
  return (await db().salesNote.findFirst({ where: { queuedAt: null }, select: { id: true } })) !== null
}

/** Takes up to so many of the notes that wait, each for one transaction alone, and returns their ids. */
export async function takeSalesNotes(most: number, tx: Tx): Promise<string[]> {
  const rows = await tx.$queryRaw<{ id: string }[]>`
    UPDATE "TillNote" SET "queuedAt" = now() WHERE "id" IN (
      SELECT "id" FROM "TillNote" WHERE "queuedAt" IS NULL ORDER BY "createdAt" LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING "id"`

  return rows.map(({ id }) => id)
}

/** Who asked for a note, `null` when it was deleted. */
export async function findSalesNote(id: string): Promise<{ email: string; locale: string } | null> {
  return db().salesNote.findUnique({ where: { id }, select: { email: true, locale: true } })
}
