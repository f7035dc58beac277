import { getTranslations } from 'next-intl/server'
import { Panel } from '#components/admin/panel.tsx'
import { FactPanel } from '#components/admin/settings/fact-panel.tsx'
import { MailTable } from '#components/admin/settings/mail-table.tsx'
import { SettingsForm } from '#components/admin/settings/settings-form.tsx'
import type { SettingField } from '#lib/domain/admin-settings.ts'
import type { AlarmKind } from '#lib/domain/alarms.ts'
import type { StaffMember } from '#lib/domain/caller.ts'
import { MAIL_KINDS } from '#lib/domain/mail-kinds.ts'
import { LOCALE_NAMES, LOCALES } from '#lib/i18n/config.ts'
import { getEnvironment, getSettingFields } from '#lib/queries/admin-settings.ts'

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
