import { useTranslations } from 'next-intl'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { OpenAlarm } from '#lib/operations/rules/alarms.ts'

type AlarmPanelProps = { alarms: OpenAlarm[]; now: Date; isBrief?: boolean }

/** The alarms that stand open, each with what to do unless it is brief; nothing at all while there are none. */
export function AlarmPanel({ alarms, now, isBrief = false }: AlarmPanelProps) {
  const t = useTranslations('alarms')
  const admin = useTranslations('admin')
  if (alarms.length === 0) return null

  return (
    <Panel
      id="alarms"
      title={<Mark tone="stop">{t('panel.title', { count: alarms.length })}</Mark>}
      beside={<span className="a-ph-end a-meta a-wide">{t('panel.hint')}</span>}
    >
      <ul className="a-list a-alarms">
        {alarms.map(({ kind, since, page }) => (
          <li key={kind}>
            <span>
              <span className="a-strong">{t(`kind.${kind}.what`)}</span>
              {isBrief ? null : <span className="a-sub">{t(`kind.${kind}.todo`)}</span>}
            </span>
            <span className="a-row">
              <span className="a-soft">
                <RelativeTime since={since} now={now} />
              </span>
              <GoLink className="btn" href={page}>
                {admin('open')}
              </GoLink>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
