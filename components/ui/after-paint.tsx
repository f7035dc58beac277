'use client'

import { type ReactNode, useDeferredValue, useSyncExternalStore } from 'react'

/**
 * Leaves its content out of the first picture of a page that somebody came to by a press, and adds it right after: for what
 * is folded or below the screen. What the server sends is whole, and so is what becomes of it.
 */
export function AfterPaint({ children }: { children: ReactNode }) {
  const isFromServer = useSyncExternalStore(watchNothing, no, yes)

  return useDeferredValue(true, isFromServer) ? children : null
}

const watchNothing = () => () => {}
const no = () => false
const yes = () => true
