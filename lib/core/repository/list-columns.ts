import 'server-only'
import type { ColumnList } from '#lib/core/rules/lists.ts'
import { db } from './client.ts'

type Owner = { staffId: string; list: ColumnList }

/** The names of the columns of a list that a person does not want to see. */
export async function readHiddenColumns({ staffId, list }: Owner): Promise<string[]> {
  const start = `${list}.`
  const rows = await db().$queryRaw<{ column: string }[]>`
    SELECT substr("entry", length(${start}) + 1) AS "column" FROM "Staff", unnest("hiddenColumns") AS "kept" ("entry")
    WHERE "id" = ${staffId} AND starts_with("entry", ${start})`

  return rows.map(({ column }) => column)
}

/** Keeps which columns of a list a person does not want to see; those of other lists stay as they are. */
export async function writeHiddenColumns({ staffId, list }: Owner, columns: readonly string[]): Promise<void> {
  const names = columns.map((column) => `${list}.${column}`)
  await db().$executeRaw`
    UPDATE "Staff" SET "hiddenColumns" = ARRAY(
      SELECT "entry" FROM unnest("hiddenColumns") AS "kept" ("entry") WHERE NOT starts_with("entry", ${`${list}.`})
    ) || ${names}::text[] WHERE "id" = ${staffId}`
}
