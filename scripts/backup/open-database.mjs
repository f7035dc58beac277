import path from 'node:path'
import { startEmbeddedPostgres } from '../embedded-postgres.mjs'
import { claimDataDir, openDataDir } from '../store/data-dir.mjs'
import { StartError } from '../store/fail.mjs'
import { readSettings } from '../store/settings.mjs'
import { loadEnvFile, ROOT } from '../store/supervisor.mjs'

/**
 * The database of the store and nothing else: no migration, no other server. Answers its address, the data directory
 * and `close`. With `mayJoin` a running store may use it at the same time.
 */
export async function openBareDatabase({ mayJoin }) {
  loadEnvFile()
  const settings = readSettings(process.env, ROOT)
  openDataDir(settings.dataDir)
  const giveBack = mayJoin ? null : claimDataDir(settings.dataDir)
  const embedded = settings.databaseUrl ? null : await start(settings.dataDir)

  return {
    url: embedded?.url ?? settings.databaseUrl,
    dataDir: settings.dataDir,
    close: async () => {
      await embedded?.release()
      giveBack?.()
    },
  }
}

async function start(dataDir) {
  try {
    return await startEmbeddedPostgres(path.join(dataDir, 'postgres'))
  } catch (error) {
    throw new StartError(`The embedded database did not start: ${error.message}`)
  }
}
