'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { syncPartners } from '#lib/catalog/client/catalog.ts'
import { toFailure } from '#lib/core/client/ask.ts'
import { type SyncStatus, startSync, syncProgressQuery } from '#lib/orders/client/admin.ts'

type SyncPanelProps = { initial: SyncStatus; mayStart: boolean }

/** Starts a pass over the catalogue and shows how far it is; the page is read again when it has ended. */
export function SyncPanel({ initial, mayStart }: SyncPanelProps) {
  const t = useTranslations('admin.sync')
  const client = useQueryClient()
  const router = useRouter()
  const query = syncProgressQuery(initial)
  const { data } = useQuery(query)
  const [problem, setProblem] = useState<'offline' | 'internal' | null>(null)
  const wasRunning = useRef(data.isRunning)

  useEffect(() => {
    if (wasRunning.current && !data.isRunning) router.refresh()
    wasRunning.current = data.isRunning
  }, [data.isRunning, router])

  async function start() {
    setProblem(null)
    try {
      await startSync()
      client.setQueryData(query.queryKey, { isRunning: true, run: null })
    } catch (error) {
      setProblem(toFailure(error).code === 'offline' ? 'offline' : 'internal')
    }
  }

  const { run, isRunning } = data

  return (
    <div className="a-pb a-pb-stack">
      {isRunning ? (
        <>
          <progress
            className="a-meter"
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
      <div className="a-row">
        {mayStart ? (
          <Button tone="ink" onClick={start} disabled={isRunning}>
            {t(isRunning ? 'isRunning' : 'start')}
          </Button>
        ) : (
          <p className="a-meta">{t('notAllowed')}</p>
        )}
        <p className="a-meta">{t('hint')}</p>
      </div>
      {problem ? (
        <p role="alert" className="field-error">
          {t(`failed.${problem}`)}
        </p>
      ) : null}
    </div>
  )
}

/** Reads the partners again. */
export function PartnerSync() {
  const t = useTranslations('admin-catalogue.partners')
  const router = useRouter()
  const [said, setSaid] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function start() {
    setBusy(true)
    setSaid(null)
    try {
      setSaid(t('read', await syncPartners()))
      router.refresh()
    } catch {
      setSaid(t('failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <span className="a-row">
      <span role="status" className="a-meta">
        {said}
      </span>
      <Button tone="ink" disabled={isBusy} onClick={start}>
        {t(isBusy ? 'reading' : 'start')}
      </Button>
    </span>
  )
}
