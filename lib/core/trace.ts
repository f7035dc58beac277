import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What led to the work that is going on: a request from outside, a piece of work of the worker, or both when the work
 * follows from an order that a request made.
 */
export type Trace = { requestId?: string; jobId?: string }

const KEY = Symbol.for('landfall.trace')
// The server and the framework's own bundles each have a copy of this module, and one process.
const shared = globalThis as unknown as { [KEY]?: AsyncLocalStorage<Trace> }
shared[KEY] ??= new AsyncLocalStorage<Trace>()
const storage = shared[KEY]

/** Runs work whose log lines all carry this trace, in place of whatever was under way around it. */
export function inTrace<Result>(trace: Trace, work: () => Result): Result {
  return storage.run(trace, work)
}

/** What led to the work that is going on now; empty outside of any. */
export function currentTrace(): Trace {
  return storage.getStore() ?? {}
}

/** The id that the hop before us gave to a request, when it has the shape of one; `null` otherwise. */
export function readRequestId(given: string | string[] | undefined): string | null {
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : null
}
