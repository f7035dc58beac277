'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** Has the page rendered anew when its reader comes back to it: elsewhere something may have been opened meanwhile. */
export function useFreshOnReturn(isOn: boolean): void {
  const router = useRouter()

  useEffect(() => {
    if (!isOn) return
    const look = () => {
      if (document.visibilityState === 'visible' && navigator.onLine) router.refresh()
    }
    document.addEventListener('visibilitychange', look)

    return () => document.removeEventListener('visibilitychange', look)
  }, [isOn, router])
}
