'use client'

import { useTranslations } from 'next-intl'
import { AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { call } from '#lib/core/client/request.ts'
import type { RequestOf } from '#lib/core/rules/contract.ts'
import type { retryJobCall } from '#lib/operations/schema.ts'

/** Has one row done now instead of at its time. */
export function RetryButton({ queue, id, label }: { queue: string; id: string; label: string }) {
  const t = useTranslations('admin-settings.jobs')
  const body = { queue, id } as RequestOf<typeof retryJobCall>['body']

  return (
    <AtOnce
      press={t('retry')}
      name={t('retryOne', { name: label })}
      send={() => call<typeof retryJobCall>('POST /api/admin/jobs/retry', { body })}
      tell={() => null}
    />
  )
}
