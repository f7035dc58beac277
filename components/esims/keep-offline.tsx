'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useId, useRef, useState } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { OfflineReason, OnlineButton } from '#components/orders/online-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { useRefresh } from '#components/ui/use-refresh.ts'
import { useSending } from '#components/ui/use-sending.ts'
import {
  canKeep,
  dropCopy,
  dropOutdated,
  findCopy,
  isShownFromCopy,
  type KeptCopy,
  keepCopy,
} from '#lib/core/client/kept-page.ts'
import { call } from '#lib/core/client/request.ts'
import { useOnline } from '#lib/core/client/use-online.ts'
import type { sendEsimCopyCall } from '#lib/esims/schema.ts'
import type { CopyTerms } from '#lib/settings/rules/shop.ts'

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

/** Has an opened eSIM mailed to the address of its order, with its QR code. */
export function SendCopy({ esimId, emailMasked, terms }: { esimId: string; emailMasked: string; terms: CopyTerms }) {
  const t = useTranslations('card.copyMail')
  const { refresh } = useRefresh()
  // The history of the order tells of it.
  const { run, isSending, isDone, failure } = useSending(
    () => call<typeof sendEsimCopyCall>('POST /api/esims/[id]/copies', { params: { id: esimId } }),
    refresh,
  )
  const email = () => <bdi>{emailMasked}</bdi>
  const outcome = isDone ? 'sent' : failure ? (failure.code === 'rate_limited' ? 'enough' : 'failed') : 'why'
  if (!terms.isProven) return <p className="small soft">{t.rich('unproven', { email })}</p>

  return (
    <div>
      <OnlineButton disabled={isSending || isDone} onClick={() => run()}>
        <Icon name={isDone ? 'check' : 'mail'} />
        {t(isSending ? 'sending' : 'send')}
      </OnlineButton>
      <p className="small soft mt-2" role="status">
        {t.rich(outcome, { email })}
      </p>
    </div>
  )
}
