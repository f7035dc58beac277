import { expect, onTestFinished, test } from 'vitest'
import { callEverything, startBadServer, WAYS } from '#tests/support/model/bad-servers.ts'

test.each(WAYS)('D7 every call to a %s server ends at its limit and leaves no socket', async (way) => {
  const limits = { connectMs: 5_000, readMs: 300, loginMs: 500, orderCallMs: 700 }
  const server = await startBadServer(way)
  onTestFinished(server.close)

  const ended = await callEverything(server.url, limits)

  expect(ended.filter(({ kind }) => kind !== 'timeout')).toEqual([])
  for (const { tookMs, limit } of ended) expect(tookMs).toBeGreaterThan(limits[limit] * 0.9)
  await expect.poll(server.open).toBe(0)
})
