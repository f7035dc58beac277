import { useTranslations } from 'next-intl'
import { RowsLink } from '#components/operations/admin/health-panels.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { Pager } from '#components/ui/admin/list-page.tsx'
import { ListTable } from '#components/ui/admin/list-table.tsx'
import { DescriptionList, Mark, Panel, tagClass } from '#components/ui/admin/panel.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { Delay, RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { Health } from '#lib/operations/queries/admin-health.ts'
import type { CallFilter } from '#lib/operations/rules/admin-health.ts'
import type { CallPage } from '#lib/provider/queries/admin-calls.ts'

export function EndpointTable({ health }: { health: Health }) {
  const t = useTranslations('admin')

  return (
    <Panel
      id="endpoints"
      title={t('endpoints.title')}
      hint={t('endpoints.hint')}
      end={health.breakers.map((breaker) => <Breaker key={breaker.key} {...{ breaker, now: health.readAt }} />)}
    >
      <ListTable
        label={t('endpoints.title')}
        rows={health.endpoints}
        keyOf={({ endpoint }) => endpoint}
        empty={t('endpoints.empty')}
        first={[
          { head: t('endpoints.endpoint'), isName: true, cell: ({ endpoint }) => knownLabel(t, 'call', endpoint) },
          {
            head: t('endpoints.lastGood'),
            cell: ({ lastGoodAt }) => (lastGoodAt ? <LocalTime at={lastGoodAt} show="moment" /> : t('label.never')),
          },
          { head: t('label.median'), className: 'a-num', cell: ({ medianMs }) => <Delay ms={medianMs} /> },
          { head: t('label.slowest'), className: 'a-num', cell: ({ slowMs }) => <Delay ms={slowMs} /> },
          {
            ...{ head: t('label.calls'), className: 'a-num' },
            cell: ({ endpoint, calls }) => (
              <Link className="a-link" href={callAddress({ span: 'day', endpoint })}>
                {calls}
              </Link>
            ),
          },
          { head: t('endpoints.others'), cell: (row) => <OtherAnswers row={row} /> },
        ]}
      />
    </Panel>
  )
}

function OtherAnswers({ row: { endpoint, others } }: { row: Health['endpoints'][number] }) {
  const t = useTranslations('admin')
  if (others.length === 0) return <span className="a-soft">{t('label.none')}</span>

  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      {others.map(({ class: kind, code, count }) => (
        <Link
          key={`${kind} ${code}`}
          className={tagClass('wait')}
          href={callAddress({ span: 'day', endpoint, class: kind, code: code === null ? 'none' : String(code) })}
        >
          {knownLabel(t, 'failure', kind)}
          {code === null ? '' : ` ${code}`}: {count}
        </Link>
      ))}
    </span>
  )
}

type BreakerProps = { breaker: Health['breakers'][number]; now: Date }

/** Whether a kind of call is made now; where none is, since when, and when one will be tried. */
function Breaker({ breaker: { key, isOpen, openedAt, nextProbeAt }, now }: BreakerProps) {
  const t = useTranslations('admin.today')
  const isTimed = isOpen && openedAt && nextProbeAt

  return (
    <Mark tone={isOpen ? 'stop' : 'ok'}>
      <span>
        {t(`breaker.${key}`)}:{' '}
        {isTimed
          ? t.rich('downSince', {
              age: () => <RelativeTime since={openedAt} now={now} />,
              at: () => <LocalTime at={nextProbeAt} show="moment" />,
            })
          : t(isOpen ? 'isDown' : 'answers')}
      </span>
    </Mark>
  )
}

/** Returns the address of the calls that a number on the health page stands for. */
function callAddress(filter: Partial<CallFilter>): string {
  return `${filterAddress('/admin/health', filter)}#calls-list`
}

/** The calls behind a number of the health page, newest first. */
export function CallTable({ page: { rows, next }, filter }: { page: CallPage; filter: CallFilter }) {
  const t = useTranslations('admin')
  const title = filter.endpoint ? knownLabel(t, 'call', filter.endpoint) : t('callList.title')

  return (
    <Panel
      id="calls-list"
      title={title}
      hint={t(filter.span === 'today' ? 'callLoad.hint' : 'endpoints.hint')}
      beside={
        <Link className="ms-auto a-link a-meta" href="/admin/health">
          {t('callList.close')}
        </Link>
      }
    >
      <ListTable
        label={t('callList.title')}
        rows={rows}
        empty={t('callList.empty')}
        first={[
          { head: t('callList.at'), className: 'a-soft', cell: ({ at }) => <LocalTime at={at} show="moment" /> },
          { head: t('endpoints.endpoint'), isName: true, cell: ({ endpoint }) => knownLabel(t, 'call', endpoint) },
          {
            head: t('callList.answer'),
            cell: ({ class: kind, code }) => (
              <Mark tone={kind === 'ok' ? 'ok' : 'wait'}>
                {kind === 'ok' ? t('callList.ok') : knownLabel(t, 'failure', kind)}
                {code === null ? '' : ` ${code}`}
              </Mark>
            ),
          },
          { head: t('callList.delay'), className: 'a-num', cell: ({ latencyMs }) => <Delay ms={latencyMs} /> },
          { head: t('label.order'), cell: ({ order }) => <OrderLink {...order} /> },
        ]}
      />
      <Pager
        label={t('callList.title')}
        before={filter.after ? { href: callAddress({ ...filter, after: null }), label: t('label.newest') } : null}
        next={next ? { href: callAddress({ ...filter, after: next }), label: t('label.older') } : null}
      />
    </Panel>
  )
}

/** What was asked of the network today, beside what the store means to ask in a day. */
export function CallsPanel({ health: { calls, readAt } }: { health: Health }) {
  const t = useTranslations('admin.callLoad')
  const tToday = useTranslations('admin.label')
  const { all, lastAt, catalogue, usage } = calls
  const { planned } = catalogue

  return (
    <Panel id="calls-today" title={t('title')} hint={t('hint')}>
      <DescriptionList
        pairs={[
          {
            name: t('all'),
            value: (
              <Link className="a-link" href={callAddress({ span: 'today' })}>
                {t('calls', { count: all })}
              </Link>
            ),
          },
          {
            name: t('last'),
            value: lastAt
              ? tToday.rich('ago', { age: () => <RelativeTime since={lastAt} now={readAt} /> })
              : tToday('never'),
          },
          {
            name: t('catalogue'),
            value: (
              <Link className="a-link" href="/admin/catalogue?view=coverage">
                {planned === null ? (
                  t('catalogueUnknown', { calls: catalogue.calls })
                ) : (
                  <Mark tone={catalogue.calls > planned ? 'wait' : 'ok'}>
                    {t('catalogueOf', { calls: catalogue.calls, planned })}
                  </Mark>
                )}
              </Link>
            ),
          },
          {
            name: t('usage'),
            value: t.rich('usageOf', {
              ...{ asked: usage.asked, watched: usage.watched },
              askedRows: (chunks) => <RowsLink list="asked">{chunks}</RowsLink>,
              watchedRows: (chunks) => <RowsLink list="watched">{chunks}</RowsLink>,
            }),
          },
          { name: t('most'), value: t('calls', { count: usage.max }) },
        ]}
      />
    </Panel>
  )
}
