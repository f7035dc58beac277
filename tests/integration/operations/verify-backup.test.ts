import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadBackup } from '#scripts/backup/load-backup.ts'
import { verifyBackup } from '#scripts/backup/verify-backup.ts'
import { writeBackup } from '#scripts/backup/write-backup.ts'
import { askDatabase, ownDatabase } from '#tests/support/database-copies.ts'

/** A restore that loses rows. */
const losing =
  (sql: string) =>
  async (...given: Parameters<typeof loadBackup>) => {
    const restored = await loadBackup(...given)
    await askDatabase(given[1], sql)

    return restored
  }

test('a restore that loses a year of invoices is told, whichever year', async () => {
  const url = await ownDatabase()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-verify-test-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const year = new Date().getUTCFullYear()
  await askDatabase(
    url,
    `INSERT INTO "InvoiceYear" ("year", "last") VALUES (${year}, 7), (${year - 1}, 1000), (-${year}, 3)`,
  )
  const { file } = await writeBackup(url, folder)

  await expect(verifyBackup(file)).resolves.toHaveProperty('restored')
  for (const lost of [year - 1, -year, year]) {
    const load = losing(`DELETE FROM "InvoiceYear" WHERE "year" = ${lost}`)
    await expect(verifyBackup(file, [], load)).rejects.toThrow(
      'InvoiceYear has 2 rows after the restore, 3 were expected',
    )
  }
})
