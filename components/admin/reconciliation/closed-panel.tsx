import { useTranslations } from 'next-intl'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { Panel } from '#components/admin/panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { ClosedFinding } from '#lib/domain/admin-reconciliation.ts'

/** What was closed last: by both sides agreeing, or by whom and why. `isBeside`: the newest only, with the way to all. */
export function ClosedPanel({ closed, isBeside = false }: { closed: ClosedFinding[]; isBeside?: boolean }) {
  const t = useTranslations('admin-reconciliation')
  const admin = useTranslations('admin')

  return (
    <Panel id="closed" title={t('closed.title')}>
      {closed.length === 0 ? <p className="a-emptyline">{t('closed.empty')}</p> : null}
      <ul className="a-closed">
        {closed.map(({ id, kind, closedAt, by, resolution, reason }) => (
          <li key={id}>
            <span>
              <span className="a-strong">{knownWords(admin, 'finding', kind)}</span>
              <span className="a-sub">
                {howClosed(t, resolution)}
                {by ? `${admin('comma')}${by}` : ''}
                {reason ? <q className="a-reason">{reason}</q> : null}
              </span>
            </span>
            <span className="a-meta">
              <LocalTime at={closedAt} show="moment" />
            </span>
          </li>
        ))}
      </ul>
      {isBeside ? (
        <p className="a-pager">
          <GoLink className="a-link" href="/admin/reconciliation?view=closed">
            {t('closed.all')}
          </GoLink>
        </p>
      ) : null}
    </Panel>
  )
}

function howClosed(t: unknown, resolution: string): string {
  const own = knownWords(t, 'resolution', resolution)

  return own === resolution ? knownWords(t, 'act', resolution) : own
}
