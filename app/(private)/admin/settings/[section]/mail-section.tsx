import { getTranslations } from 'next-intl/server'
import { FactPanel } from '#components/settings/admin/fact-panel.tsx'
import { MailTable } from '#components/settings/admin/mail-table.tsx'
import { SettingsForm } from '#components/settings/admin/settings-form.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { LOCALE_NAMES, LOCALES } from '#lib/core/i18n/config.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { MAIL_KINDS } from '#lib/mail/rules/mail-kinds.ts'
import type { AlarmKind } from '#lib/operations/rules/alarms.ts'
import { getEnvironment, getSettingFields } from '#lib/settings/queries/admin-settings.ts'
import type { SettingField } from '#lib/settings/rules/settings.ts'

/** Who mails come from, and every mail to look at. */
export async function MailSection({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-settings')
  const kinds = await getTranslations('alarms.kind')
  const fields = (await getSettingFields(staff, 'mails')).map((field) =>
    field.control === 'manyOff'
      ? {
          ...field,
          options: field.options.map((option) => ({ ...option, label: kinds(`${option.value as AlarmKind}.what`) })),
        }
      : field,
  )
  const isAlarm = ({ key }: SettingField) => key.startsWith('alarms.')

  return (
    <>
      <Panel id="mails" title={t('mails.sender')}>
        <SettingsForm fields={fields.filter((field) => !isAlarm(field))} />
      </Panel>
      <Panel id="alarms" title={t('mails.alarms')}>
        <SettingsForm fields={fields.filter(isAlarm)} />
      </Panel>
      <Panel id="kinds" title={t('mails.title')}>
        <MailTable
          kinds={MAIL_KINDS}
          languages={LOCALES.map((value) => ({ value, label: LOCALE_NAMES[value] }))}
          to={staff.email}
        />
      </Panel>
      <FactPanel title={t('environment')} facts={getEnvironment(staff, 'mails')} rules={[]} />
    </>
  )
}
