import { useTranslations } from 'next-intl'
import { DetailList, EvidenceTable } from '#components/orders/admin/evidence.tsx'
import { PlanName } from '#components/orders/admin/plan-name.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { listOfNeeds, pageOfNeed } from '#components/ui/admin/need-address.ts'
import { Mark, type MarkTone, Panel } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { MAX_NEEDS, NEED_GROUPS, type Need, type NeedGroup, needsCount } from '#lib/operations/rules/admin-today.ts'
import type { OpenAlarm } from '#lib/operations/rules/alarms.ts'
import type { OpenDiscrepancy } from '#lib/orders/rules/admin-order.ts'
import { discrepancyAddress } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

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
              <Link className="btn" href={page}>
                {admin('open')}
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const TONES: Record<NeedGroup, MarkTone> = {
  sales: 'stop',
  foreign_login: 'stop',
  session: 'stop',
  held: 'stop',
  confirming: 'wait',
  transfer: 'wait',
  refund: 'stop',
  second: 'wait',
  credit: 'wait',
  discrepancy: 'wait',
  message: 'wait',
  mail: 'wait',
  sync: 'wait',
}

// Where the words of a group's reasons stand.
const LABELS: Record<NeedGroup, string> = {
  sales: 'salesPause',
  foreign_login: 'need',
  session: 'sessionFault',
  held: 'held',
  confirming: 'failure',
  transfer: 'need',
  refund: 'held',
  second: 'need',
  credit: 'credit',
  discrepancy: 'discrepancy',
  message: 'message',
  mail: 'mail',
  sync: 'syncFault',
}

export function NeedsPanel({ needs, now }: { needs: Need[]; now: Date }) {
  const t = useTranslations('admin')

  return (
    <Panel
      id="needs"
      title={t('today.needs', { count: needsCount(needs) })}
      beside={
        needs.length > 0 ? (
          <span className="a-ph-end a-meta a-wide">
            <kbd className="a-kbd">J</kbd> <kbd className="a-kbd">K</kbd> {t('keys.move')}
          </span>
        ) : null
      }
    >
      {needs.length === 0 ? (
        <div className="a-empty">
          <Icon name="check" />
          <p className="a-strong">{t('today.nothing')}</p>
          <p>{t('today.nothingHint')}</p>
        </div>
      ) : (
        NEED_GROUPS.map((group) => {
          const rows = needs.filter((need) => need.group === group)

          return rows.length > 0 ? <NeedsOf key={group} group={group} rows={rows} now={now} /> : null
        })
      )}
    </Panel>
  )
}

function NeedsOf({ group, rows, now }: { group: NeedGroup; rows: Need[]; now: Date }) {
  const t = useTranslations('admin')
  const list = listOfNeeds(group)

  return (
    <>
      <div className="a-need-head">
        <h3>
          <Mark tone={TONES[group]}>{t(`group.${group}`)}</Mark>
        </h3>
        <span>{needsCount(rows)}</span>
        <span className="a-meta a-wide">{t(`groupHint.${group}`)}</span>
        {rows.length >= MAX_NEEDS && list ? (
          <Link className="a-link a-ph-end" href={list}>
            {t('today.oldest', { count: MAX_NEEDS })}
          </Link>
        ) : null}
      </div>
      <ul>
        {rows.map((need) => (
          <NeedRow key={need.key} need={need} now={now} />
        ))}
      </ul>
    </>
  )
}

function NeedRow({ need, now }: { need: Need; now: Date }) {
  const t = useTranslations('admin')
  const href = pageOfNeed(need)

  return (
    <li className="a-need" data-row>
      <span>
        <Link className="a-id a-link" href={need.order ? `/admin/orders/${need.order.id}` : href}>
          {need.order?.number ?? t(`groupShort.${need.group}`)}
        </Link>
      </span>
      <span>
        <span className="a-strong">{knownLabel(t, LABELS[need.group], need.what)}</span>
        <span className="a-sub">
          {need.plan ? <PlanName plan={need.plan} /> : null}
          {need.count === null ? null : <> {t(`needCount.${need.group}`, { count: need.count })}</>}
          <DetailList rows={need.facts} />
        </span>
      </span>
      <span className="a-num">{need.amount ? <MoneyAmount {...need.amount} /> : null}</span>
      <span className="a-num a-soft">
        <RelativeTime since={need.since} now={now} />
      </span>
      <span>
        <Link className="btn" href={href} tabIndex={-1}>
          {t('open')}
        </Link>
      </span>
    </li>
  )
}

/** What two books say differently about an order, with what was written down. Nothing where they agree. */
export function OpenDiscrepancies({ discrepancies, now }: { discrepancies: OpenDiscrepancy[]; now: Date }) {
  const t = useTranslations('admin')
  if (discrepancies.length === 0) return null

  return (
    <Panel id="differences" title={t('differences.title')} hint={discrepancies.length}>
      {discrepancies.map(({ id, kind, openedAt, facts }) => (
        <div key={id} className="a-fact">
          <div className="a-fact-head">
            <h3>
              <Link className="a-link" href={discrepancyAddress(id)}>
                <Mark tone="wait">{knownLabel(t, 'discrepancy', kind)}</Mark>
              </Link>
            </h3>
            <span className="a-ph-end a-meta">
              {t('differences.open')} <RelativeTime since={openedAt} now={now} />
            </span>
          </div>
          {facts.length > 0 ? <EvidenceTable rows={facts} /> : <p className="a-emptyline">{t('differences.none')}</p>}
        </div>
      ))}
    </Panel>
  )
}
