import { getTranslations } from 'next-intl/server'
import { Link } from '#components/ui/admin/link.tsx'
import { Mark, Panel, SplitRows } from '#components/ui/admin/panel.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getSetupList } from '#lib/settings/queries/admin-settings.ts'
import { adminTitle, staffWith } from '../staff.ts'
import { SettingsFrame } from './frame.tsx'

const TONES = { done: 'ok', open: 'wait', later: 'plain' } as const

export const generateMetadata = () => adminTitle('settings')

export default async function SettingsPage() {
  const staff = await staffWith('settings.change', '/admin/settings')
  await privateLocale()
  const steps = await getSetupList(staff)
  const t = await getTranslations('admin-settings')
  const done = steps.filter(({ state }) => state === 'done').length

  return (
    <SettingsFrame section={null}>
      <Panel id="setup" title={t('setup.title', { done: String(done), all: String(steps.length) })}>
        <SplitRows as="ol">
          {steps.map(({ step, state, href }) => (
            <li key={step}>
              <span>
                <Link className="a-link font-semibold" href={href}>
                  {t(`setup.${step}.title`)}
                </Link>
                <span className="a-sub">{t(`setup.${step}.${state === 'done' ? 'done' : 'open'}`)}</span>
              </span>
              <Mark tone={TONES[state]}>{t(`setup.state.${state}`)}</Mark>
            </li>
          ))}
        </SplitRows>
      </Panel>
    </SettingsFrame>
  )
}
