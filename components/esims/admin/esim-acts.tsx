import { useLocale, useTranslations } from 'next-intl'
import { ActButton } from '#components/orders/admin/act-button.tsx'
import type { ActSpec } from '#components/orders/admin/act-spec.ts'
import { Panel } from '#components/ui/admin/panel.tsx'
import { sumText } from '#components/ui/admin/sum.tsx'
import { toLocale } from '#lib/core/i18n/config.ts'
import { intlTag } from '#lib/core/i18n/formats.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import type { AdminEsimPage } from '#lib/esims/rules/admin-esims.ts'

type EsimActsProps = { esim: AdminEsimPage; staff: StaffMember; canGoBack: boolean }

/** What this person can do to an eSIM now; nothing where that is nothing. */
export function EsimActs({ esim, staff, canGoBack }: EsimActsProps) {
  const t = useTranslations('admin-desk.card')
  const tag = intlTag(toLocale(useLocale()))
  const sum = `${sumText(esim.priceShareMinor, esim.order.currency, tag)} ${esim.order.currency}`
  const reveal: ActSpec = {
    title: t('reveal'),
    effect: t('revealEffect'),
    press: t('revealPress'),
    path: `/api/admin/orders/${esim.order.id}/cards/${esim.id}/reveal`,
    fields: [{ kind: 'reason' }],
  }
  const giveBack: ActSpec = {
    title: t('giveBack'),
    effect: t('giveBackEffect', { sum }),
    press: t('giveBackPress'),
    path: '/api/admin/cancellations',
    body: { orderId: esim.order.id },
    fields: [{ kind: 'cards', esims: [{ value: esim.id, label: esim.iccid }] }, { kind: 'reason' }],
    isOnce: true,
  }
  const acts = [
    ...(can(staff, 'codes.reveal') && esim.hasCode && esim.isDelivered ? [reveal] : []),
    ...(can(staff, 'returns.ask') && esim.isDelivered && canGoBack ? [giveBack] : []),
  ]
  if (acts.length === 0) return null

  return (
    <Panel id="card-acts" title={t('acts')}>
      <ul className="a-acts">
        {acts.map((spec) => (
          <li key={spec.title}>
            <span>
              {spec.title}
              <span className="a-sub">{spec.effect}</span>
            </span>
            <ActButton spec={spec} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
