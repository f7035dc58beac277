import { useTranslations } from 'next-intl'
import { Age } from '#components/admin/age.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { knownWords } from '#components/admin/known-words.ts'
import { Place } from '#components/admin/place.tsx'
import { ScrollArea } from '#components/admin/scroll-area.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import type { CardRow } from '#lib/domain/admin-cards.ts'

type CardTableProps = { rows: CardRow[]; now: Date; label: string }

/** Cards as rows. Usage that the network did not report stays unsaid. */
export function CardTable({ rows, now, label }: CardTableProps) {
  const t = useTranslations('admin-desk.cards')

  return (
    <ScrollArea label={label}>
      <table className="a-tbl">
        <caption className="a-vh">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('iccid')}</th>
            <th scope="col">{t('order')}</th>
            <th scope="col">{t('destination')}</th>
            <th scope="col">{t('opened')}</th>
            <th scope="col">{t('return')}</th>
            <th scope="col">{t('used')}</th>
            <th scope="col" className="a-num">
              {t('sold')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} now={now} />
          ))}
        </tbody>
      </table>
    </ScrollArea>
  )
}

function Row({ row, now }: { row: CardRow; now: Date }) {
  const t = useTranslations('admin-desk.cards')
  const words = useTranslations('admin')
  const { usedMb, readAt } = row
  const used = usedMb === null ? t('notReported') : t('megabytes', { mb: usedMb })

  return (
    <tr data-row>
      <th scope="row">
        <GoLink className="a-id a-link" href={`/admin/cards/${row.id}`}>
          {row.iccid}
        </GoLink>
      </th>
      <td>
        <GoLink className="a-id a-link" href={`/admin/orders/${row.order.id}`}>
          {row.order.number}
        </GoLink>
      </td>
      <td>
        <Place iso2={row.iso2} title={row.destination}>
          <bdi>{row.destination}</bdi>
        </Place>
      </td>
      <td>{row.openedAt ? <LocalTime at={row.openedAt} show="moment" /> : t('notOpened')}</td>
      <td>{knownWords(words, 'cancel', row.cancelState)}</td>
      <td>
        {readAt ? (
          t.rich('ago', { used, age: () => <Age since={readAt} now={now} /> })
        ) : (
          <span className="a-soft">{t('neverRead')}</span>
        )}
      </td>
      <td className="a-num">
        <LocalTime at={row.createdAt} show="moment" />
      </td>
    </tr>
  )
}
