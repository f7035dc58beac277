import { notFound } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import { ownTitle } from '#app/(private)/own-title.ts'
import { PastPanel } from '#components/settings/admin/legal-table.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { listSettingPast } from '#lib/settings/queries/admin-settings.ts'
import { SETTING_SECTIONS, type SettingSection } from '#lib/settings/rules/settings.ts'
import { adminTitle, staffWith } from '../../staff.ts'
import { SettingsFrame } from '../frame.tsx'
import {
  ConnectionSection,
  LanguagesSection,
  LegalSection,
  MailSection,
  PlainSection,
  SalesSection,
  ShopSection,
} from './sections.tsx'

type Props = PageProps<'/admin/settings/[section]'>

export async function generateMetadata({ params }: Props) {
  const section = sectionOf((await params).section)
  if (!section) return adminTitle('settings')
  const area = await getTranslations({ locale: await privateLocale(), namespace: 'admin.area' })

  return ownTitle('admin-settings', (t) => `${t(`section.${section}`)} | ${area('settings')}`)
}

export default async function SettingsSectionPage({ params, searchParams }: Props) {
  const section = sectionOf((await params).section)
  if (!section) notFound()
  const staff = await staffWith('settings.change', `/admin/settings/${section}`)
  await privateLocale()
  const past = await listSettingPast(staff, section)

  return (
    <SettingsFrame section={section}>
      <div className="grid grid-cols-[minmax(0,1fr)_24rem] items-start gap-4 narrow:grid-cols-1">
        <div className="grid min-w-0 content-start gap-4">{await contentOf(section, staff, await searchParams)}</div>
        <PastPanel past={past} section={section} />
      </div>
    </SettingsFrame>
  )
}

function sectionOf(asked: string): SettingSection | undefined {
  return SETTING_SECTIONS.find((known) => known === asked)
}

function contentOf(section: SettingSection, staff: StaffMember, asked: Awaited<Props['searchParams']>) {
  if (section === 'shop') return <ShopSection staff={staff} />
  if (section === 'languages') return <LanguagesSection staff={staff} />
  if (section === 'connection') return <ConnectionSection staff={staff} />
  if (section === 'mails') return <MailSection staff={staff} />
  if (section === 'legal') return <LegalSection staff={staff} asked={asked} />
  if (section === 'maintenance') return <SalesSection staff={staff} />

  return <PlainSection staff={staff} section={section} />
}
