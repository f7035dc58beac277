import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import { db } from '#lib/core/repository/client.ts'
import { aroundStatements, cut } from '#tests/support/model/statements.ts'
import { eventually } from '#tests/support/patience.ts'

/** Where a running process dies: around which of its next statements to the database. */
export type Death = { after: number; when: 'before' | 'behind' }

/** The power of a process that lives inside this one: what runs in it can be made to die at any statement. */
export type Power = {
  /** Runs work as a process of its own; `death` ends it. Resolves with whether it died, when nothing of it runs on. */
  run: (work: () => Promise<void>, death?: Death) => Promise<boolean>
  off: () => void
}

type Process = { death: Death | null; isDead: boolean; connections: Set<pg.Client> }

/** Thrown out of every statement of a dead process: nothing it does can reach the database any more. */
export class PowerCut extends Error {}

/**
 * Puts power switches on the statements of this process.
 *
 * A dead process loses its connections (the server rolls back what it had open), leaves its leases as they stand, and
 * whatever it still computes stays without effect: what a kill leaves behind, without the cost of a process.
 */
export function switchPower(): Power {
  const current = new AsyncLocalStorage<Process>()
  const off = aroundStatements(async (_, run, client) => {
    const process = current.getStore()
    if (!process) return run()
    if (process.isDead) throw new PowerCut()
    process.connections.add(client)
    if (!process.death || --process.death.after > 0) return run()
    if (process.death.when === 'behind') await run().catch(() => undefined)
    process.isDead = true
    for (const connection of process.connections) cut(connection)
    throw new PowerCut()
  })

  return {
    run: async (work, death) => {
      const process: Process = { death: death ? { ...death } : null, isDead: false, connections: new Set() }
      try {
        await current.run(process, work)
      } catch (error) {
        if (!process.isDead) throw error
      }
      if (process.isDead) await freshConnections()

      return process.isDead
    },
    off,
  }
}

/** The next process has connections of its own: those of the dead one must be gone from the pool that both share here. */
async function freshConnections(): Promise<void> {
  const all = () => Promise.allSettled(Array.from({ length: 10 }, () => db().$queryRaw`SELECT 1`))
  await eventually(all, (ends) => ends.every(({ status }) => status === 'fulfilled'))
}
