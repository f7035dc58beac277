import path from 'node:path'
import { readBackupSettings } from '../backup/settings.mjs'
import { withClient } from '../postgres/with-client.mjs'
import { runToEnd } from './child.mjs'

const CHECK_EVERY_MS = 60_000
const REST_AFTER_FAILURE_MS = 15 * 60_000
// One number over all processes: two supervisors on one database make one backup.
const BACKUP_LOCK = 7_316_041

const DUE = `
  SELECT NOT EXISTS (
    SELECT 1 FROM "Setting"
    WHERE "key" = 'backup.made' AND ("value" #>> '{}')::timestamptz > now() - $1 * interval '1 hour'
  ) AS "isDue"`

/** Makes backups by the clock for as long as the store runs, where BACKUP_EVERY_HOURS asks for it. */
export function keepBackups({ settings, env, say, running, root }) {
  const backup = readBackupSettings(env, settings.dataDir)
  if (backup.everyHours === null) return
  let notBefore = 0
  let isAtWork = false
  const stopping = new AbortController()
  const { signal } = stopping
  const check = async () => {
    if (isAtWork || Date.now() < notBefore) return
    isAtWork = true
    try {
      const { everyHours } = backup
      const made = await backUpIfDue({ url: env.DATABASE_URL, everyHours, run: () => run({ env, root, signal }) })
      if (made === 'failed') throw new Error('its own message stands above')
    } catch (error) {
      if (signal.aborted) return
      notBefore = Date.now() + REST_AFTER_FAILURE_MS
      say(`the backup was not made (${error.message || error.code}), trying again in 15 minutes`)
    } finally {
      isAtWork = false
    }
  }
  const timer = setInterval(check, CHECK_EVERY_MS)
  running.push({
    // Nobody waits for it: it may take longer than a store has to stop, and the next start makes another.
    stop: async () => {
      clearInterval(timer)
      stopping.abort()
    },
  })
  void check()
}

/**
 * Runs a backup when the last one is older than `everyHours` and nobody else makes one. Answers `made`, `failed`, or
 * `not due`.
 */
export async function backUpIfDue({ url, everyHours, run }) {
  return withClient({ connectionString: url, application_name: 'backup clock' }, async (client) => {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS "isMine"', [BACKUP_LOCK])
    if (!rows[0].isMine) return 'not due'
    const due = await client.query(DUE, [everyHours])
    if (!due.rows[0].isDue) return 'not due'

    return (await run()) === 0 ? 'made' : 'failed'
  })
}

/** In a process of its own: what a dump needs of memory goes with it. */
async function run({ env, root, signal }) {
  if (signal.aborted) return null
  const program = path.join(root, 'scripts/backup.mjs')
  const { code } = await runToEnd({ program, args: ['--prune'], cwd: root, env, signal })

  return code
}
