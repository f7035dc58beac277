import type { Server } from 'node:http'
import { report } from '#lib/server/report.ts'

const GRACE_MS = 9_000

/** Where parts that Next loaded leave what must be finished before the process ends. */
const AT_END = Symbol.for('landfall.at-end')

type Work = () => Promise<unknown>
const shared = globalThis as unknown as { [AT_END]?: Work[] }

/** Opens the list. Must run before Next is prepared, which is when its instrumentation adds to it. */
export function openEndList(): Work[] {
  shared[AT_END] ??= []

  return shared[AT_END]
}

/**
 * Ends the process in order on SIGTERM or SIGINT: no new requests, open ones and running jobs to their end, then exit.
 *
 * Next's own handling would stop in the middle of a running job.
 */
export function endOnSignal(server: Server | null, own: Work[]): void {
  let isEnding = false
  const end = async (signal: NodeJS.Signals) => {
    if (isEnding) return
    isEnding = true
    report('ending', { signal })
    const force = setTimeout(() => server?.closeAllConnections(), GRACE_MS)
    const works = [...openEndList(), ...own, () => drain(server)]
    const results = await Promise.allSettled(works.map((work) => work()))
    clearTimeout(force)
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) report('the end was not clean', { error: failed.reason })
    process.exit(failed ? 1 : 0)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}

function drain(server: Server | null): Promise<void> {
  if (!server) return Promise.resolve()

  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeIdleConnections()
  })
}
