import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { Pager } from '#components/ui/admin/list-page.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { DescriptionList, Mark, type MarkTone, type Pair, Panel } from '#components/ui/admin/panel.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { RelativeTime } from '#components/ui/admin/relative-time.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { Health, HealthRowPage } from '#lib/operations/queries/admin-health.ts'
import type { JobClockRow } from '#lib/operations/queries/admin-jobs.ts'
import type { ClockState, JobState } from '#lib/operations/rules/admin-audit.ts'
import type { HealthList } from '#lib/operations/rules/admin-health.ts'

function rowAddress({ list, after }: { list: HealthList; after?: string | null }): string {
  return `${filterAddress('/admin/health', { rows: list, after })}#rows-list`
}

/** A number of the health page that leads to the rows behind it. */
export function RowsLink({ list, children }: { list: HealthList; children: ReactNode }) {
  return (
    <Link className="a-link" href={rowAddress({ list })}>
      {children}
    </Link>
  )
}

/** The rows behind a number of the health page. */
export function HealthRows({ page: { list, rows, next }, isFirst }: { page: HealthRowPage; isFirst: boolean }) {
  const t = useTranslations('admin')
  const isOfOrders = !list.startsWith('early')
  const isMessage = list === 'received' || list === 'unmatched'
  const title = t(`healthRows.title.${list}`)

  return (
    <Panel
      id="rows-list"
      title={title}
      beside={
        <Link className="ms-auto a-link a-meta" href="/admin/health">
          {t('callList.close')}
        </Link>
      }
    >
      <ListTable
        label={title}
        rows={rows}
        empty={t('healthRows.empty')}
        first={[
          {
            ...{ head: t(list === 'watched' ? 'healthRows.next' : 'callList.at'), className: 'a-soft' },
            cell: ({ at }) => <LocalTime at={at} show="moment" />,
          },
          {
            head: t(isMessage ? 'healthRows.message' : isOfOrders ? 'healthRows.upstreamOrder' : 'healthRows.session'),
            ...{ className: 'a-id', isName: true },
            cell: ({ name, about }) => (
              <>
                <bdi>{name}</bdi>
                {about ? (
                  <span className="a-sub a-cut max-w-60 truncate [text-align:match-parent]" dir="ltr" title={about}>
                    {about}
                  </span>
                ) : null}
              </>
            ),
          },
        ]}
        last={isOfOrders ? [{ head: t('label.order'), cell: ({ order }) => <OrderLink {...order} /> }] : []}
      />
      <Pager
        label={title}
        before={isFirst ? null : { href: rowAddress({ list }), label: t('label.firstPage') }}
        next={next ? { href: rowAddress({ list, after: next }), label: t('label.nextPage') } : null}
      />
    </Panel>
  )
}

type Props = { health: Health }

// Two days, as the alarm has it.
const BACKUP_OLD_MS = 2 * 86_400_000

// As `npm run doctor` has it.
const DISK_LOW_MB = 1_000

const STATE_TONES = { none: 'plain', good: 'ok', ended: 'wait', failing: 'stop' } as const

export function SessionPanel({ health: { session, readAt }, children }: Props & { children: ReactNode }) {
  const t = useTranslations('admin')
  const moment = (at: Date | null) => (at ? <LocalTime at={at} show="moment" /> : t('label.never'))
  const age = (at: Date | null) => (at ? <RelativeTime since={at} now={readAt} /> : t('label.never'))
  const pairs: Pair[] = [
    { name: t('label.state'), value: <Mark tone={STATE_TONES[session.state]}>{t(`session.${session.state}`)}</Mark> },
    { name: t('label.age'), value: age(session.issuedAt) },
    { name: t('session.renews'), value: moment(session.renewsAt) },
    { name: t('session.lastLogin'), value: moment(session.lastLoginAt) },
    { name: t('session.lastCode'), value: session.lastCode === null ? t('session.noCode') : String(session.lastCode) },
    { name: t('session.earlyHour'), value: <RowsLink list="early_hour">{session.earlyLastHour}</RowsLink> },
    { name: t('session.earlyDay'), value: <RowsLink list="early_day">{session.earlyLastDay}</RowsLink> },
    ...(session.state === 'failing'
      ? [
          { name: t('session.failures'), value: String(session.failures) },
          { name: t('session.nextTry'), value: moment(session.nextTryAt) },
        ]
      : []),
  ]
  const fault = session.lastCode === null ? (session.lastError ?? '') : `code_${Math.abs(session.lastCode)}`

  return (
    <Panel id="session" title={t('session.title')}>
      {session.state === 'failing' ? (
        <div className="p-3.5">
          <Notice tone="bad">{knownLabel(t, 'sessionFault', fault)}</Notice>
        </div>
      ) : null}
      {session.earlyLastHour > 1 ? (
        <div className="p-3.5">
          <Notice tone="bad">{t('session.foreign', { count: session.earlyLastHour })}</Notice>
        </div>
      ) : null}
      <DescriptionList pairs={pairs} />
      {children}
    </Panel>
  )
}

export function WorkerPanel({ health: { workers, readAt } }: Props) {
  const t = useTranslations('admin')

  return (
    <Panel id="workers" title={t('workers.title')}>
      {workers.length === 0 ? <p className="a-emptyline">{t('workers.empty')}</p> : null}
      <DescriptionList
        pairs={workers.map(({ id, kind, at, isAlive }) => ({
          name: `${knownLabel(t, 'worker', kind)} …${id.slice(-6)}`,
          value: (
            <Mark tone={isAlive ? 'ok' : 'stop'}>
              {t(isAlive ? 'workers.alive' : 'workers.silent')} <RelativeTime since={at} now={readAt} />
            </Mark>
          ),
        }))}
      />
    </Panel>
  )
}

export function QueuePanel({ health: { queues, outbox, readAt } }: Props) {
  const t = useTranslations('admin')

  return (
    <Panel id="queues" title={t('queues.title')}>
      <DescriptionList
        pairs={[
          ...queues.map(({ kind, due, later, oldestAt }) => ({
            name: t(`queues.${kind}`),
            value: (
              <>
                {t.rich('queues.due', {
                  ...{ due, later },
                  dueRows: (chunks) => <JobLink queue={kind} state="due" label={chunks} />,
                  laterRows: (chunks) => <JobLink queue={kind} state="later" label={chunks} />,
                })}
                <Oldest at={oldestAt} now={readAt} />
              </>
            ),
          })),
          {
            name: t('queues.mails'),
            value: (
              <Mark tone={outbox.failed > 0 ? 'stop' : 'ok'}>
                <span>
                  {t.rich('queues.mailsOf', {
                    ...{ due: outbox.due, failed: outbox.failed },
                    dueRows: (chunks) => <JobLink queue="mails" state="due" label={chunks} />,
                    lostRows: (chunks) => <JobLink queue="mails" state="failed" label={chunks} />,
                  })}
                </span>
              </Mark>
            ),
          },
          {
            name: t('queues.lastMail'),
            value: outbox.lastSentAt ? <LocalTime at={outbox.lastSentAt} show="moment" /> : t('label.never'),
          },
        ]}
      />
    </Panel>
  )
}

/** Behind how many wait: how long the oldest of them has. */
export function Oldest({ at, now }: { at: Date | null; now: Date }) {
  const t = useTranslations('admin.queues')

  return at ? (
    <>
      , {t('oldest')} <RelativeTime since={at} now={now} />
    </>
  ) : null
}

/** What the providers of payments said last, and what of it waits. */
export function PaymentPanel({ health: { payments, readAt } }: Props) {
  const t = useTranslations('admin')
  const { lastAt, waiting, oldestAt, unmatched } = payments

  return (
    <Panel id="payments" title={t('queues.payments')}>
      <DescriptionList
        pairs={[
          { name: t('payments.last'), value: lastAt ? <LocalTime at={lastAt} show="moment" /> : t('label.never') },
          {
            name: t('healthRows.title.received'),
            value: (
              <>
                <RowsLink list="received">{waiting}</RowsLink>
                <Oldest at={oldestAt} now={readAt} />
              </>
            ),
          },
          { name: t('healthRows.title.unmatched'), value: <RowsLink list="unmatched">{unmatched}</RowsLink> },
        ]}
      />
    </Panel>
  )
}

export function DatabasePanel({ health: { database, disk, readAt } }: Props) {
  const t = useTranslations('admin.database')
  const tLabel = useTranslations('admin.label')
  const { backupAt } = database
  const tone = backupAt && readAt.getTime() - backupAt.getTime() < BACKUP_OLD_MS ? 'ok' : 'wait'

  return (
    <Panel id="database" title={t('title')}>
      <DescriptionList
        pairs={[
          { name: t('version'), value: <bdi>{`PostgreSQL ${database.version}`}</bdi> },
          {
            name: t('migrations'),
            value: (
              <Mark tone={database.failedMigrations > 0 ? 'stop' : 'ok'}>
                {t('migrationsOf', { done: database.migrations, failed: database.failedMigrations })}
              </Mark>
            ),
          },
          { name: t('size'), value: t('megabytes', { mb: database.megabytes }) },
          {
            name: t('backup'),
            value: (
              <Mark tone={tone}>
                {backupAt
                  ? tLabel.rich('ago', { age: () => <RelativeTime since={backupAt} now={readAt} /> })
                  : t('noBackup')}
              </Mark>
            ),
          },
          {
            name: t('disk'),
            value: disk ? (
              <Mark tone={disk.freeMb < DISK_LOW_MB ? 'stop' : 'ok'}>
                {t('diskOf', { free: disk.freeMb, total: disk.totalMb })}
              </Mark>
            ) : (
              t('diskUnknown')
            ),
          },
          { name: t('drift'), value: <bdi>{`${database.clockDriftMs} ms`}</bdi> },
        ]}
      />
    </Panel>
  )
}

function JobLink({ queue, state, label }: { queue: string; state: JobState; label: ReactNode }) {
  return (
    <Link className="a-link" href={filterAddress('/admin/jobs', { state, queue })}>
      {label}
    </Link>
  )
}

const TONES: Partial<Record<ClockState, MarkTone>> = { completed: 'ok', failed: 'stop', cancelled: 'stop' }

/** What happens by the clock: how it ended last, why it failed, and when it comes next. */
export function ClockPanel({ rows }: { rows: JobClockRow[] }) {
  const t = useTranslations('admin-settings.jobs')
  const tLabel = useTranslations('admin.label')
  const moment = (at: Date | null) => (at ? <LocalTime at={at} show="moment" /> : t('none'))

  return (
    <Panel id="clock" title={t('clock.title')}>
      <ListTable
        label={t('clock.title')}
        rows={rows}
        keyOf={({ name }) => name}
        empty={t('clock.empty')}
        first={[
          { head: null, isName: true, cell: ({ name }) => knownLabel(t, 'clock.name', name) },
          { head: t('clock.last'), cell: ({ at }) => moment(at) },
          {
            ...{ head: tLabel('outcome'), className: 'whitespace-normal phone:min-w-32' },
            cell: ({ state, cause }) => (
              <>
                {state ? <Mark tone={TONES[state] ?? 'wait'}>{t(`clock.state.${state}`)}</Mark> : t('clock.never')}
                {cause ? (
                  <span className="a-sub">
                    <bdi>{cause}</bdi>
                  </span>
                ) : null}
              </>
            ),
          },
          { head: t('next'), cell: ({ nextAt }) => moment(nextAt) },
        ]}
      />
    </Panel>
  )
}
