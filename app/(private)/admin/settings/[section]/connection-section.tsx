import { getTranslations } from 'next-intl/server'
import { ConnectionTest } from '#components/operations/admin/connection-test.tsx'
import { CapabilityForm, type CapabilityView } from '#components/settings/admin/capability-form.tsx'
import { FactPanel } from '#components/settings/admin/fact-panel.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { countLeavingPlans } from '#lib/catalog/queries/admin-catalog.ts'
import { env } from '#lib/core/env.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { CAPABILITY_KEYS, type CapabilityKey, capabilityValues } from '#lib/provider/rules/capabilities.ts'
import { getCapabilityValues, getEnvironment } from '#lib/settings/queries/admin-settings.ts'

const ON_OFF = ['on', 'off'] as const
const OPTIONS: Partial<Record<CapabilityKey, readonly string[]>> = {
  'order.otherOrderId': ON_OFF,
  'order.otherItemId': ON_OFF,
  'order.daypassDays': ON_OFF,
  'order.beginDate': ON_OFF,
  'order.daypassPrice': ['per-day', 'total'],
  'lookup.reference': ['unproven', 'yes', 'no'],
  'cancel.listDrops': ['unproven', 'yes'],
}

/** The account with the network: what is set, whether it answers, and what it is known to do. */
export async function ConnectionSection({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-settings')
  const [{ read }, leaving] = await Promise.all([getCapabilityValues(staff), countLeavingPlans(staff)])
  const values = capabilityValues(read)
  const capabilities = CAPABILITY_KEYS.map(
    (key): CapabilityView => ({
      ...{ key, value: values[key], options: OPTIONS[key] ?? null, leaving: leaving[key] ?? null },
    }),
  )

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
        <CapabilityForm capabilities={capabilities} />
      </Panel>
    </>
  )
}
