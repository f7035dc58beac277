import fs from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { db } from '#lib/core/repository/client.ts'
import { databaseCalled } from '#tests/support/own-database.ts'

/** The files of this database's tables and indexes, as they lie on the disk, that hold one of these texts. */
export async function filesHolding(texts: string[]): Promise<string[]> {
  await writeToDisk()
  const [place] = await db().$queryRaw<{ folder: string }[]>`
    SELECT current_setting('data_directory') || '/base/' || "oid" AS "folder" FROM pg_database
    WHERE "datname" = current_database()`
  const folder = place?.folder ?? ''
  const wanted = texts.map((text) => Buffer.from(text))
  const found = fs.readdirSync(folder).filter((file) => {
    const bytes = fs.readFileSync(path.join(folder, file))

    return wanted.some((text) => bytes.includes(text))
  })
  const names = await db().$queryRaw<{ file: string; name: string }[]>`
    SELECT "relfilenode"::text AS "file", "relname" AS "name" FROM pg_class`

  return found.map((file) => names.find((row) => row.file === file)?.name ?? file)
}

/** On a connection without the store's limits: the disk of a busy machine may need longer for all that lies there. */
async function writeToDisk(): Promise<void> {
  const admin = new pg.Client({ connectionString: databaseCalled('postgres') })
  await admin.connect()
  await admin.query('CHECKPOINT')
  await admin.end()
}
