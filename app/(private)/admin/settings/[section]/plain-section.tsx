import { getTranslations } from 'next-intl/server'
import { FactPanel } from '#components/settings/admin/fact-panel.tsx'
import { SettingsForm } from '#components/settings/admin/settings-form.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { getEnvironment, getSettingFields } from '#lib/settings/queries/admin-settings.ts'
import type { SettingSection } from '#lib/settings/rules/settings.ts'

type PlainSectionProps = {
  staff: StaffMember
  section: Extract<SettingSection, 'payments' | 'delivery' | 'limits' | 'tax' | 'data'>
}

/** What cannot be changed in a section, and why, with the place where it can where there is one. */
const RULES = {
  payments: ['fromEnvironment'],
  delivery: ['sealed', 'noCodes', 'once'],
  limits: ['order', 'support', 'supplier', 'forms'],
  tax: ['included'],
  data: ['orders', 'audit', 'sessions', 'nightly'],
} as const

const LINKS: Record<string, string> = { support: '/admin/orders/answers', supplier: '/admin/finance/supplier' }

/** A section of plain controls, with the rules that stand beside them. */
export async function PlainSection({ staff, section }: PlainSectionProps) {
  const t = await getTranslations('admin-settings')
  const fields = (await getSettingFields(staff, section)).map((field) =>
    field.control === 'many' || field.control === 'manyOff'
      ? {
          ...field,
          options: field.options.map((option) => ({ ...option, label: t(`method.${option.value}` as 'method.test') })),
        }
      : field,
  )

  return (
    <>
      <Panel id={section} title={t(`section.${section}`)}>
        <SettingsForm fields={fields} />
      </Panel>
      <FactPanel
        title={t('rules')}
        facts={getEnvironment(staff, section)}
        rules={RULES[section].map((rule) => ({
          text: t(`rule.${section}.${rule}` as 'rule.tax.included'),
          href: LINKS[rule] ?? null,
        }))}
      />
    </>
  )
}
