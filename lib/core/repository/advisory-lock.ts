import 'server-only'
import { pool } from './client.ts'

/** One number per work that only one process may do at a time. */
const LOCKS = {
  sync: 7_316_004,
  comparison: 7_316_015,
  recovery: 7_270_901,
  month: 7_316_022,
  daySums: 7_316_031,
} as const

/**
 * Runs work while no other process does the same; `null` when one does.
 *
 * The lock belongs to a connection, so it ends with a process that dies, without any waiting time.
 */
export async function withLock<Result>(name: keyof typeof LOCKS, work: () => Promise<Result>): Promise<Result | null> {
  const connection = await pool().connect()
  let isBroken = false
  try {
    const { rows } = await connection.query('SELECT pg_try_advisory_lock($1) AS "isMine"', [LOCKS[name]])
    if (rows[0]?.isMine !== true) return null
    try {
      return await work()
    } finally {
      // A connection that was lost has lost the lock as well; what the work has stored stands.
      await connection.query('SELECT pg_advisory_unlock($1)', [LOCKS[name]]).catch(() => {
        isBroken = true
      })
    }
  } finally {
    connection.release(isBroken)
  }
}
