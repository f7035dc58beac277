import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { Link, TAB } from '#components/ui/admin/link.tsx'
import { TabStrip } from '#components/ui/admin/tab-strip.tsx'
import { SETTING_SECTIONS, type SettingSection } from '#lib/settings/rules/settings.ts'

/** The head of every page of the settings: where one is, and the way to the other parts. */
export async function SettingsFrame({ section, children }: { section: SettingSection | null; children: ReactNode }) {
  const t = await getTranslations('admin-settings')
  const tAdmin = await getTranslations('admin')
  const links: (SettingSection | null)[] = [null, ...SETTING_SECTIONS]

  return (
    <StaffMessages namespace="admin-settings">
      <div className="a-head">
        <h1>{tAdmin('area.settings')}</h1>
        <p className="a-meta">{t('lead')}</p>
      </div>
      <TabStrip label={t('sections')}>
        {links.map((one) => (
          <Link
            key={one ?? 'setup'}
            className={TAB}
            href={one ? `/admin/settings/${one}` : '/admin/settings'}
            aria-current={one === section ? 'page' : undefined}
          >
            {t(`section.${one ?? 'setup'}`)}
          </Link>
        ))}
        <Link className={TAB} href="/admin/staff">
          {t('section.staff')}
        </Link>
      </TabStrip>
      {children}
    </StaffMessages>
  )
}
