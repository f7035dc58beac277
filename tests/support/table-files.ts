import fs from 'node:fs'
import path from 'node:path'
import { db } from '#lib/core/repository/client.ts'
import { adminOf, askDatabase } from '#tests/support/database-copies.ts'

/** The files of this database's tables and indexes, as they lie on the disk, that hold one of these texts. */
export async function filesHolding(texts: string[]): Promise<string[]> {
  const folder = await writeToDisk()
  const wanted = texts.map((text) => Buffer.from(text))
  const found = fs.readdirSync(folder).filter((file) => {
    const bytes = readIfThere(path.join(folder, file))

    return wanted.some((text) => bytes.includes(text))
  })
  const names = await db().$queryRaw<{ file: string; name: string }[]>`
    SELECT "relfilenode"::text AS "file", "relname" AS "name" FROM pg_class`

  return found.map((file) => names.find((row) => row.file === file)?.name ?? file)
}

/** A file's bytes; none for one that the server removed after it was listed, as it does with its own caches. */
function readIfThere(file: string): Buffer {
  try {
    return fs.readFileSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error

    return Buffer.alloc(0)
  }
}

/**
 * Writes everything out and returns the folder of this database. Not the store's role, which may not do that, nor under its
 * limits: the disk of a busy machine may need longer for all that lies there.
 */
async function writeToDisk(): Promise<string> {
  const [here] = await db().$queryRaw<{ oid: number }[]>`
    SELECT "oid"::int FROM pg_database WHERE "datname" = current_database()`
  await askDatabase(adminOf('postgres'), 'CHECKPOINT')
  const [server] = await askDatabase<{ data_directory: string }>(adminOf('postgres'), 'SHOW data_directory')

  return path.join(server?.data_directory ?? '', 'base', String(here?.oid))
}
