import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Panel } from '#components/ui/admin/panel.tsx'
import type { ClosedDiscrepancy } from '#lib/reconciliation/rules/admin-reconciliation.ts'
import { discrepancyAddress } from '#lib/reconciliation/rules/reconciled-kinds.ts'

type ClosedPanelProps = {
  closed: ClosedDiscrepancy[]
  title?: string
  /** What to say where there is none. */
  empty?: string
  /** The newest only, with the way to all. */
  isBeside?: boolean
}

/** What was closed: by both sides agreeing, or by whom and why. Each leads to its evidence. */
export function ClosedPanel({ closed, title, empty, isBeside = false }: ClosedPanelProps) {
  const t = useTranslations('admin-reconciliation')
  const admin = useTranslations('admin')

  return (
    <Panel id="closed" title={title ?? t('closed.title')}>
      {closed.length === 0 ? <p className="a-emptyline">{empty ?? t('closed.empty')}</p> : null}
      <ul className="a-closed">
        {closed.map(({ id, kind, order, subject, closedAt, by, resolution, reason }) => (
          <li key={id}>
            <span>
              <GoLink className="a-link a-strong" href={discrepancyAddress(id)}>
                {knownWords(admin, 'discrepancy', kind)}
              </GoLink>{' '}
              {order ? (
                <GoLink className="a-id a-link" href={`/admin/orders/${order.id}`}>
                  {order.number}
                </GoLink>
              ) : (
                <bdi className="a-id a-soft">{subjectText(subject)}</bdi>
              )}
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

/** Names what a difference is about. Ids of ours are for look-ups; their ends tell two apart. */
export function subjectText(subject: string): string {
  return /^[a-z]{3}_\w{20,}$/.test(subject) ? `…${subject.slice(-6)}` : subject
}

/** Says how a difference was closed, in the words of the act that closed it. */
export function howClosed(t: unknown, resolution: string): string {
  const own = knownWords(t, 'resolution', resolution)

  return own === resolution ? knownWords(t, 'act', resolution) : own
}
