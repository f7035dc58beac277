'use client'

import { useEffect } from 'react'

/** Calls back when the way back from another page brings this one back as it was left, with its button under way. */
export function useReturn(release: () => void): void {
  useEffect(() => {
    window.addEventListener('pageshow', release)

    return () => window.removeEventListener('pageshow', release)
  })
}
