'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { ActionMessage } from '#components/ui/admin/form.tsx'
import { useAction } from '#components/ui/admin/use-action.ts'
import { Button } from '#components/ui/button.tsx'
import type { startCatalogSyncCall, syncPartnersCall } from '#lib/catalog/schema.ts'
import { call } from '#lib/core/client/request.ts'
import { type SyncStatus, syncProgressQuery } from '#lib/orders/client/admin.ts'

/** Starts a pass over the catalogue and shows how far it is; the page is read again when it has ended. */
export function SyncPanel({ initial, mayStart }: { initial: SyncStatus; mayStart: boolean }) {
  const t = useTranslations('admin.sync')
  const client = useQueryClient()
  const router = useRouter()
  const query = syncProgressQuery(initial)
  const { data } = useQuery(query)
  // A pass that somebody else began comes with the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what the page says, and not its own keys.
  useEffect(() => {
    if (initial.isRunning) client.setQueryData(query.queryKey, initial)
  }, [initial])
  const wasRunning = useRef(data.isRunning)

  useEffect(() => {
    if (wasRunning.current && !data.isRunning) router.refresh()
    wasRunning.current = data.isRunning
  }, [data.isRunning, router])

  const start = useAction({
    send: () => call<typeof startCatalogSyncCall>('POST /api/admin/catalogue/sync'),
    tell: () => null,
    onDone: () => client.setQueryData(query.queryKey, { isRunning: true, run: null }),
    isRead: false,
  })
  const { run, isRunning } = data

  return (
    <div className="grid gap-3 p-3.5">
      {isRunning ? (
        <>
          <progress
            className="block h-2 w-full appearance-none overflow-hidden rounded-[9px] bg-[color-mix(in_oklab,var(--ink)_10%,var(--card))] [&::-moz-progress-bar]:bg-sea [&::-webkit-progress-bar]:bg-transparent [&::-webkit-progress-value]:bg-sea [&::-webkit-progress-value]:transition-[inline-size] [&::-webkit-progress-value]:duration-(--fast)"
            aria-label={t('progress')}
            max={Math.max(1, run?.total ?? 1)}
            value={(run?.done ?? 0) + (run?.failed ?? 0)}
          />
          <p role="status">
            {run && run.total > 0
              ? t('running', { done: run.done, total: run.total, failed: run.failed, calls: run.calls })
              : t('starting')}
          </p>
        </>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
        {mayStart ? (
          <Button tone="ink" onClick={() => start.run()} disabled={isRunning}>
            {t(isRunning ? 'isRunning' : 'start')}
          </Button>
        ) : (
          <p className="a-meta">{t('notAllowed')}</p>
        )}
        <p className="a-meta">{t('hint')}</p>
      </div>
      <ActionMessage message={start.message} variant="line" />
    </div>
  )
}

/** Reads the partners again. */
export function PartnerSync() {
  const t = useTranslations('admin-catalogue.partners')
  const tLabel = useTranslations('admin.label')

  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      <AtOnce
        press={t('start')}
        busy={tLabel('reading')}
        tone="ink"
        size="normal"
        send={() => call<typeof syncPartnersCall>('POST /api/admin/catalogue/partners/sync')}
        tell={(read) => t('read', read)}
      />
    </span>
  )
}
