import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { Link, TAB } from '#components/ui/admin/link.tsx'
import { Tabs } from '#components/ui/admin/tabs.tsx'
import { SETTING_SECTIONS, type SettingSection } from '#lib/settings/rules/settings.ts'

/** The head of every page of the settings: where one is, and the way to the other parts. */
export async function SettingsFrame({ section, children }: { section: SettingSection | null; children: ReactNode }) {
  const t = await getTranslations('admin-settings')
  const tAdmin = await getTranslations('admin')

  return (
    <StaffMessages namespace="admin-settings">
      <div className="a-head">
        <h1>{tAdmin('area.settings')}</h1>
        <p className="a-meta">{t('lead')}</p>
      </div>
      <Tabs
        {...{ label: t('sections'), all: [null, ...SETTING_SECTIONS], here: section }}
        href={(one) => (one ? `/admin/settings/${one}` : '/admin/settings')}
        name={(one) => t(`section.${one ?? 'setup'}`)}
      >
        <Link className={TAB} href="/admin/staff">
          {t('section.staff')}
        </Link>
      </Tabs>
      {children}
    </StaffMessages>
  )
}
