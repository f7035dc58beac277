'use client'

import { useTranslations } from 'next-intl'
import { LocalTime } from '#components/orders/local-time.tsx'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { EsimLink, OrderLink } from '#components/ui/admin/record-links.tsx'
import { DestinationCell, RelativeTime } from '#components/ui/admin/relative-time.tsx'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import type { EsimRow } from '#lib/esims/queries/admin-esims.ts'

type Hidden = readonly ListColumn<'cards'>[]

/** eSIMs as rows. Usage that the network did not report stays unsaid. */
export function EsimTable({ rows, now, label, hidden }: { rows: EsimRow[]; now: Date; label: string; hidden: Hidden }) {
  const t = useTranslations('admin-desk.cards')
  const link = ({ id, iccid }: EsimRow) => <EsimLink id={id} iccid={iccid} />

  return (
    <ListTable
      rows={rows}
      {...{ label, columns: useColumns(now), hidden }}
      first={[{ head: t('iccid'), isName: true, cell: link }]}
    />
  )
}

export function EsimColumns({ hidden }: { hidden: Hidden }) {
  return <ColumnChoice list="cards" columns={useColumns()} hidden={hidden} />
}

function useColumns(now = new Date()): Column<EsimRow, ListColumn<'cards'>>[] {
  const t = useTranslations('admin-desk.cards')
  const tAdmin = useTranslations('admin')

  return [
    {
      name: 'order',
      head: tAdmin('label.order'),
      cell: ({ order }) => <OrderLink {...order} />,
    },
    {
      name: 'destination',
      head: tAdmin('label.destination'),
      cell: ({ iso2, destination }) => (
        <DestinationCell iso2={iso2} title={destination}>
          <bdi>{destination}</bdi>
        </DestinationCell>
      ),
    },
    {
      name: 'opened',
      head: tAdmin('label.opened'),
      cell: ({ openedAt }) => (openedAt ? <LocalTime at={openedAt} show="moment" /> : tAdmin('label.codeNotShown')),
    },
    {
      name: 'return',
      head: tAdmin('label.return'),
      cell: ({ cancelState }) => knownLabel(tAdmin, 'cancel', cancelState),
    },
    {
      name: 'used',
      head: t('used'),
      cell: ({ usedMb, readAt }) =>
        readAt ? (
          t.rich('ago', {
            used: usedMb === null ? tAdmin('label.notReported') : t('megabytes', { mb: usedMb }),
            age: () => <RelativeTime since={readAt} now={now} />,
          })
        ) : (
          <span className="a-soft">{tAdmin('label.neverRead')}</span>
        ),
    },
    {
      name: 'sold',
      head: t('sold'),
      className: 'a-num',
      cell: ({ createdAt }) => <LocalTime at={createdAt} show="moment" />,
    },
  ]
}
