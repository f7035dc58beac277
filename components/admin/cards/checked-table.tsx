'use client'

import { useTranslations } from 'next-intl'
import { GoLink } from '#components/admin/go-link.tsx'
import { Mark, type MarkTone } from '#components/admin/mark.tsx'
import { ScrollArea } from '#components/admin/scroll-area.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { CheckAnswer } from '#lib/client/cards.ts'
import type { CheckOutcome } from '#lib/domain/admin-cards.ts'

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
      <ScrollArea label={t('title')}>
        <table className="a-tbl">
          <caption className="a-vh">{t('title')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('entry')}</th>
              <th scope="col">{t('outcomeHead')}</th>
              <th scope="col">{t('profile')}</th>
              <th scope="col">{t('device')}</th>
              <th scope="col">{t('topUp')}</th>
              <th scope="col">{t('expires')}</th>
              <th scope="col">{t('ours')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a paste may say the same twice, and its rows never move.
              <Row key={index} row={row} />
            ))}
          </tbody>
        </table>
      </ScrollArea>
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
