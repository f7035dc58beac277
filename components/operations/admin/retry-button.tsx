'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { ask } from '#lib/core/client/ask.ts'

type RetryButtonProps = { queue: string; id: string; label: string }

/** Has one row done now instead of at its time. */
export function RetryButton({ queue, id, label }: RetryButtonProps) {
  const t = useTranslations('admin-settings.jobs')
  const router = useRouter()
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')

  async function retry() {
    setState('sending')
    try {
      await ask('/api/admin/jobs/retry', { method: 'POST', body: { queue, id } })
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
