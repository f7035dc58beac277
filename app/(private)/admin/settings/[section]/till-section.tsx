import { getTranslations } from 'next-intl/server'
import { Panel } from '#components/admin/panel.tsx'
import { TillForm } from '#components/admin/settings/till-form.tsx'
import type { StaffMember } from '#lib/domain/caller.ts'
import { LOCALE_NAMES } from '#lib/i18n/config.ts'
import { getStoredLooks } from '#lib/queries/admin-settings.ts'
import { getStore } from '#lib/queries/store-facts.ts'

/** The till, closed by hand. */
export async function TillSection({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-settings')
  const [{ 'till.notice': stored }, { languages }] = await Promise.all([getStoredLooks(staff), getStore()])

  return (
    <Panel id="till" title={t('section.maintenance')}>
      <TillForm stored={stored} languages={languages.map((value) => ({ value, label: LOCALE_NAMES[value] }))} />
    </Panel>
  )
}
