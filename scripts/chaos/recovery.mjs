import { setTimeout as sleep } from 'node:timers/promises'

const TABLES = ['Line', 'Payment', 'Refund', 'CancelAttempt', 'Outbox']
const HELD = TABLES.map(
  (table) => `SELECT '${table}' AS "table", "id", "epoch" FROM "${table}"
              WHERE "leaseOwner" LIKE $1 AND "leaseUntil" > clock_timestamp()`,
).join(' UNION ALL ')

/** Measures how long the rows of a killed process lie before another takes them: from the kill to the next claim. */
export function watchRecovery(database) {
  const waiting = []
  const took = []
  let isStopped = false
  const loop = (async () => {
    while (!isStopped) {
      await sleep(200)
      await look()
    }
  })()

  async function look() {
    if (waiting.length === 0) return
    const ids = waiting.map(({ id }) => id)
    const epochs = TABLES.map((table) => `SELECT "id", "epoch" FROM "${table}" WHERE "id" = ANY($1)`).join(
      ' UNION ALL ',
    )
    const rows = await database.askOnce(epochs, [ids])
    const now = new Map((rows ?? []).map(({ id, epoch }) => [id, epoch]))
    for (const entry of [...waiting]) {
      if (!now.has(entry.id) || now.get(entry.id) === entry.epoch) continue
      took.push(Date.now() - entry.at)
      waiting.splice(waiting.indexOf(entry), 1)
    }
  }

  return {
    took,
    noteKill: async (pid) => {
      const at = Date.now()
      const rows = await database.askOnce(HELD, [`worker:${pid}:%`])
      waiting.push(...(rows ?? []).map(({ id, epoch }) => ({ id, epoch, at })))
    },
    stop: async () => {
      isStopped = true
      await loop
      await look()

      return { took, open: waiting.length }
    },
  }
}
