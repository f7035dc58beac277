import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * What led to the work that is going on: a request from outside, a piece of work of the worker, or both when the work
 * follows from an order that a request made.
 */
export type Trace = { requestId?: string; jobId?: string }

type Wrap = <Result>(name: string, work: () => Result) => Result

const KEY = Symbol.for('landfall.trace')
// The server and the framework's own bundles each have a copy of this module, and one process.
const global = globalThis as unknown as { [KEY]?: { storage: AsyncLocalStorage<Trace>; wrap?: Wrap } }
global[KEY] ??= { storage: new AsyncLocalStorage<Trace>() }
const shared = global[KEY]

/** Runs work whose log lines all carry this trace, in place of whatever was under way around it. */
export function inTrace<Result>(trace: Trace, work: () => Result): Result {
  return shared.storage.run(trace, work)
}

/** As `inTrace`, for a piece of work of the worker that has a name. */
export function inJob<Result>(name: string, trace: Trace & { jobId: string }, work: () => Result): Result {
  return inTrace(trace, () => (shared.wrap ? shared.wrap(name, work) : work()))
}

/** Lets whoever measures stand around every piece of work. */
export function wrapJobs(wrap: Wrap): void {
  shared.wrap = wrap
}

/** What led to the work that is going on now; empty outside of any. */
export function currentTrace(): Trace {
  return shared.storage.getStore() ?? {}
}

/** The id that the hop before us gave to a request, when it has the shape of one; `null` otherwise. */
export function readRequestId(given: string | string[] | undefined): string | null {
  return typeof given === 'string' && /^[\w.-]{8,64}$/.test(given) ? given : null
}
