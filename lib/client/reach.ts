/** Whether the store answers whoever works in the back office, and whether it still knows them. */
export type Reach = 'good' | 'signed_out' | 'unreachable'

let reach: Reach = 'good'
const listeners = new Set<() => void>()

/** Notes what the last answer said about it. */
export function noteReach(now: Reach): void {
  if (now === reach) return
  reach = now
  for (const listener of listeners) listener()
}

export function readReach(): Reach {
  return reach
}

/** Calls back at every change. Returns how to end that. */
export function watchReach(listener: () => void): () => void {
  listeners.add(listener)

  return () => listeners.delete(listener)
}
