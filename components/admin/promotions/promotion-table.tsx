import { useTranslations } from 'next-intl'
import { DataTable } from '#components/admin/data-table.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { EndPromotion } from '#components/admin/promotions/end-promotion.tsx'
import { Sum } from '#components/admin/sum.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { PromotionRow, PromotionState } from '#lib/domain/admin-promotions.ts'
import { percentText } from '#lib/domain/promotion-edit.ts'
import { localTimeAt } from '#lib/domain/zoned-time.ts'

const LOOKS = {
  running: { tone: 'good', icon: 'check' },
  scheduled: { tone: 'wait', icon: 'clock' },
  used_up: { tone: 'plain', icon: 'check' },
  expired: { tone: 'plain', icon: 'clock' },
  ended: { tone: 'plain', icon: 'back' },
} as const satisfies Record<PromotionState, unknown>

/** Promotions with what they take off, when they count, how often they were used, and what they cost. */
export function PromotionTable({ rows, mayChange }: { rows: PromotionRow[]; mayChange: boolean }) {
  const t = useTranslations('admin-promotions')

  return (
    <DataTable
      label={t('title')}
      heads={[
        t('code'),
        t('takesOff'),
        t('counts'),
        { head: t('used'), className: 'a-num' },
        { head: t('cost'), className: 'a-num' },
        t('standing'),
        ...(mayChange ? [t('acts')] : []),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.id} data-row>
          <th scope="row">
            <bdi className="a-id">{row.code}</bdi>
            <span className="a-meta block">{row.title}</span>
          </th>
          <td>
            <TakesOff row={row} />
          </td>
          <td className="a-soft">
            <Times row={row} />
          </td>
          <td className="a-num">
            {row.totalLimit === null
              ? t('usedOpen', { used: row.used })
              : t('usedOf', { used: row.used, limit: row.totalLimit })}
            {row.personLimit === null ? null : (
              <span className="a-meta block">{t('perPerson', { limit: row.personLimit })}</span>
            )}
          </td>
          <td className="a-num">
            <Sum minor={row.givenMinor} currency={row.currency} />
          </td>
          <td>
            <Badge {...LOOKS[row.state]}>{t(`states.${row.state}`)}</Badge>
          </td>
          {mayChange ? (
            <td>
              {row.state === 'ended' ? null : (
                <span className="a-row">
                  <GoLink
                    className="a-link"
                    href={`/admin/pricing/promotions?edit=${row.id}`}
                    aria-label={t('editOf', { code: row.code })}
                  >
                    {t('edit')}
                  </GoLink>
                  <EndPromotion id={row.id} turn={row.turn} code={row.code} />
                </span>
              )}
            </td>
          ) : null}
        </tr>
      ))}
    </DataTable>
  )
}

function TakesOff({ row }: { row: PromotionRow }) {
  const t = useTranslations('admin-promotions')
  const notes = [
    row.places.length > 0 ? row.places.join(', ') : null,
    row.planKind === 'fixed' || row.planKind === 'day_pass' ? t(`form.planKinds.${row.planKind}`) : null,
    row.stacks ? t('stacks') : null,
    row.maySellUnderFloor ? t('underFloor') : null,
  ].filter((note) => note !== null)

  return (
    <>
      {row.basisPoints === null ? (
        <Sum minor={row.amountMinor ?? 0} currency={row.currency} />
      ) : (
        <bdi>{percentText(row.basisPoints)} %</bdi>
      )}
      {row.minimumMinor > 0 ? (
        <span className="a-meta block">
          {t('from')} <Sum minor={row.minimumMinor} currency={row.currency} />
        </span>
      ) : null}
      {notes.length > 0 ? <span className="a-meta block">{notes.join(' · ')}</span> : null}
    </>
  )
}

// By the clock that it was made for, which is not the reader's.
function Times({ row: { startsAt, endsAt, timeZone } }: { row: PromotionRow }) {
  const t = useTranslations('admin-promotions')
  const text = (at: Date) => localTimeAt(at, timeZone).replace('T', ' ')

  return (
    <>
      <bdi className="block whitespace-nowrap">{text(startsAt)}</bdi>
      <bdi className="block whitespace-nowrap">{endsAt ? text(endsAt) : t('open')}</bdi>
      <bdi className="a-meta">{timeZone}</bdi>
    </>
  )
}
