import { expect, onTestFinished, test } from 'vitest'
import { callEverything, startBadServer, WAYS } from '#tests/support/model/bad-servers.ts'

// The limits of a live store, written out: who changes them has to mean it.
const LIMITS = { readMs: 10_000, loginMs: 15_000, orderCallMs: 75_000 }

test.each(WAYS)(
  'D7 every call to a %s server ends within a tenth of its limit and leaves no socket',
  {
    timeout: 300_000,
  },
  async (way) => {
    const server = await startBadServer(way)
    onTestFinished(server.close)

    const ended = await callEverything(server.url, {})

    expect(ended.filter(({ kind }) => kind !== 'timeout')).toEqual([])
    for (const { tookMs, limit, name } of ended) {
      expect(tookMs / LIMITS[limit], name).toBeGreaterThan(0.9)
      expect(tookMs / LIMITS[limit], name).toBeLessThan(1.1)
    }
    await expect.poll(server.open).toBe(0)
  },
)
