'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useSyncExternalStore, useTransition } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { findReach, keepSession } from '#lib/auth/client/admin-session.ts'
import { noteRead } from '#lib/core/client/kept-rows.ts'
import { lastHeardAt, readReach, watchReach } from '#lib/core/client/request.ts'
import { guardLeaving, hasInput, watchTyping } from '#lib/core/client/unsaved.ts'

const RENEW_EVERY_MS = 5 * 60_000
const READ_EVERY_MS = 20_000
const ACTIVITY = ['pointerdown', 'keydown'] as const

/**
 * Reads the page again while it is looked at, and renews the session while somebody works, but not for a mere screen. While
 * the store does not answer, or knows nobody any more, the page stays as it is.
 */
export function StayAwake() {
  const router = useRouter()
  const address = useAddress()
  const [isReading, read] = useTransition()

  useEffect(() => {
    if (!isReading) noteRead(address)
  }, [isReading, address])

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
    for (const action of ACTIVITY) window.addEventListener(action, renew, { passive: true })

    return () => {
      for (const action of ACTIVITY) window.removeEventListener(action, renew)
    }
  }, [])

  useEffect(() => {
    const stopTyping = watchTyping()
    const letGo = guardLeaving(window, {
      hasInput,
      onIntercepted: () => document.getElementById('reach')?.scrollIntoView({ block: 'center' }),
    })
    const readAgain = async () => {
      if (document.visibilityState !== 'visible' || !navigator.onLine) return
      // A page that could not be read tries again itself.
      if (document.getElementById('unread')) return
      const now = await findReach()
      // Signed out, the page leads to the sign-in: nothing that was typed goes along.
      if (now === 'good' || (now === 'signed_out' && !hasInput())) read(() => router.refresh())
    }
    const afterAbsence = () => {
      if (readReach() !== 'good') void readAgain()
    }
    const timer = setInterval(readAgain, READ_EVERY_MS)
    document.addEventListener('visibilitychange', afterAbsence)
    window.addEventListener('online', afterAbsence)

    return () => {
      stopTyping()
      letGo()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', afterAbsence)
      window.removeEventListener('online', afterAbsence)
    }
  }, [router])

  return null
}

/** The address of the page as a link would say it. */
export function useAddress(): string {
  const path = usePathname()
  const query = useSearchParams().toString()

  return query === '' ? path : `${path}?${query}`
}

/** Says above everything that the store does not answer, or that one is signed out: nothing can be sent, nothing is lost. */
export function ReachNotice() {
  const t = useTranslations('admin.reach')
  const reach = useSyncExternalStore(watchReach, readReach, () => 'good' as const)

  if (reach === 'good') return null

  return (
    <Notice id="reach" tone="bad" role="alert" className="mb-4">
      {t.rich(reach, { at: () => <LocalTime at={new Date(lastHeardAt())} show="time_zone" /> })}{' '}
      {reach === 'signed_out' ? (
        <a className="a-link" href="/sign-in?callbackUrl=/admin" target="_blank" rel="noreferrer">
          {t('signIn')}
        </a>
      ) : null}
    </Notice>
  )
}
