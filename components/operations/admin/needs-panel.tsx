import { useTranslations } from 'next-intl'
import { DetailList, EvidenceTable } from '#components/orders/admin/evidence.tsx'
import { PlanName } from '#components/orders/admin/plan-name.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { listOfNeeds, pageOfNeed } from '#components/ui/admin/need-address.ts'
import { Empty, Key, Mark, type MarkTone, Panel, PanelPart, SplitRows } from '#components/ui/admin/panel.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { MAX_NEEDS, NEED_GROUPS, type Need, type NeedGroup, needsCount } from '#lib/operations/rules/admin-today.ts'
import type { OpenAlarm } from '#lib/operations/rules/alarms.ts'
import type { OpenDiscrepancy } from '#lib/orders/rules/admin-order.ts'
import { discrepancyAddress } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** The alarms that stand open, each with what to do unless it is brief; nothing at all while there are none. */
export function AlarmPanel({ alarms, now, isBrief = false }: { alarms: OpenAlarm[]; now: Date; isBrief?: boolean }) {
  const t = useTranslations('alarms')
  const admin = useTranslations('admin')
  if (alarms.length === 0) return null

  return (
    <Panel
      id="alarms"
      title={<Mark tone="stop">{t('panel.title', { count: alarms.length })}</Mark>}
      beside={<span className="ms-auto a-meta phone:hidden">{t('panel.hint')}</span>}
    >
      <SplitRows>
        {alarms.map(({ kind, since, page }) => (
          <li key={kind}>
            {/* What to do is a sentence: it takes the width there is, and its door stays beside it. */}
            <span className="flex-[1_1_18rem]">
              <span className="font-semibold">{t(`kind.${kind}.what`)}</span>
              {isBrief ? null : <span className="a-sub">{t(`kind.${kind}.todo`)}</span>}
            </span>
            <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
              <span className="a-soft">
                <RelativeTime since={since} now={now} />
              </span>
              <Link className="btn" href={page}>
                {admin('open')}
              </Link>
            </span>
          </li>
        ))}
      </SplitRows>
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
          <span className="ms-auto a-meta phone:hidden">
            <Key>J</Key> <Key>K</Key> {t('keys.move')}
          </span>
        ) : null
      }
    >
      {needs.length === 0 ? (
        <Empty icon="check" title={<p className="font-semibold max-w-104 text-ink-soft">{t('today.nothing')}</p>}>
          {t('today.nothingHint')}
        </Empty>
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
      <div className="flex min-h-7.5 items-center gap-2 border-b border-line bg-well px-3.5 py-0.5 font-semibold">
        <h3 className="text-small">
          <Mark tone={TONES[group]}>{t(`group.${group}`)}</Mark>
        </h3>
        <span>{needsCount(rows)}</span>
        <span className="a-meta ms-auto truncate font-normal phone:hidden">{t(`groupHint.${group}`)}</span>
        {rows.length >= MAX_NEEDS && list ? (
          <Link className="a-link ms-auto" href={list}>
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
  const first = need.order ? `/admin/orders/${need.order.id}` : href

  return (
    <li
      className="grid min-h-11 grid-cols-[7.5rem_minmax(0,1fr)_auto_5.5rem_4.5rem] items-center gap-3 border-b border-hair px-3.5 py-1 data-cursor:bg-well data-cursor:shadow-[inset_3px_0_0_var(--signal)] rtl:data-cursor:shadow-[inset_-3px_0_0_var(--signal)] phone:grid-cols-[minmax(0,1fr)_auto] phone:gap-y-1 phone:py-2.5"
      data-row
    >
      <span>
        <Link className="a-id a-link" href={first}>
          {need.order?.number ?? t(`groupShort.${need.group}`)}
        </Link>
      </span>
      <span className="phone:col-span-full phone:row-start-2">
        {/* Reasons are parts of sentences elsewhere; here they begin one. */}
        <span className="font-semibold inline-block first-letter:uppercase">
          {knownLabel(t, LABELS[need.group], need.what)}
        </span>
        <span className="a-sub">
          {need.plan ? <PlanName plan={need.plan} /> : null}
          {need.count === null ? null : <> {t(`needCount.${need.group}`, { count: need.count })}</>}
          <DetailList rows={need.facts} />
        </span>
      </span>
      <span className="a-num phone:row-start-3 phone:self-center phone:justify-self-start">
        {need.amount ? <MoneyAmount {...need.amount} /> : null}
      </span>
      <span className="a-num a-soft phone:col-start-2 phone:row-start-1">
        <RelativeTime since={need.since} now={now} />
      </span>
      <span className="justify-self-end phone:col-start-2 phone:row-start-3">
        <Link className="btn" href={href} tabIndex={href === first ? -1 : undefined}>
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
    <Panel id="differences" title={t('label.openMismatches')} hint={discrepancies.length}>
      {discrepancies.map(({ id, kind, openedAt, facts }) => (
        <PanelPart
          key={id}
          title={
            <Link className="a-link" href={discrepancyAddress(id)}>
              <Mark tone="wait">{knownLabel(t, 'discrepancy', kind)}</Mark>
            </Link>
          }
          beside={
            <span className="a-meta ms-auto">
              {t('differences.open')} <RelativeTime since={openedAt} now={now} />
            </span>
          }
        >
          {facts.length > 0 ? <EvidenceTable rows={facts} /> : <p className="a-emptyline">{t('differences.none')}</p>}
        </PanelPart>
      ))}
    </Panel>
  )
}
