'use client'

import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { DataTable } from '#components/ui/admin/data-table.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Mark, type MarkTone } from '#components/ui/admin/mark.tsx'
import type { CheckAnswer } from '#lib/esims/client/cards.ts'
import type { CheckOutcome } from '#lib/esims/rules/admin-cards.ts'

const TONES: Record<CheckOutcome, MarkTone> = {
  known: 'ok',
  unknown: 'stop',
  no_answer: 'wait',
  unreadable: 'stop',
  repeated: 'plain',
}

type CheckedRow = CheckAnswer['rows'][number]

/** What came of each pasted entry, in the order of the paste. */
export function CheckedTable({ rows }: { rows: CheckedRow[] }) {
  const t = useTranslations('admin-desk.check')

  return (
    <div className="a-checked">
      <DataTable
        label={t('title')}
        heads={[t('entry'), t('outcomeHead'), t('profile'), t('device'), t('topUp'), t('expires'), t('ours')]}
      >
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a paste may say the same twice, and its rows never move.
          <Row key={index} row={row} />
        ))}
      </DataTable>
    </div>
  )
}

function Row({ row }: { row: CheckedRow }) {
  const t = useTranslations('admin-desk.check')
  const flag = (value: boolean | null) => (value === null ? t('unsaid') : t(value ? 'yes' : 'no'))
  const isSaid = row.outcome === 'known' || row.outcome === 'unknown'

  return (
    <tr>
      <th scope="row">
        <bdi className="a-id">{row.text}</bdi>
      </th>
      <td className="a-wrap">
        <Mark tone={TONES[row.outcome]}>{t(`outcome.${row.outcome}`)}</Mark>
        {row.said && row.outcome === 'unknown' ? (
          <span className="a-sub">
            <bdi>{row.said}</bdi>
          </span>
        ) : null}
      </td>
      <td>{isSaid ? <bdi>{row.profileStatus ?? t('unsaid')}</bdi> : ''}</td>
      <td>{isSaid ? flag(row.hasDevice) : ''}</td>
      <td>{isSaid ? flag(row.canTopUp) : ''}</td>
      <td>
        {row.expiresAt ? <LocalTime at={new Date(row.expiresAt)} show="short_date" /> : isSaid ? t('unsaid') : ''}
      </td>
      <td>
        {row.card ? (
          <GoLink className="a-id a-link" href={`/admin/cards/${row.card.id}`}>
            {row.card.number}
          </GoLink>
        ) : row.outcome === 'unreadable' ? (
          ''
        ) : (
          t('notOurs')
        )}
      </td>
    </tr>
  )
}
