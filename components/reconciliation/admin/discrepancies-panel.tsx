import { useTranslations } from 'next-intl'
import { EvidenceTable } from '#components/orders/admin/evidence.tsx'
import { OrderAction } from '#components/orders/admin/order-action.tsx'
import { declineApproval } from '#components/orders/admin/waiting-panel.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DiscrepancyActions } from '#components/reconciliation/admin/discrepancy-actions.tsx'
import { SupportText } from '#components/reconciliation/admin/outcomes.tsx'
import { SidesTable } from '#components/reconciliation/admin/sides-table.tsx'
import { knownLabel, shortId } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { ListFilters, listAt } from '#components/ui/admin/list-page.tsx'
import { ExactSum } from '#components/ui/admin/money-amount.tsx'
import { Disclosure, Mark, Panel } from '#components/ui/admin/panel.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { ClosedDiscrepancy, ReconciliationView } from '#lib/reconciliation/queries/admin-reconciliation.ts'
import type { DiscrepancyView } from '#lib/reconciliation/queries/discrepancy-view.ts'
import type { DiscrepancyFilter } from '#lib/reconciliation/rules/admin-reconciliation.ts'
import {
  DISCREPANCY_KINDS,
  discrepancyAddress,
  isSettledOnOrder,
  RESOLUTIONS,
} from '#lib/reconciliation/rules/discrepancy-kinds.ts'

const URGENT = ['upstream_order_unknown', 'order_not_listed', 'payment_unknown', 'paid_without_line', 'iccid_twice']
const OPEN_AT_FIRST = 2

type DiscrepanciesPanelProps = {
  discrepancies: DiscrepancyView[]
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
export function DiscrepanciesPanel({
  discrepancies,
  count,
  kind,
  now,
  empty,
  isAlone = false,
}: DiscrepanciesPanelProps) {
  const t = useTranslations('admin-reconciliation')
  const admin = useTranslations('admin')

  return (
    <Panel
      id="findings"
      title={kind ? knownLabel(admin, 'discrepancy', kind) : t('kinds.all')}
      {...(isAlone ? {} : { hint: t('findings.order') })}
    >
      {discrepancies.length < count ? (
        <p className="p-3.5 a-meta">{admin('label.onPage', { shown: discrepancies.length, count })}</p>
      ) : null}
      {discrepancies.length === 0 ? <p className="a-emptyline">{empty ?? t('findings.none')}</p> : null}
      {discrepancies.map((discrepancy, index) => (
        <DiscrepancyEntry key={discrepancy.id} {...{ discrepancy, now, isAlone }} isOpen={index < OPEN_AT_FIRST} />
      ))}
    </Panel>
  )
}

type DiscrepancyProps = { discrepancy: DiscrepancyView; now: Date; isOpen: boolean; isAlone: boolean }

function DiscrepancyEntry({ discrepancy, now, isOpen, isAlone }: DiscrepancyProps) {
  const t = useTranslations('admin-reconciliation')
  const admin = useTranslations('admin')
  const { id, kind, order, subject, risk, rows, facts, openedAt, seenAt } = discrepancy
  const title = knownLabel(admin, 'discrepancy', kind)

  return (
    <Disclosure
      id={id}
      open={isOpen}
      data-kind={kind}
      title={<Mark tone={URGENT.includes(kind) ? 'stop' : 'wait'}>{title}</Mark>}
      beside={
        <span className="a-meta flex flex-wrap justify-end gap-x-2.5 phone:basis-full phone:justify-start phone:ps-6">
          <bdi className="a-id">{order?.number ?? shortId(subject)}</bdi>
          {risk ? <ExactSum {...risk} /> : null}
          <span>{t.rich('findings.found', { age: () => <RelativeTime since={openedAt} now={now} /> })}</span>
        </span>
      }
    >
      <div className="grid gap-3 p-3.5">
        {rows.length > 0 ? <SidesTable discrepancy={discrepancy} /> : null}
        {facts.length > 0 ? <EvidenceTable rows={facts} /> : null}
        {discrepancy.isHeld && order ? (
          <p>
            {t.rich('findings.held', {
              order: (chunks) => (
                <Link className="a-link" href={`/admin/orders/${order.id}`}>
                  {chunks}
                </Link>
              ),
            })}
          </p>
        ) : null}
        {discrepancy.actions.length === 0 && !discrepancy.isClosed ? (
          <p className="a-meta">{t(isSettledOnOrder(kind) ? 'findings.onOrder' : 'findings.notAllowed')}</p>
        ) : null}
        {discrepancy.waiting.map((action) => (
          <WaitingAction key={action.id} action={action} />
        ))}
        <div className="flex flex-wrap gap-x-2.5 gap-y-2">
          <DiscrepancyActions
            id={id}
            kind={kind}
            title={title}
            actions={discrepancy.actions}
            likely={discrepancy.likely.map(({ number }) => number)}
          />
          {discrepancy.supportText ? <SupportText text={discrepancy.supportText} /> : null}
          {discrepancy.planId ? (
            <Link className="btn" href={`/admin/pricing?why=${discrepancy.planId}`}>
              {t('act.adjust_rule')}
            </Link>
          ) : null}
          {order ? (
            <Link className="btn" href={`/admin/orders/${order.id}`}>
              {t('act.see_order')}
            </Link>
          ) : null}
          {isAlone ? null : (
            <Link className="btn" href={discrepancyAddress(id)}>
              {t('findings.alone')}
            </Link>
          )}
        </div>
        {t.has(`why.${kind}`) ? <p className="a-meta">{t(`why.${kind}`)}</p> : null}
        {seenAt ? (
          <p className="a-meta">{t.rich('findings.seen', { age: () => <RelativeTime since={seenAt} now={now} /> })}</p>
        ) : null}
      </div>
    </Disclosure>
  )
}

/** An act that one person has asked for: another one asks for the same, or declines it. */
function WaitingAction({ action: { id, orderId, act, by, isOwn, reason } }: WaitingActionProps) {
  const t = useTranslations('admin-reconciliation')
  const tActions = useTranslations('admin-acts.second')
  const press = tActions(isOwn ? 'withdraw' : 'decline')

  return (
    <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      <Mark tone="wait">{t('findings.waiting', { act: knownLabel(t, 'act', act), name: by ?? '-', reason })}</Mark>
      <OrderAction spec={declineApproval({ orderId, lookId: id }, { press, effect: tActions('declineEffect') })} />
    </div>
  )
}

type WaitingActionProps = { action: DiscrepancyView['waiting'][number] }

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
      <ul>
        {closed.map(({ id, kind, order, subject, closedAt, by, resolution, reason }) => (
          <li key={id} className="flex justify-between gap-3 border-hair px-3.5 py-2 not-last:border-b">
            <span>
              <Link className="a-link font-semibold" href={discrepancyAddress(id)}>
                {knownLabel(admin, 'discrepancy', kind)}
              </Link>{' '}
              <OrderLink {...order} none={<bdi className="a-id a-soft">{shortId(subject)}</bdi>} />
              <span className="a-sub">
                {howClosed(t, resolution)}
                {by ? `${admin('comma')}${by}` : ''}
                {reason ? <q className="block">{reason}</q> : null}
              </span>
            </span>
            <span className="a-meta whitespace-nowrap">
              <LocalTime at={closedAt} show="moment" />
            </span>
          </li>
        ))}
      </ul>
      {isBeside ? (
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3.5 py-2 text-small text-ink-soft">
          <Link className="a-link" href="/admin/reconciliation?view=closed">
            {t('closed.all')}
          </Link>
        </p>
      ) : null}
    </Panel>
  )
}

/** Says how a difference was closed, in the words of the act that closed it. */
function howClosed(t: unknown, resolution: string): string {
  const own = knownLabel(t, 'resolution', resolution)

  return own === resolution ? knownLabel(t, 'act', resolution) : own
}

/** Which differences are meant: by a number, of a kind, and of the closed ones how they were closed. */
export function DiscrepancyFilters({ filter, seesPersons }: { filter: DiscrepancyFilter; seesPersons: boolean }) {
  const t = useTranslations('admin-reconciliation')
  const admin = useTranslations('admin')
  const tBulk = useTranslations('admin-bulk.search')
  const kinds = DISCREPANCY_KINDS.map((one) => [one, knownLabel(admin, 'discrepancy', one)] as const)
  const ways = RESOLUTIONS.map((one) => [one, howClosed(t, one)] as const)
  const closed = { name: 'resolution', label: t('filter.resolution'), any: t('filter.any'), options: ways } as const

  return (
    <ListFilters
      list={listAt('reconciliation', filter)}
      search={seesPersons ? { label: tBulk('withEmail') } : {}}
      fields={[
        { name: 'kind', id: 'finding-kind', label: admin('label.kind'), any: t('kinds.all'), options: kinds },
        ...(filter.view === 'closed' ? [closed] : []),
      ]}
      send={tBulk('find')}
      clear={{ label: tBulk('all'), kept: ['view'] }}
    />
  )
}

/** One difference by itself, where its address leads: what it is, and of a closed one how it was closed. */
export function OneDiscrepancy({ view: { discrepancies, closed, readAt } }: { view: ReconciliationView }) {
  const t = useTranslations('admin-reconciliation')

  return (
    <div className="grid min-w-0 content-start gap-4">
      <p>
        <Link className="a-link" href="/admin/reconciliation?view=findings">
          {t('one.all')}
        </Link>
      </p>
      {discrepancies.length === 0 ? <p className="a-emptyline">{t('one.none')}</p> : null}
      {closed.length > 0 ? <ClosedPanel closed={closed} title={t('one.closed')} /> : null}
      {discrepancies.map((discrepancy) => (
        <DiscrepanciesPanel
          key={discrepancy.id}
          discrepancies={[discrepancy]}
          count={1}
          kind={discrepancy.kind}
          now={readAt}
          isAlone
        />
      ))}
    </div>
  )
}
