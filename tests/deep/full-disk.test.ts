import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type DiskStore, openDiskStore, sellOnFullDisk } from '#tests/support/full-disk.ts'
import { publish } from '#tests/support/published.ts'
import { mountTrouble } from '#tests/support/small-volume.ts'

const FULL_MS = Number(process.env.FULL_MS ?? 30_000)
/** As after any other fall of the database. */
const HEALS_WITHIN_MS = 30_000
const trouble = mountTrouble()

describe.skipIf(trouble !== null)(`D31 a store whose volume is full${trouble ? ` (skipped: ${trouble})` : ''}`, () => {
  let store: DiskStore

  beforeAll(async () => {
    store = await openDiskStore()
  })

  afterAll(() => store?.close())

  test.each([
    { from: 'prepared', endsServer: false },
    { from: 'payment_read', endsServer: true },
    { from: 'sent', endsServer: true },
    { from: 'answered', endsServer: true },
    { from: 'capture_answered', endsServer: true },
  ] as const)(
    'from "$from" on (database ended: $endsServer) heals without help, loses nothing, repeats nothing',
    {
      timeout: 1_800_000,
    },
    async ({ from, endsServer }) => {
      const run = await sellOnFullDisk(store, { from, fullMs: FULL_MS, endsServer })
      publish('D31', { from, endsServer, fullMs: FULL_MS, ...run })

      // A database that the full disk has ended says nothing at all; one that runs says why it wrote nothing.
      const [noRoom, ended] = [
        '503 store_unavailable: Nothing can be stored now.',
        '500 internal: Something failed on our side.',
      ]
      const allowed = ['200 ok', noRoom, ...(endsServer ? [ended] : [])]
      expect(Object.keys(run.answers).filter((answer) => !allowed.includes(answer))).toEqual([])
      expect((run.answers[noRoom] ?? 0) + (run.answers[ended] ?? 0)).toBeGreaterThan(0)
      if (endsServer) expect(run.serverEnded).toBeGreaterThan(0)
      expect(run).toMatchObject({ halfWritten: 0, wrong: [] })
      expect(run.healedMs).toBeLessThanOrEqual(HEALS_WITHIN_MS)
      expect(run.states).not.toContain('HELD')
    },
  )
})
