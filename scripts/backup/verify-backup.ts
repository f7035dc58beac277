import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbeddedPostgres } from '../embedded-postgres.mjs'
import { findBinaries } from '../postgres/binaries.mjs'
import { withClient } from '../postgres/with-client.mjs'
import { BackupError } from './file-form.ts'
import { loadBackup } from './load-backup.ts'
import { type Checked, checkBackup } from './read-backup.ts'
import { quoted } from './tables.ts'

/** What a look at a backup found. `restored` is `null` where no embedded PostgreSQL exists to restore it into. */
export type Verified = Checked & { restored: { tables: number; rows: number } | null }

/** What leaves the rows out that a restore itself adds. Any other invoice year is one of the backup. */
const OWN_ROWS: Record<string, string> = {
  Setting: `WHERE "key" <> 'recovery'`,
  InvoiceYear: `WHERE "last" <> 1000 OR "year" <> extract(year FROM now() AT TIME ZONE 'UTC')::int`,
}

/**
 * Proves that a backup can be used: opens it, compares every checksum, restores it into a database that is thrown away
 * and counts the rows there; `load` is what restores it. Throws `BackupError` at the first thing that is not as the backup says.
 */
export async function verifyBackup(
  file: string,
  identities: string[] = [],
  load: typeof loadBackup = loadBackup,
): Promise<Verified> {
  const checked = await checkBackup(file, identities)
  if (!hasServer()) return { ...checked, restored: null }
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-verify-'))
  try {
    const server = await startEmbeddedPostgres(folder)
    try {
      await load(file, server.url, identities)

      return { ...checked, restored: await count(server.url, checked) }
    } finally {
      await server.release()
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function hasServer(): boolean {
  try {
    findBinaries()

    return true
  } catch {
    return false
  }
}

async function count(url: string, { tables }: Checked): Promise<{ tables: number; rows: number }> {
  return withClient({ connectionString: url, application_name: 'verify' }, async (client) => {
    let sum = 0
    for (const { name, rows } of tables) {
      const { rows: found } = await client.query<{ count: number }>(
        `SELECT count(*)::int AS "count" FROM ${quoted(name)} ${OWN_ROWS[name] ?? ''}`,
      )
      const there = found[0]?.count ?? 0
      // A backup that was made in recovery mode has the setting that a restore would add.
      if (there !== rows && !(name === 'Setting' && there === rows - 1)) {
        throw new BackupError(`${name} has ${there} rows after the restore, ${rows} were expected.`)
      }
      sum += there
    }

    return { tables: tables.length, rows: sum }
  })
}
