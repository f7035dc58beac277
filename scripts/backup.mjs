// `npm run backup [-- --to <folder>]`: writes everything the store knows into one file, while it runs.
import './check-node.mjs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand, StartError } from './store/fail.mjs'

const { noteBackup } = await import('./backup/note-backup.ts')
const { openBareDatabase } = await import('./backup/open-database.mjs')
const { writeBackup } = await import('./backup/write-backup.ts')

await runCommand(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  const database = await openBareDatabase({ mayJoin: true })
  const folder = path.resolve(values.to ?? path.join(database.dataDir, 'backups'))
  try {
    const { file, madeAt, bytes, sha256, tables } = await writeBackup(database.url, folder)
    await noteBackup(database.url, madeAt)
    const rows = tables.reduce((sum, table) => sum + table.rows, 0)
    console.log(`${file}\n${rows} rows of ${tables.length} tables, ${bytes} bytes, SHA-256 ${sha256}`)
    console.log('Not in it: DATA_KEYS, secrets.json, erasures.log. Keep copies of them elsewhere.')
  } catch (error) {
    throw new StartError(`The backup was not made: ${error.message || error.code}`)
  } finally {
    await database.close()
  }
})
