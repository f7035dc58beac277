'use client'

import { useEffect, useSyncExternalStore } from 'react'

/** Tells whether the browser believes to be online. True while the server renders. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)

  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}

/** Calls back when the way back from another page brings this one back as it was left, with its button under way. */
export function useReturn(release: () => void): void {
  useEffect(() => {
    // A page shows as well when it has loaded for the first time, and its button may be under way by then.
    const onShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) release()
    }
    window.addEventListener('pageshow', onShow)

    return () => window.removeEventListener('pageshow', onShow)
  })
}
