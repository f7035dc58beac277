'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useState } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { OfflineReason } from '#components/orders/online-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import {
  canKeep,
  dropCopy,
  dropOutdated,
  findCopy,
  isShownFromCopy,
  type KeptCopy,
  keepCopy,
} from '#lib/core/client/kept-page.ts'
import { useOnline } from '#lib/core/client/use-online.ts'

type State = 'asking' | 'cannot' | 'none' | 'working' | 'failed' | KeptCopy

/**
 * Keeps this page on this device, or removes it. `until` is when it goes by itself; null when there is nothing to keep
 * (any more): then a copy goes at once.
 */
export function KeepOffline({ path, until }: { path: string; until: Date | null }) {
  const t = useTranslations('card.keep')
  const isOnline = useOnline()
  const why = useId()
  const [state, setState] = useState<State>('asking')
  const copy = typeof state === 'object' ? state : null
  const untilMs = until?.getTime() ?? null
  // Ends every renewal under way when the copy is removed: it must not come back.
  const renewals = useRef<AbortController>(null)

  // A copy follows the page: whoever looks with a network renews it.
  useEffect(() => {
    const checkStorage = async () => {
      if (!canKeep()) return setState('cannot')
      if (untilMs === null) return dropCopy(path)
      await dropOutdated()
      const found = await findCopy(path)
      setState(found ?? 'none')
      if (!found || !navigator.onLine) return
      renewals.current ??= new AbortController()
      const { signal } = renewals.current
      const renewed = await keepCopy(path, new Date(untilMs), signal).catch(() => found)
      if (signal.aborted) return dropCopy(path)
      setState(renewed)
    }
    void checkStorage().catch(() => setState('cannot'))
  }, [path, untilMs])

  if (until === null) return null
  const press = async () => {
    setState('working')
    renewals.current?.abort()
    renewals.current = null
    try {
      if (copy) await dropCopy(path)
      setState(copy ? 'none' : await keepCopy(path, until))
    } catch {
      setState('failed')
    }
  }

  return (
    <div>
      <Button
        aria-pressed={copy !== null}
        aria-describedby={copy ? undefined : why}
        disabled={['asking', 'cannot', 'working'].includes(String(state)) || (!copy && !isOnline)}
        onClick={() => void press()}
      >
        <Icon name={copy ? 'check' : 'offline'} />
        {t(copy ? 'remove' : state === 'working' ? 'working' : 'keep')}
      </Button>
      {copy ? null : <OfflineReason id={why} />}
      <p className="small soft mt-2" role="status">
        {copy
          ? t.rich(isShownFromCopy() ? 'keptOffline' : 'kept', {
              at: () => <LocalTime at={copy.at} show="moment" />,
              until: () => <LocalTime at={copy.until} show="date" />,
            })
          : t(state === 'cannot' || state === 'failed' ? state : 'why')}
      </p>
    </div>
  )
}
