'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { keepSession } from '#lib/client/admin-session.ts'

const RENEW_EVERY_MS = 5 * 60_000
const ACTS = ['pointerdown', 'keydown'] as const

type StayAwakeProps = { refreshSeconds: number }

/** Reads the page again while it is looked at, and renews the session while somebody works, but not for a mere screen. */
export function StayAwake({ refreshSeconds }: StayAwakeProps) {
  const router = useRouter()

  useEffect(() => {
    let renewedAt = 0
    const renew = () => {
      if (performance.now() - renewedAt < RENEW_EVERY_MS && renewedAt > 0) return
      renewedAt = performance.now()
      keepSession().catch(() => {
        renewedAt = 0
      })
    }
    renew()
    for (const act of ACTS) window.addEventListener(act, renew, { passive: true })

    return () => {
      for (const act of ACTS) window.removeEventListener(act, renew)
    }
  }, [])

  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) router.refresh()
    }, refreshSeconds * 1000)

    return () => clearInterval(timer)
  }, [refreshSeconds, router])

  return null
}
