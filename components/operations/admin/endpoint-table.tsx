import { useTranslations } from 'next-intl'
import { RowsLink } from '#components/operations/admin/health-panels.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { Pager } from '#components/ui/admin/list-page.tsx'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { DescriptionList, Mark, Panel, tagClass } from '#components/ui/admin/panel.tsx'
import { OrderLink } from '#components/ui/admin/record-links.tsx'
import { Delay, RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { CallFilter, CallPage, Health } from '#lib/operations/rules/admin-health.ts'

export function EndpointTable({ health }: { health: Health }) {
  const t = useTranslations('admin')

  return (
    <Panel
      id="endpoints"
      title={t('endpoints.title')}
      hint={t('endpoints.hint')}
      end={health.breakers.map((breaker) => <Breaker key={breaker.key} {...{ breaker, now: health.readAt }} />)}
    >
      {health.endpoints.length === 0 ? (
        <p className="a-emptyline">{t('endpoints.empty')}</p>
      ) : (
        <DataTable
          label={t('endpoints.title')}
          heads={[
            t('endpoints.endpoint'),
            t('endpoints.lastGood'),
            { head: t('label.median'), className: 'a-num' },
            { head: t('label.slowest'), className: 'a-num' },
            { head: t('label.calls'), className: 'a-num' },
            t('endpoints.others'),
          ]}
        >
          {health.endpoints.map((row) => (
            <tr key={row.endpoint}>
              <th scope="row">{knownLabel(t, 'call', row.endpoint)}</th>
              <td>{row.lastGoodAt ? <LocalTime at={row.lastGoodAt} show="moment" /> : t('label.never')}</td>
              <td className="a-num">
                <Delay ms={row.medianMs} />
              </td>
              <td className="a-num">
                <Delay ms={row.slowMs} />
              </td>
              <td className="a-num">
                <Link className="a-link" href={callAddress({ span: 'day', endpoint: row.endpoint })}>
                  {row.calls}
                </Link>
              </td>
              <td>
                {row.others.length === 0 ? <span className="a-soft">{t('label.none')}</span> : null}
                <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
                  {row.others.map((other) => (
                    <Link
                      key={`${other.class} ${other.code}`}
                      className={tagClass('wait')}
                      href={callAddress({
                        ...{ span: 'day', endpoint: row.endpoint, class: other.class },
                        code: other.code === null ? 'none' : String(other.code),
                      })}
                    >
                      {knownLabel(t, 'failure', other.class)}
                      {other.code === null ? '' : ` ${other.code}`}: {other.count}
                    </Link>
                  ))}
                </span>
              </td>
            </tr>
          ))}
        </DataTable>
      )}
    </Panel>
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
      {rows.length === 0 ? <p className="a-emptyline">{t('callList.empty')}</p> : null}
      {rows.length > 0 ? (
        <DataTable
          label={t('callList.title')}
          heads={[
            t('callList.at'),
            t('endpoints.endpoint'),
            t('callList.answer'),
            { head: t('callList.delay'), className: 'a-num' },
            t('label.order'),
          ]}
        >
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="a-soft">
                <LocalTime at={row.at} show="moment" />
              </td>
              <th scope="row">{knownLabel(t, 'call', row.endpoint)}</th>
              <td>
                <Mark tone={row.class === 'ok' ? 'ok' : 'wait'}>
                  {row.class === 'ok' ? t('callList.ok') : knownLabel(t, 'failure', row.class)}
                  {row.code === null ? '' : ` ${row.code}`}
                </Mark>
              </td>
              <td className="a-num">
                <Delay ms={row.latencyMs} />
              </td>
              <td>
                <OrderLink {...row.order} />
              </td>
            </tr>
          ))}
        </DataTable>
      ) : null}
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
