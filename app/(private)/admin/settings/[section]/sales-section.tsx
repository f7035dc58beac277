import { getTranslations } from 'next-intl/server'
import { SalesForm } from '#components/settings/admin/sales-form.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { LOCALE_NAMES } from '#lib/core/i18n/config.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { getStoredLooks } from '#lib/settings/queries/admin-settings.ts'
import { getStore } from '#lib/settings/queries/store-facts.ts'

/** The checkout, closed by hand. */
export async function SalesSection({ staff }: { staff: StaffMember }) {
  const t = await getTranslations('admin-settings')
  const [{ 'till.notice': stored }, { languages }] = await Promise.all([getStoredLooks(staff), getStore()])

  return (
    <Panel id="sales" title={t('section.maintenance')}>
      <SalesForm stored={stored} languages={languages.map((value) => ({ value, label: LOCALE_NAMES[value] }))} />
    </Panel>
  )
}
