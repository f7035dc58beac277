import 'server-only'
import { announceWork } from '#lib/settings/repository/announcements.ts'

type Listener = () => void

// On globalThis: the web bundle and the worker in the same process load this module twice.
const global = globalThis as unknown as { landfallWake?: Set<Listener> }
global.landfallWake ??= new Set()
const listeners = global.landfallWake

/** Tells a worker that something is due: that of this process, or all others. Call it after the commit. */
export function wakeWorker(): void {
  if (listeners.size === 0) void announceWork().catch(() => undefined)
  for (const listener of listeners) listener()
}

/** Calls `listener` at every wake-up, until the returned function is called. */
export function onWake(listener: Listener): () => void {
  listeners.add(listener)

  return () => listeners.delete(listener)
}
