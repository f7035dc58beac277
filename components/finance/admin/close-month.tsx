'use client'

import { useTranslations } from 'next-intl'
import { ActionButton } from '#components/ui/admin/action-dialog.tsx'
import { call } from '#lib/core/client/request.ts'
import type { closeMonthCall } from '#lib/finance/schema.ts'

/** Closes a month after saying that it cannot be undone. */
export function CloseMonth({ id, month }: { id: string; month: string }) {
  const t = useTranslations('admin-finance.months')

  return (
    <ActionButton
      title={t('close', { month })}
      effect={t('closeWarning')}
      press={t('closeNow')}
      label={t('close', { month })}
      variant="primary"
      tone="danger"
      send={() => call<typeof closeMonthCall>('POST /api/admin/finance/months/[id]/close', { params: { id } })}
      // The page shows it among the closed ones.
      onDone={() => undefined}
    />
  )
}
