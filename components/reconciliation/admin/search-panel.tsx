'use client'

import { useTranslations } from 'next-intl'
import { type FormEvent, useId, useRef, useState } from 'react'
import { LocalTime } from '#components/orders/local-time.tsx'
import { NetworkStatus } from '#components/reconciliation/admin/sides-table.tsx'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { knownWords } from '#components/ui/admin/known-words.ts'
import { DataTable } from '#components/ui/admin/list-table.tsx'
import { Panel } from '#components/ui/admin/panel.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { toFailure } from '#lib/core/client/ask.ts'
import { type FoundPage, searchNetwork } from '#lib/reconciliation/client/reconciliation.ts'

const TEXTS = ['orderNum', 'iccid', 'reference', 'itemReference', 'planName'] as const
const DAYS = ['createdFrom', 'createdTo', 'beginsFrom', 'beginsTo', 'endsFrom', 'endsTo'] as const
const MODES = [0, 1, 2]

type SearchPanelProps = { from: string; to: string }

/** Searches the network's own orders by everything that it can be asked by. Days are the network's, and always sent. */
export function SearchPanel({ from, to }: SearchPanelProps) {
  const t = useTranslations('admin-reconciliation')
  const id = useId()
  const [page, setPage] = useState<FoundPage | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  const asked = useRef<Record<string, string | number>>({})

  async function ask(filters: Record<string, string | number>) {
    asked.current = filters
    setAsking(true)
    setProblem(null)
    try {
      setPage(await searchNetwork(filters))
    } catch (thrown) {
      const { code } = toFailure(thrown)
      const known = knownWords(t, 'failed', code)
      setProblem(known === code ? t('failed.internal') : known)
    } finally {
      setAsking(false)
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    ask(readFilters(new FormData(event.currentTarget)))
  }

  const days = { createdFrom: from, createdTo: to }

  return (
    <Panel id={`${id}-title`} title={t('search.title')} hint={t('search.hint')}>
      <form className="a-pb a-search" onSubmit={submit}>
        {TEXTS.map((name) => (
          <TextField
            key={name}
            id={`${id}-${name}`}
            name={name}
            label={t(`search.${name}`)}
            maxLength={64}
            autoComplete="off"
            spellCheck={false}
            dir="ltr"
          />
        ))}
        <TextField
          id={`${id}-status`}
          name="status"
          label={t('search.status')}
          inputMode="numeric"
          pattern="-?[0-9]{1,3}"
          autoComplete="off"
          dir="ltr"
        />
        <Choice id={`${id}-kind`} name="cardKind" label={t('search.cardKind')} values={['esim', 'physical']} />
        <Choice id={`${id}-mode`} name="orderMode" label={t('search.orderMode')} values={MODES.map(String)} />
        {DAYS.map((name) => (
          <TextField
            key={name}
            id={`${id}-${name}`}
            name={name}
            type="date"
            label={t(`search.${name}`)}
            defaultValue={name in days ? days[name as keyof typeof days] : ''}
          />
        ))}
        <div className="a-row a-search-end">
          <Button type="submit" tone="ink" disabled={isAsking}>
            {t(isAsking ? 'search.asking' : 'search.ask')}
          </Button>
          <span className="a-meta">{t('search.window')}</span>
        </div>
      </form>
      {problem ? (
        <p role="alert" className="field-error a-pb">
          {problem}
        </p>
      ) : null}
      <div role="status">
        {page ? (
          <FoundOrders
            page={page}
            onMore={page.hasMore && !isAsking ? () => ask({ ...asked.current, page: page.page + 1 }) : null}
          />
        ) : null}
      </div>
    </Panel>
  )
}

type ChoiceProps = { id: string; name: string; label: string; values: string[] }

function Choice({ id, name, label, values }: ChoiceProps) {
  const t = useTranslations('admin-reconciliation.search')

  return (
    <ChoiceField
      name={name}
      id={id}
      label={label}
      any={t('any')}
      value={null}
      options={values.map((value) => [value, knownWords(t, name, value)])}
    />
  )
}

function readFilters(data: FormData): Record<string, string | number> {
  const filters: Record<string, string | number> = {}
  for (const [name, value] of data) {
    const text = String(value).trim()
    if (text !== '') filters[name] = name === 'status' || name === 'orderMode' ? Number(text) : text
  }

  return filters
}

type FoundOrdersProps = { page: FoundPage; onMore: (() => void) | null }

/** A page of the network's orders, under the days that were really asked for. */
function FoundOrders({ page, onMore }: FoundOrdersProps) {
  const t = useTranslations('admin-reconciliation.found')
  const { rows, from, to, total } = page

  return (
    <>
      <p className="a-emptyline">
        {t('window', { from, to, total: total ?? rows.length, page: page.page })}
        {rows.length === 0 ? ` ${t('none')}` : ''}
      </p>
      {rows.length > 0 ? (
        <DataTable
          label={t('title')}
          heads={[
            t('order'),
            t('ours'),
            t('plan'),
            t('status'),
            t('cards'),
            { head: t('cost'), className: 'a-num' },
            { head: t('created'), className: 'a-num' },
          ]}
        >
          {rows.map((row) => (
            <tr key={row.orderNum}>
              <th scope="row" className="a-id">
                {row.orderNum}
              </th>
              <td>
                {row.order ? (
                  <GoLink className="a-id a-link" href={`/admin/orders/${row.order.id}`}>
                    {row.order.number}
                  </GoLink>
                ) : (
                  t('noneOfOurs')
                )}
              </td>
              <td className="a-wrap">
                <bdi>{row.plan ?? '-'}</bdi>
                <span className="a-sub">
                  {t('count', { count: row.count ?? 0 })}
                  {row.isTopUp ? `, ${t('topUp')}` : ''}
                </span>
              </td>
              <td>
                <NetworkStatus status={row.status} />
              </td>
              <td>
                {row.esims.map((iccid) => (
                  <span key={iccid} className="a-id a-cards">
                    {iccid}
                  </span>
                ))}
              </td>
              <td className="a-num">{row.cost ?? '-'}</td>
              <td className="a-num a-soft">
                {row.createdAt ? <LocalTime at={new Date(row.createdAt)} show="moment" /> : '-'}
              </td>
            </tr>
          ))}
        </DataTable>
      ) : null}
      {onMore ? (
        <p className="a-pager">
          <Button onClick={onMore}>{t('more')}</Button>
        </p>
      ) : null}
    </>
  )
}
