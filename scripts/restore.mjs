// `npm run restore -- <file> [--check] [--identity <file>]`: loads a backup into an empty database, or only checks the file.
import './check-node.mjs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, StartError } from './store/fail.mjs'

const { readIdentities } = await import('./backup/file-form.ts')
const { BackupError } = await import('./backup/file-form.ts')
const { loadBackup } = await import('./backup/load-backup.ts')
const { openBareDatabase } = await import('./backup/open-database.mjs')
const { checkBackup } = await import('./backup/read-backup.ts')

const NEXT = `
The store is in recovery mode. What comes next:
  1. DATA_KEYS (a trial store: secrets.json) must be those of the backup: they open the activation codes.
  2. Put erasures.log of the old data directory into the new one, if you have it.
  3. Start the store. It takes no payments and places nothing until it has asked the payment provider and the
     upstream what happened since; then it opens by itself. The admin area's first page shows how far it is.`

await runCommand(async () => {
  const { values, positionals } = parseArgs({
    options: { check: { type: 'boolean' }, identity: { type: 'string' } },
    allowPositionals: true,
  })
  const [name] = positionals
  if (!name) throw new StartError('Which file? npm run restore -- <file> [--check] [--identity <file>]')
  const file = path.resolve(name)
  try {
    const identities = values.identity ? await readIdentities(path.resolve(values.identity)) : []
    const checked = await checkBackup(file, identities)
    if (values.check) return say('The backup is whole', checked)
    const database = await openBareDatabase({ mayJoin: false })
    try {
      say('Restored', await loadBackup(file, database.url, identities))
    } finally {
      await database.close()
    }
    console.log(NEXT)
  } catch (error) {
    if (error instanceof BackupError) throw new StartError(error.message)
    if (error instanceof StartError) throw error
    throw new StartError(`Nothing was restored: ${error.message || error.code}`)
  }
})

function say(what, { head, tables, later = [] }) {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(`${what}: ${rows} rows of ${tables.length} tables, as of ${head.madeAt}.`)
  if (later.length > 0) console.log(`Applied ${later.join(', ')}`)
}
