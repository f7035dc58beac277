import { useTranslations } from 'next-intl'
import { orderAddress } from '#components/orders/admin/order-filters.tsx'
import { EndPromotion } from '#components/pricing/admin/promotions/promotion-fields.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { type ListAt, ListFilters } from '#components/ui/admin/list-page.tsx'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { MoneyAmount } from '#components/ui/admin/money-amount.tsx'
import { Badge } from '#components/ui/badge.tsx'
import type { ListColumn } from '#lib/core/rules/lists.ts'
import { localTimeAt } from '#lib/core/rules/zoned-time.ts'
import type { PromotionRow } from '#lib/pricing/queries/admin-promotions.ts'
import { PROMOTION_STATES, type PromotionFilter, type PromotionState } from '#lib/pricing/rules/admin-pricing.ts'
import { percentText } from '#lib/pricing/rules/promotion-edit.ts'

const BADGES = {
  running: { tone: 'good', icon: 'check' },
  scheduled: { tone: 'wait', icon: 'clock' },
  used_up: { tone: 'plain', icon: 'check' },
  expired: { tone: 'plain', icon: 'clock' },
  ended: { tone: 'plain', icon: 'back' },
} as const satisfies Record<PromotionState, unknown>

type PromotionTableProps = {
  rows: PromotionRow[]
  /** The address of the page they stand on, which opening one of them keeps. */
  here: { q: string; state: PromotionState | null; after: string | null }
  mayChange: boolean
  hidden: Hidden
}
type Hidden = readonly ListColumn<'promotions'>[]

/** Promotions with what they take off, when they count, how often they were used, and what they cost. */
export function PromotionTable({ rows, here, mayChange, hidden }: PromotionTableProps) {
  const t = useTranslations('admin-promotions')
  const tLabel = useTranslations('admin.label')
  const nameOf = ({ code, title }: PromotionRow) => (
    <>
      <bdi className="a-id">{code}</bdi>
      <span className="a-meta block">{title}</span>
    </>
  )
  const actions = { head: tLabel('actions'), cell: (row: PromotionRow) => <PromotionActions row={row} here={here} /> }

  return (
    <ListTable
      rows={rows}
      {...{ label: t('title'), columns: useColumns(), hidden }}
      first={[{ head: tLabel('code'), isName: true, cell: nameOf }]}
      last={mayChange ? [actions] : []}
    />
  )
}

function PromotionActions({
  row: { id, turn, code, state },
  here,
}: { row: PromotionRow } & Pick<PromotionTableProps, 'here'>) {
  const t = useTranslations('admin-promotions')
  if (state === 'ended') return null

  return (
    <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5">
      <Link
        className="a-link"
        href={filterAddress('/admin/pricing/promotions', { ...here, edit: id })}
        aria-label={t('editOf', { code })}
      >
        {t('edit')}
      </Link>
      <EndPromotion id={id} turn={turn} code={code} />
    </span>
  )
}

export function PromotionColumns({ hidden }: { hidden: Hidden }) {
  return <ColumnChoice list="promotions" columns={useColumns()} hidden={hidden} />
}

function useColumns(): Column<PromotionRow, ListColumn<'promotions'>>[] {
  const t = useTranslations('admin-promotions')

  return [
    { name: 'takesOff', head: t('takesOff'), cell: (row) => <TakesOff row={row} /> },
    { name: 'counts', head: t('counts'), className: 'a-soft', cell: (row) => <Times row={row} /> },
    { name: 'used', head: t('used'), className: 'a-num', cell: (row) => <Used row={row} /> },
    {
      name: 'cost',
      head: t('cost'),
      className: 'a-num',
      cell: ({ givenMinor, currency }) => <MoneyAmount minor={givenMinor} currency={currency} />,
    },
    {
      name: 'standing',
      head: t('standing'),
      cell: ({ state }) => <Badge {...BADGES[state]}>{t(`states.${state}`)}</Badge>,
    },
  ]
}

function Used({ row: { id, used, totalLimit, personLimit } }: { row: PromotionRow }) {
  const t = useTranslations('admin-promotions')
  const usage = totalLimit === null ? t('usedOpen', { used }) : t('usedOf', { used, limit: totalLimit })

  return (
    <>
      {used === 0 ? (
        usage
      ) : (
        <Link className="a-link" href={orderAddress({ tab: 'all', promotion: id })}>
          {usage}
        </Link>
      )}
      {personLimit === null ? null : <span className="a-meta block">{t('perPerson', { limit: personLimit })}</span>}
    </>
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
        <MoneyAmount minor={row.amountMinor ?? 0} currency={row.currency} />
      ) : (
        <bdi>{percentText(row.basisPoints)} %</bdi>
      )}
      {row.minimumMinor > 0 ? (
        <span className="a-meta block">
          {t('from')} <MoneyAmount minor={row.minimumMinor} currency={row.currency} />
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

/** Which promotions are meant: by a part of code or name, and by how they stand. */
export function PromotionFilters({ list }: { list: ListAt<Pick<PromotionFilter, 'q' | 'state' | 'after'>> }) {
  const t = useTranslations('admin-promotions')
  const tLabel = useTranslations('admin.label')
  const tBulk = useTranslations('admin-bulk.search')
  const states = PROMOTION_STATES.map((one) => [one, t(`states.${one}`)] as const)

  return (
    <ListFilters
      {...{ list, search: { label: t('search') }, send: tBulk('find'), clear: { label: tBulk('all') } }}
      fields={[{ name: 'state', label: t('standing'), any: tLabel('all'), options: states }]}
    />
  )
}
