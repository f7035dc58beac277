type Work = () => Promise<unknown>

/** The front finishes what stands here before the process ends; in development there is no front, and no list. */
const AT_END = Symbol.for('landfall.at-end')
const STARTED = Symbol.for('landfall.worker')

// globalThis, not a module variable: a development rebuild evaluates modules again in the same process.
const shared = globalThis as unknown as { [AT_END]?: Work[]; [STARTED]?: true }

/** Runs once when the server starts: the worker, unless a process of its own does the work. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== 'nodejs' || shared[STARTED]) return
  shared[STARTED] = true
  const { env } = await import('#lib/core/env.ts')
  if (env.WORKER === 'off' || !env.DATABASE_URL) return

  try {
    const { startRunner } = await import('#lib/worker/runner.ts')
    const runner = await startRunner()
    shared[AT_END]?.push(() => runner.stop())
  } catch (error) {
    // While a worker is being written, the pages stay up without it.
    if (env.NODE_ENV !== 'development') throw error
    console.error('the worker did not start', error)
  }
}
