import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbeddedPostgres } from '../embedded-postgres.mjs'
import { postmasterPid } from '../postgres/users.mjs'

/** An embedded server of its own in `directory` that can be stopped without warning and comes back. */
export async function openDatabase({ directory }) {
  const server = await startEmbeddedPostgres(directory)
  const pool = new pg.Pool({ connectionString: server.url, max: 3, connectionTimeoutMillis: 5_000 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))

  return {
    url: server.url,
    /** Rows, asked again while the server is away: the judge does not share the store's trouble. */
    ask: (sql, values = []) => askPatiently(pool, sql, values),
    /** Rows, or `null` when the server does not answer now. */
    askOnce: (sql, values = []) =>
      pool.query(sql, values).then(
        ({ rows }) => rows,
        () => null,
      ),
    /** Ends the server as a power cut does (`SIGQUIT`: immediate stop; `SIGKILL`), and starts it again. */
    strike: async (signal) => {
      const pid = postmasterPid(path.join(directory, 'pgdata'))
      if (!pid) return
      process.kill(pid, signal)
      while (postmasterPid(path.join(directory, 'pgdata')) === pid) await sleep(20)
      await startAgain(directory)
    },
    close: async () => {
      await pool.end().catch(() => {})
      await server.release()
    },
  }
}

/** After a kill the server's other processes still hold its memory for a moment, longer on a busy machine. */
async function startAgain(directory) {
  for (let tries = 0; ; tries++) {
    try {
      return await startEmbeddedPostgres(directory)
    } catch (error) {
      if (tries === 30) throw error
      await sleep(1_000)
    }
  }
}

async function askPatiently(pool, sql, values) {
  for (let tries = 0; ; tries++) {
    try {
      return (await pool.query(sql, values)).rows
    } catch (error) {
      if (tries === 100) throw error
      await sleep(300)
    }
  }
}
