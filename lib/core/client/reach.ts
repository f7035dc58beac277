/** Whether the store answers whoever looks at a page, and whether it still knows them. */
export type Reach = 'good' | 'signed_out' | 'unreachable'

let reach: Reach = 'good'
// A page that was read is an answer.
let heardAt = Date.now()
const listeners = new Set<() => void>()

/** Notes what the last answer said about it. */
export function noteReach(now: Reach): void {
  if (now !== 'unreachable') heardAt = Date.now()
  if (now === reach) return
  reach = now
  for (const listener of listeners) listener()
}

export function readReach(): Reach {
  return reach
}

/** When the store answered last, as far as this page knows: in milliseconds, so that it can be compared. */
export function lastHeardAt(): number {
  return heardAt
}

/** Calls back at every change. Returns how to end that. */
export function watchReach(listener: () => void): () => void {
  listeners.add(listener)

  return () => listeners.delete(listener)
}
