import { useSyncExternalStore } from 'react'

/** What the browser alone knows, and does not change. `before` stands where nobody has asked it yet. */
export function useBrowser<Value>(read: () => Value, before: Value): Value {
  return useSyncExternalStore(watchNothing, read, () => before)
}

const watchNothing = () => () => {}
