import { useTranslations } from 'next-intl'
import { EvidenceTable } from '#components/orders/admin/evidence.tsx'
import { subjectText } from '#components/reconciliation/admin/closed-panel.tsx'
import { FindingActs } from '#components/reconciliation/admin/finding-acts.tsx'
import { SidesTable } from '#components/reconciliation/admin/sides-table.tsx'
import { SupportText } from '#components/reconciliation/admin/support-text.tsx'
import { ExactSum } from '#components/ui/admin/exact-sum.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { Icon } from '#components/ui/icon.tsx'
import type { FindingView } from '#lib/reconciliation/rules/admin-reconciliation.ts'
import { differenceAddress } from '#lib/reconciliation/rules/findings.ts'

const URGENT = ['upstream_order_unknown', 'order_not_listed', 'payment_unknown', 'paid_without_line', 'iccid_twice']
const OPEN_AT_FIRST = 2

type FindingsPanelProps = {
  findings: FindingView[]
  /** How many there are, shown here or not. */
  count: number
  kind: string | null
  now: Date
  /** What to say where there is none. */
  empty?: string
  /** The page is about this one. */
  isAlone?: boolean
}

/** Open differences, those with the most money at risk first, each with both sides and what can be done. */
export function FindingsPanel({ findings, count, kind, now, empty, isAlone = false }: FindingsPanelProps) {
  const t = useTranslations('admin-reconciliation')
  const admin = useTranslations('admin')

  return (
    <Panel
      id="findings"
      title={kind ? knownWords(admin, 'finding', kind) : t('findings.all')}
      {...(isAlone ? {} : { hint: t('findings.order') })}
    >
      {findings.length < count ? (
        <p className="a-pb a-meta">{t('findings.onPage', { shown: findings.length, count })}</p>
      ) : null}
      {findings.length === 0 ? <p className="a-emptyline">{empty ?? t('findings.none')}</p> : null}
      {findings.map((finding, index) => (
        <Finding key={finding.id} {...{ finding, now, isAlone }} isOpen={index < OPEN_AT_FIRST} />
      ))}
    </Panel>
  )
}

type FindingProps = { finding: FindingView; now: Date; isOpen: boolean; isAlone: boolean }

function Finding({ finding, now, isOpen, isAlone }: FindingProps) {
  const t = useTranslations('admin-reconciliation')
  const admin = useTranslations('admin')
  const { id, kind, order, subject, risk, rows, facts, openedAt, seenAt } = finding
  const title = knownWords(admin, 'finding', kind)

  return (
    <details id={id} className="a-finding" open={isOpen} data-kind={kind}>
      <summary>
        <Icon name="down" />
        <h3>
          <Mark tone={URGENT.includes(kind) ? 'stop' : 'wait'}>{title}</Mark>
        </h3>
        <span className="a-meta a-finding-end">
          <bdi className="a-id">{order?.number ?? subjectText(subject)}</bdi>
          {risk ? <ExactSum {...risk} /> : null}
          <span>{t.rich('findings.found', { age: () => <RelativeTime since={openedAt} now={now} /> })}</span>
        </span>
      </summary>
      <div className="a-pb a-pb-stack">
        {rows.length > 0 ? <SidesTable finding={finding} /> : null}
        {facts.length > 0 ? <EvidenceTable rows={facts} /> : null}
        {finding.isHeld && order ? (
          <p>
            {t.rich('findings.held', {
              order: (words) => (
                <GoLink className="a-link" href={`/admin/orders/${order.id}`}>
                  {words}
                </GoLink>
              ),
            })}
          </p>
        ) : null}
        {finding.acts.length === 0 && !finding.isClosed ? <p className="a-meta">{t('findings.notAllowed')}</p> : null}
        {finding.waiting.map(({ act, by, reason }) => (
          <p key={act}>
            <Mark tone="wait">
              {t('findings.waiting', { act: knownWords(t, 'act', act), name: by ?? '-', reason })}
            </Mark>
          </p>
        ))}
        <div className="a-finding-acts">
          <FindingActs
            id={id}
            kind={kind}
            title={title}
            acts={finding.acts}
            likely={finding.likely.map(({ number }) => number)}
          />
          {finding.supportText ? <SupportText text={finding.supportText} /> : null}
          {finding.planId ? (
            <GoLink className="btn" href={`/admin/pricing?why=${finding.planId}`}>
              {t('act.adjust_rule')}
            </GoLink>
          ) : null}
          {order ? (
            <GoLink className="btn" href={`/admin/orders/${order.id}`}>
              {t('act.see_order')}
            </GoLink>
          ) : null}
          {isAlone ? null : (
            <GoLink className="btn" href={differenceAddress(id)}>
              {t('findings.alone')}
            </GoLink>
          )}
        </div>
        {t.has(`why.${kind}`) ? <p className="a-meta">{t(`why.${kind}`)}</p> : null}
        {seenAt ? (
          <p className="a-meta">{t.rich('findings.seen', { age: () => <RelativeTime since={seenAt} now={now} /> })}</p>
        ) : null}
      </div>
    </details>
  )
}
