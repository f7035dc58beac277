import { useTranslations } from 'next-intl'
import { ChoiceField } from '#components/admin/choice-field.tsx'
import { DataTable } from '#components/admin/data-table.tsx'
import { GoLink } from '#components/admin/go-link.tsx'
import { Mark } from '#components/admin/mark.tsx'
import { Panel } from '#components/admin/panel.tsx'
import { Place } from '#components/admin/place.tsx'
import { Sum } from '#components/admin/sum.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { DestinationRow } from '#lib/domain/admin-destination.ts'
import { SHELVES } from '#lib/domain/shop.ts'

export const DESTINATION_STATES = ['featured', 'hidden', 'unsold', 'gone'] as const

type DestinationTableProps = {
  rows: DestinationRow[]
  wish: { q: string; shelf: string | null; state: string | null }
  currency: string
}

/** Every destination in the order of the shop, with the filters that live in the address. */
export function DestinationTable({ rows, wish, currency }: DestinationTableProps) {
  const t = useTranslations('admin-catalogue')
  const tPricing = useTranslations('admin-pricing')

  return (
    <>
      <form className="a-filters" action="/admin/catalogue">
        <input type="hidden" name="view" value="destinations" />
        <TextField id="q" name="q" label={t('list.search')} defaultValue={wish.q} />
        <ChoiceField
          name="shelf"
          label={t('list.shelf')}
          any={t('list.any')}
          value={wish.shelf}
          options={SHELVES.map((shelf) => [shelf, tPricing(`shelf.${shelf}`)])}
        />
        <ChoiceField
          name="state"
          label={t('list.state')}
          any={t('list.any')}
          value={wish.state}
          options={DESTINATION_STATES.map((state) => [state, t(`state.${state}`)])}
        />
        <Button type="submit">{t('list.apply')}</Button>
      </form>
      <Panel id="destinations" title={t('list.title', { count: rows.length })}>
        {rows.length === 0 ? (
          <p className="a-emptyline">{t('list.empty')}</p>
        ) : (
          <DataTable
            label={t('list.title', { count: rows.length })}
            heads={[
              t('list.destination'),
              { head: t('list.shelf'), className: 'a-hide-s' },
              { head: t('list.onSale'), className: 'a-num' },
              { head: t('list.from', { currency }), className: 'a-num' },
              { head: t('own.rank'), className: 'a-num a-hide-s' },
              t('list.state'),
            ]}
          >
            {rows.map((row) => (
              <tr key={row.id} data-row>
                <th scope="row">
                  <Place iso2={row.iso2} title={row.name}>
                    <GoLink className="a-link" href={`/admin/catalogue/${row.id}`}>
                      <bdi>{row.name}</bdi>
                    </GoLink>
                  </Place>
                </th>
                <td className="a-soft a-hide-s">{tPricing(`shelf.${row.shelf}`)}</td>
                <td className="a-num">{t('list.of', { onSale: row.onSale, plans: row.plans })}</td>
                <td className="a-num">
                  {row.fromMinor === null ? tPricing('none') : <Sum minor={row.fromMinor} currency={currency} bare />}
                </td>
                <td className="a-num a-soft a-hide-s">{row.rank}</td>
                <td>
                  <DestinationMarks row={row} />
                </td>
              </tr>
            ))}
          </DataTable>
        )}
      </Panel>
    </>
  )
}

export function DestinationMarks({
  row,
}: {
  row: Pick<DestinationRow, 'isHidden' | 'isFeatured' | 'isGone' | 'error'>
}) {
  const t = useTranslations('admin-catalogue.state')

  return (
    <span className="a-row">
      {row.isGone ? <Mark tone="stop">{t('gone')}</Mark> : null}
      {row.isHidden ? <Mark tone="plain">{t('hidden')}</Mark> : null}
      {row.isFeatured ? <Mark tone="ok">{t('featured')}</Mark> : null}
      {row.error ? <Mark tone="wait">{t('unread')}</Mark> : null}
    </span>
  )
}
