import { getTranslations } from 'next-intl/server'
import { ConnectionTest } from '#components/admin/connection-test.tsx'
import { Panel } from '#components/admin/panel.tsx'
import { CapabilityForm, type CapabilityView } from '#components/admin/settings/capability-form.tsx'
import { FactPanel } from '#components/admin/settings/fact-panel.tsx'
import type { StaffMember } from '#lib/domain/caller.ts'
import { env } from '#lib/env.ts'
import { getCapabilityValues, getEnvironment } from '#lib/queries/admin-settings.ts'

const ON_OFF = ['on', 'off'] as const

/** The account with the network: what is set, whether it answers, and what it is known to do. */
export async function ConnectionSection({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-settings')
  const { read } = await getCapabilityValues(staff)
  const onOff = (isOn: boolean) => (isOn ? 'on' : 'off')
  const capabilities: CapabilityView[] = [
    { key: 'order.otherOrderId', value: onOff(read.sendsLineRef), options: ON_OFF },
    { key: 'order.otherItemId', value: onOff(read.sendsAttemptRef), options: ON_OFF },
    { key: 'order.daypassDays', value: onOff(read.sendsDays), options: ON_OFF },
    { key: 'order.beginDate', value: onOff(read.sendsStartDate), options: ON_OFF },
    { key: 'order.beginDateFormat', value: read.startDateFormat, options: null },
    { key: 'order.daypassPrice', value: read.dayPassCost, options: ['per-day', 'total'] },
    { key: 'lookup.reference', value: read.referenceLookup, options: ['unproven', 'yes', 'no'] },
  ]

  return (
    <>
      <FactPanel
        title={t('environment')}
        facts={getEnvironment(staff, 'connection')}
        rules={[
          { text: t('rule.connection.never'), href: null },
          { text: t(`rule.connection.${env.RESELLER_API_SIGN_FORM}`), href: null },
        ]}
      />
      <Panel id="test" title={t('connectionTest')}>
        <ConnectionTest />
      </Panel>
      <Panel id="capabilities" title={t('capability.title')}>
        <CapabilityForm key={JSON.stringify(capabilities)} capabilities={capabilities} />
      </Panel>
    </>
  )
}
