import 'server-only'

type Listener = () => void

// On globalThis: the web bundle and the worker in the same process load this module twice.
const global = globalThis as unknown as { landfallWake?: Set<Listener> }
global.landfallWake ??= new Set()
const listeners = global.landfallWake

/** Tells the worker of this process that something is due. Call it after the commit; losing it costs a second only. */
export function wakeWorker(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` at every wake-up, until the returned function is called. */
export function onWake(listener: Listener): () => void {
  listeners.add(listener)

  return () => listeners.delete(listener)
}
