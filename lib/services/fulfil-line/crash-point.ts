import 'server-only'

/** The places between two commits where a process may die: each has a test that kills it there. */
export type CrashPoint =
  | 'prepared'
  | 'sent'
  | 'answered'
  | 'placed'
  | 'capturing'
  | 'captured'
  | 'deliverable'
  | 'delivered'
  | 'cancel_answered'
  | 'refund_answered'

type Hook = (point: CrashPoint) => void | Promise<void>

const global = globalThis as unknown as { landfallCrashPoint?: Hook }

/** Does nothing, except in a test that has put a hook there. */
export async function crashPoint(point: CrashPoint): Promise<void> {
  await global.landfallCrashPoint?.(point)
}

/** Runs `hook` at every crash point of this process, for tests. */
export function onCrashPoint(hook: Hook): void {
  global.landfallCrashPoint = hook
}
