import 'server-only'

/** Places where a process may die, in the order in which a sale passes them. Each has a test that kills it there. */
export const FAILPOINTS = [
  'order_made',
  'session_answered',
  'session_noted',
  'event_noted',
  'transfer_noted',
  'payment_read',
  'checked',
  'prepared',
  'sent',
  'answered',
  'placed',
  'capturing',
  'capture_noted',
  'capture_answered',
  'captured',
  'details_answered',
  'deliverable',
  'delivered',
  'void_answered',
  'return_asked',
  'cancel_noted',
  'cancel_answered',
  'cancel_read',
  'refund_noted',
  'refund_answered',
  'mail_written',
  'mail_sent',
] as const

/** A place of the list, or the moment before a step of a row in some state: after the commit that brought it there. */
export type Failpoint = (typeof FAILPOINTS)[number] | `${'line' | 'payment' | 'refund' | 'return'}:${string}`

type Hook = (point: Failpoint) => void | Promise<void>

const global = globalThis as unknown as { landfallCrashPoint?: Hook }

/** Does nothing, except in a test that has put a hook there. */
export async function failpoint(point: Failpoint): Promise<void> {
  await global.landfallCrashPoint?.(point)
}

/** Runs `hook` at every failpoint of this process, for tests. */
export function onCrashPoint(hook: Hook): void {
  global.landfallCrashPoint = hook
}
