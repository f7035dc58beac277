import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../embedded-postgres.mjs'
import { migrate } from '../migrate.mjs'
import { findUnsafe, isSuperuser, SUPERUSER } from '../postgres/server-rules.mjs'
import { postmasterPid } from '../postgres/users.mjs'
import { StartError } from './fail.mjs'

const WATCH_MS = 1_000
const SAY_EVERY = 60
// Nobody listens there yet, or the server is still starting.
const NOT_THERE = ['ECONNREFUSED', '57P03']

/** The database of `settings`, migrated: the operator's own, or the embedded one, which is then watched over. */
export async function openDatabase({ settings, root, say }) {
  const directory = path.join(settings.dataDir, 'postgres')
  const embedded = settings.databaseUrl ? null : await start(directory)
  const url = embedded?.url ?? settings.databaseUrl
  let applied
  try {
    applied = await migrateWhenThere(url, { root, say })
  } catch (error) {
    await embedded?.release()
    throw new StartError(`The database cannot be prepared: ${error.message || error.code}`)
  }
  const watch = embedded ? watchOver(directory, say) : null

  return {
    url,
    applied,
    where: embedded ? `embedded PostgreSQL in ${directory} (${embedded.how})` : 'the server of DATABASE_URL',
    directory: embedded ? directory : null,
    close: async () => {
      watch?.abort()
      await embedded?.release()
    },
  }
}

/** A server of the operator's own may start after the store: nothing is wrong until it answers. */
async function migrateWhenThere(url, { root, say }) {
  for (let tries = 0; ; tries++) {
    try {
      await requireSafe(url, say)

      return await migrate(url, path.join(root, 'prisma/migrations'), say)
    } catch (error) {
      if (!NOT_THERE.includes(error.code)) throw error
      if (tries % SAY_EVERY === 0) say(`the server of DATABASE_URL does not answer (${error.code}), waiting for it`)
      await sleep(WATCH_MS)
    }
  }
}

/** A server that may forget what it has confirmed gets no paid order. */
async function requireSafe(url, say) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    const unsafe = await findUnsafe(client)
    if (unsafe.length > 0) throw new Error(unsafe.join('; '))
    if (await isSuperuser(client)) say(SUPERUSER)
  } finally {
    await client.end()
  }
}

async function start(directory) {
  try {
    return await startEmbeddedPostgres(directory)
  } catch (error) {
    throw new StartError(`The embedded database did not start: ${error.message}`)
  }
}

/** A killed server is started again on the same port, where the pools of the running processes find it. */
function watchOver(directory, say) {
  const stop = new AbortController()
  const loop = async () => {
    while (!stop.signal.aborted) {
      await sleep(WATCH_MS)
      if (stop.signal.aborted || postmasterPid(path.join(directory, 'pgdata'))) continue
      say('the embedded database ended, starting it again')
      await startEmbeddedPostgres(directory).catch((error) => say(`it did not start: ${error.message}`))
    }
  }
  void loop()

  return stop
}
