import { useTranslations } from 'next-intl'
import { callAddress } from '#components/operations/admin/call-table.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { Mark } from '#components/ui/admin/mark.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Delay, RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { Health } from '#lib/operations/rules/admin-health.ts'

export function EndpointTable({ health }: { health: Health }) {
  const t = useTranslations('admin')

  return (
    <Panel
      id="endpoints"
      title={t('endpoints.title')}
      hint={t('endpoints.hint')}
      beside={
        <span className="a-ph-end a-row">
          {health.breakers.map((breaker) => (
            <Breaker key={breaker.key} {...{ breaker, now: health.readAt }} />
          ))}
        </span>
      }
    >
      {health.endpoints.length === 0 ? (
        <p className="a-emptyline">{t('endpoints.empty')}</p>
      ) : (
        <DataTable
          label={t('endpoints.title')}
          heads={[
            t('endpoints.endpoint'),
            t('endpoints.lastGood'),
            { head: t('endpoints.median'), className: 'a-num' },
            { head: t('endpoints.slow'), className: 'a-num' },
            { head: t('endpoints.calls'), className: 'a-num' },
            t('endpoints.others'),
          ]}
        >
          {health.endpoints.map((row) => (
            <tr key={row.endpoint}>
              <th scope="row">{knownWords(t, 'call', row.endpoint)}</th>
              <td>{row.lastGoodAt ? <LocalTime at={row.lastGoodAt} show="moment" /> : t('today.never')}</td>
              <td className="a-num">
                <Delay ms={row.medianMs} />
              </td>
              <td className="a-num">
                <Delay ms={row.slowMs} />
              </td>
              <td className="a-num">
                <GoLink className="a-link" href={callAddress({ span: 'day', endpoint: row.endpoint })}>
                  {row.calls}
                </GoLink>
              </td>
              <td>
                {row.others.length === 0 ? <span className="a-soft">{t('endpoints.none')}</span> : null}
                <span className="a-row">
                  {row.others.map((other) => (
                    <GoLink
                      key={`${other.class} ${other.code}`}
                      className="a-tag a-tag-wait"
                      href={callAddress({
                        ...{ span: 'day', endpoint: row.endpoint, class: other.class },
                        code: other.code === null ? 'none' : String(other.code),
                      })}
                    >
                      {knownWords(t, 'failure', other.class)}
                      {other.code === null ? '' : ` ${other.code}`}: {other.count}
                    </GoLink>
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
