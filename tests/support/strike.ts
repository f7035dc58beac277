import { db } from '#lib/core/repository/client.ts'

let struck = ''

/** Has the database refuse what is written to these rows of a table, until it is healed. */
export async function strike(table: string, condition: string): Promise<void> {
  await db().$executeRawUnsafe(
    `CREATE OR REPLACE FUNCTION struck() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''struck''; END'`,
  )
  const when = `BEFORE INSERT OR UPDATE ON "${table}" FOR EACH ROW WHEN (${condition})`
  await db().$executeRawUnsafe(`CREATE TRIGGER "struck" ${when} EXECUTE FUNCTION struck()`)
  struck = table
}

/** Lets the database take everything again. */
export async function heal(): Promise<void> {
  if (struck) await db().$executeRawUnsafe(`DROP TRIGGER "struck" ON "${struck}"`)
  struck = ''
}
