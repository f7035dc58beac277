'use client'

import { useEffect } from 'react'

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
