// `npm run backup`: writes everything the store knows into one file, while it runs.
//   npm run backup [-- --to <folder>] [-- --prune]        --prune deletes those that BACKUP_KEEP_DAYS keeps no longer
//   npm run backup -- verify <file> [--identity <file>]   opens, checks, restores into a throw-away database, counts
//   npm run backup -- key                                 makes a pair of keys for BACKUP_RECIPIENTS
import './check-node.mjs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, StartError } from './store/fail.mjs'

const { makeKey, readIdentities } = await import('./backup/file-form.ts')
const { noteBackup } = await import('./backup/write-backup.ts')
const { openBareDatabase } = await import('./backup/open-database.mjs')
const { deleteOldBackups, readBackupSettings } = await import('./backup/settings.mjs')
const { verifyBackup } = await import('./backup/verify-backup.ts')
const { writeBackup } = await import('./backup/write-backup.ts')

// Ended like this, it takes with it what it has half written.
process.once('SIGTERM', () => process.exit(143))

const { values, positionals } = parseArgs({
  options: { to: { type: 'string' }, prune: { type: 'boolean' }, identity: { type: 'string' } },
  allowPositionals: true,
})

await runCommand(async () => {
  const [verb, file] = positionals
  if (verb === 'key') return process.stdout.write(await makeKey())
  if (verb === 'verify') return verify(file)
  if (verb !== undefined) throw new StartError(`There is no "${verb}": npm run backup [-- verify <file> | key].`)
  await backUp()
})

async function backUp() {
  const database = await openBareDatabase({ mayJoin: true })
  try {
    const settings = readBackupSettings(process.env, database.dataDir)
    const folder = values.to === undefined ? settings.folder : path.resolve(values.to)
    const { file, madeAt, bytes, sha256, tables } = await writeBackup(database.url, folder, settings.recipients)
    await noteBackup(database.url, madeAt)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`${file}\n${rows} rows of ${tables.length} tables, ${bytes} bytes, SHA-256 ${sha256}`)
    console.log('Not in it: DATA_KEYS, secrets.json, erasures.log. Keep copies of them elsewhere.')
    const gone = values.prune ? deleteOldBackups(folder, settings.keepDays) : []
    if (gone.length > 0) console.log(`Deleted, older than ${settings.keepDays} days: ${gone.join(', ')}`)
  } catch (error) {
    throw new StartError(`The backup was not made: ${error.message || error.code}`)
  } finally {
    await database.close()
  }
}

async function verify(name) {
  if (!name) throw new StartError('Which file? npm run backup -- verify <file> [--identity <file>]')
  try {
    const identities = values.identity ? await readIdentities(path.resolve(values.identity)) : []
    const { head, tables, restored } = await verifyBackup(path.resolve(name), identities)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(
      `Whole: ${rows} rows of ${tables.length} tables, as of ${head.madeAt}, release ${head.release ?? '0.1.0'}.`,
    )
    if (restored) console.log(`Restored into a throw-away database and counted: ${restored.rows} rows are there.`)
    else console.log('Not restored: there is no embedded PostgreSQL here. The checksums were compared.')
  } catch (error) {
    throw new StartError(`This backup cannot be used: ${error.message || error.code}`)
  }
}
