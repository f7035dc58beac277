import { useTranslations } from 'next-intl'
import { PlanName } from '#components/orders/admin/plan-name.tsx'
import { LocalTime } from '#components/orders/local-time.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { knownLabel } from '#components/ui/admin/known-label.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { ExportLink, ListFilters, listAt, Pager } from '#components/ui/admin/list-page.tsx'
import { type Column, ColumnChoice, ListTable } from '#components/ui/admin/list-table.tsx'
import { Mark, type MarkTone, Panel } from '#components/ui/admin/panel.tsx'
import { DestinationLink } from '#components/ui/admin/record-links.tsx'
import { Chips } from '#components/ui/admin/tabs.tsx'
import type { ChangeView } from '#lib/catalog/queries/admin-catalog.ts'
import { PLAN_CHANGE_KINDS, type PlanChangeKind } from '#lib/catalog/rules/plan.ts'
import type { ListColumn } from '#lib/core/rules/lists.ts'

type Kind = PlanChangeKind

const TONES: Record<Kind, MarkTone> = {
  new: 'ok',
  gone: 'stop',
  back: 'back',
  dearer: 'wait',
  cheaper: 'ok',
  changed: 'plain',
}

type Hidden = readonly ListColumn<'changes'>[]
type ChangeTableProps = {
  changes: ChangeView[]
  filter: {
    q: string
    kind: Kind | null
    sku: string | null
    run: string | null
    since: string | null
    until: string | null
  }
  /** Whether these are the newest ones. */
  isFirst: boolean
  /** The place where the next page begins. */
  next: string | null
  hidden: Hidden
}

/** What changed in the catalogue. A kind is chosen among what the other filters of the address leave. */
export function ChangeTable({ changes, filter, isFirst, next, hidden }: ChangeTableProps) {
  const t = useTranslations('admin')
  const address = (part: { kind?: Kind | null; after?: string }) =>
    filterAddress('/admin/catalogue', { ...filter, view: 'changes', ...part })

  return (
    <Panel
      id="changes"
      title={t('view.changes')}
      beside={
        <nav className="flex flex-wrap items-center gap-x-2.5 gap-y-1.5" aria-label={t('changes.filter')}>
          <Chips
            {...{ all: [null, ...PLAN_CHANGE_KINDS], here: filter.kind }}
            href={(kind) => address({ kind })}
            name={(kind) => t(kind ? `change.${kind}` : 'label.all')}
          />
        </nav>
      }
    >
      <ListTable
        label={t('view.changes')}
        rows={changes}
        empty={t('changes.empty')}
        first={[
          { head: t('label.what'), cell: ({ kind }) => <Mark tone={TONES[kind]}>{t(`change.${kind}`)}</Mark> },
          {
            ...{ head: t('label.destination'), isName: true },
            cell: ({ iso2, skuId, destination }) => <DestinationLink id={skuId} iso2={iso2} name={destination} />,
          },
        ]}
        {...{ columns: useColumns(), hidden }}
      />
      <Pager
        label={t('label.pages')}
        before={isFirst ? null : { href: address({}), label: t('label.newest') }}
        next={next ? { href: address({ after: next }), label: t('label.older') } : null}
      />
    </Panel>
  )
}

export function ChangeColumns({ hidden }: { hidden: Hidden }) {
  return <ColumnChoice list="changes" columns={useColumns()} hidden={hidden} />
}

function useColumns(): Column<ChangeView, ListColumn<'changes'>>[] {
  const t = useTranslations('admin')

  return [
    { name: 'plan', head: t('label.plan'), cell: ({ plan }) => <PlanName plan={plan} /> },
    {
      name: 'difference',
      head: t('changes.difference'),
      className: 'whitespace-normal phone:min-w-32',
      cell: ({ facts }) =>
        facts.map(({ key, before, after }) => (
          <span key={key} className="a-sub">
            {knownLabel(t, 'planFact', key)}: <bdi>{[before, after].map((side) => side ?? '-').join(' → ')}</bdi>
          </span>
        )),
    },
    {
      name: 'at',
      head: t('changes.at'),
      className: 'a-num a-soft',
      cell: ({ at }) => <LocalTime at={at} show="moment" />,
    },
  ]
}

type ChangeFiltersProps = {
  q: string
  kind: string | null
  sku: number | null
  run: string | null
  since: string | null
  until: string | null
  mayExport: boolean
}

/** The filters of the change list, and the same rows as a file. */
export function ChangeFilters({ q, kind, sku, run, since, until, mayExport }: ChangeFiltersProps) {
  const t = useTranslations('admin-catalogue.changes')
  const tLabel = useTranslations('admin.label')
  const ofAll = { q, kind, sku: sku === null ? null : String(sku), since, until }
  const filter = { ...ofAll, run }

  return (
    <ListFilters
      list={listAt('catalogue', { view: 'changes', ...filter })}
      search={{ label: t('search') }}
      fields={[
        { name: 'sku', label: t('sku'), inputMode: 'numeric', dir: 'ltr' },
        { name: 'since', type: 'date', label: tLabel('from') },
        { name: 'until', type: 'date', label: tLabel('to') },
      ]}
      send={tLabel('show')}
    >
      {mayExport ? <ExportLink list="changes" query={filterAddress('', filter).slice(1)} /> : null}
      {run ? (
        <Link className="a-link" href={filterAddress('/admin/catalogue', { view: 'changes', ...ofAll })}>
          {t('ofAllPasses')}
        </Link>
      ) : null}
    </ListFilters>
  )
}
