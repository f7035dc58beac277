import path from 'node:path'
import { startEmbeddedPostgres } from '../embedded-postgres.mjs'
import { otherUsers } from '../postgres/users.mjs'
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
  if (!mayJoin && !settings.databaseUrl) requireNoUser(settings.dataDir)
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

/** Throws while another process uses the embedded database: a worker of a live store has no mark of the directory. */
export function requireNoUser(dataDir) {
  const directory = path.join(dataDir, 'postgres')
  const [user] = otherUsers(directory)
  if (user === undefined) return
  throw new StartError(
    `Process ${user} uses the database in ${directory}. Stop it first; if it is none of the store, remove ${path.join(directory, 'users', user)}.`,
  )
}

async function start(dataDir) {
  try {
    return await startEmbeddedPostgres(path.join(dataDir, 'postgres'))
  } catch (error) {
    throw new StartError(`The embedded database did not start: ${error.message}`)
  }
}
