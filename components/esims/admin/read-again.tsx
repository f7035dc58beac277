'use client'

import { useTranslations } from 'next-intl'
import { AtOnce } from '#components/ui/admin/action-dialog.tsx'
import { call } from '#lib/core/client/request.ts'
import { refreshOrderReadings } from '#lib/esims/client/staff-esims.ts'
import type { refreshEsimStatusCall } from '#lib/esims/schema.ts'

/** Asks the network about an eSIM again; the page then shows the new ages. */
export function ReadAgain({ esimId }: { esimId: string }) {
  const t = useTranslations('admin-desk.card')
  const tLabel = useTranslations('admin.label')

  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      <AtOnce
        press={t('again')}
        busy={tLabel('reading')}
        hint={t('againHint')}
        send={() => call<typeof refreshEsimStatusCall>('POST /api/admin/esims/[id]/facts', { params: { id: esimId } })}
        tell={({ isRead }) => (isRead ? t('readGood') : { tone: 'wait', text: t('readSilent') })}
      />
    </span>
  )
}

/** Asks about all eSIMs of an order. */
export function ReadOrderAgain({ orderId }: { orderId: string }) {
  const t = useTranslations('admin-desk.card')
  const tLabel = useTranslations('admin.label')

  return (
    <AtOnce press={t('again')} busy={tLabel('reading')} send={() => refreshOrderReadings(orderId)} tell={() => null} />
  )
}
