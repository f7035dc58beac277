'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { call } from '#lib/core/client/ask.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import type { retryJobCall } from '#lib/operations/schema.ts'

type RetryButtonProps = { queue: string; id: string; label: string }

/** Has one row done now instead of at its time. */
export function RetryButton({ queue, id, label }: RetryButtonProps) {
  const t = useTranslations('admin-settings.jobs')
  const router = useRouter()
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')

  async function retry() {
    setState('sending')
    try {
      await call<typeof retryJobCall>('POST /api/admin/jobs/retry', {
        body: { queue, id } as RequestOf<typeof retryJobCall>['body'],
      })
      setState('idle')
      router.refresh()
    } catch {
      setState('failed')
    }
  }

  return (
    <>
      <Button size="small" disabled={state === 'sending'} aria-label={t('retryOne', { name: label })} onClick={retry}>
        {t('retry')}
      </Button>
      {state === 'failed' ? <span role="alert"> {t('retryFailed')}</span> : null}
    </>
  )
}
