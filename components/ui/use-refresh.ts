import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useRef, useState, useTransition } from 'react'
import { findReachBy } from '#lib/core/client/find-reach.ts'
import { call } from '#lib/core/client/request.ts'
import type { reachStoreCall } from '#lib/core/schema.ts'

const AGAIN_EVERY_MS = 5_000

/**
 * Has the page read again once the store answers. Where it does not, the framework would leave the page for an error of the
 * browser: until then the page stays as it is. `isReading` from the wish on, until what was read is shown.
 */
export function useRefresh() {
  const router = useRouter()
  const [isDue, setIsDue] = useState(false)
  const [isReading, read] = useTransition()
  const andThen = useRef<(() => void) | undefined>(undefined)

  useEffect(() => {
    if (!isDue) return
    let isOver = false
    const tryNow = async () => {
      if (!navigator.onLine || (await findReachBy(ask)) !== 'good' || isOver) return
      isOver = true
      setIsDue(false)
      read(() => {
        router.refresh()
        andThen.current?.()
      })
    }
    void tryNow()
    const timer = setInterval(tryNow, AGAIN_EVERY_MS)
    window.addEventListener('online', tryNow)

    return () => {
      isOver = true
      clearInterval(timer)
      window.removeEventListener('online', tryNow)
    }
  }, [isDue, router])

  /** `then` comes with the new page. */
  const refresh = useCallback((then?: () => void) => {
    andThen.current = then
    setIsDue(true)
  }, [])

  return { refresh, isReading: isDue || isReading }
}

const ask = () => call<typeof reachStoreCall>('GET /api/reach')
