import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { BatchCheck } from '#components/esims/admin/batch-check.tsx'
import { EsimFilters, EsimsOfCustomer, esimAddress } from '#components/esims/admin/esim-filters.tsx'
import { EsimTable } from '#components/esims/admin/esim-table.tsx'
import { ColumnMenu } from '#components/ui/admin/bulk/column-menu.tsx'
import { ViewBar } from '#components/ui/admin/bulk/view-bar.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { Pager } from '#components/ui/admin/pager.tsx'
import { SearchForm } from '#components/ui/admin/search-form.tsx'
import { privateLocale } from '#lib/core/i18n/private-locale.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import { LIST_COLUMNS, type ListColumn } from '#lib/core/rules/list-columns.ts'
import { findEsims, listCards, needsWhole } from '#lib/esims/queries/admin-esims.ts'
import { type EsimFilter, esimFilterSchema } from '#lib/esims/rules/admin-esims.ts'
import { customerTitle } from '#lib/orders/queries/admin-titles.ts'
import { isSearchRefused } from '#lib/orders/queries/searched.ts'
import { MOST_PASTED } from '#lib/orders/rules/pasted-numbers.ts'
import { type SavedView, viewAddress, viewQuery } from '#lib/settings/rules/saved-view.ts'
import { adminTitle } from '../admin-title.ts'
import { staffOrSignIn } from '../staff.ts'
import { viewsHere } from '../views.ts'
import './esims.css'
import { SearchRefused } from '../search-refused.tsx'

type Props = PageProps<'/admin/esims'>

export const generateMetadata = () => adminTitle('cards')

export default async function EsimsPage({ searchParams }: Props) {
  const asked = await searchParams
  const filter = esimFilterSchema.parse(asked)
  const staff = await staffOrSignIn(esimAddress(filter))
  await privateLocale()
  if (await isSearchRefused(staff, filter.q)) return <SearchRefused back="/admin/esims" />
  const views = await viewsHere(staff, 'cards', asked)
  const hidden = await getHiddenColumns(staff, 'cards')
  const t = await getTranslations('admin-desk.cards')

  return (
    <StaffMessages namespace="admin-desk">
      <div className="a-head">
        <h1>{t('title')}</h1>
        <p className="a-meta">{t('lead')}</p>
        {can(staff, 'lists.export') ? (
          <ExportLink list="cards" query={filterAddress('', { ...filter, after: null }).slice(1)} />
        ) : null}
      </div>
      <div className="a-stack a-card-pages">
        <SearchForm
          key={filter.q}
          {...{ id: 'card-search', action: '/admin/esims', text: filter.q, maxLength: 40, dir: 'ltr', required: true }}
          {...{ inputMode: 'numeric', label: t('search'), send: t('find') }}
        />
        {filter.q === '' ? (
          <Listed staff={staff} filter={filter} views={views} hidden={hidden} />
        ) : (
          <Found staff={staff} text={filter.q} hidden={hidden} />
        )}
        {can(staff, 'iccids.see') ? <BatchCheck most={MOST_PASTED} mayExport={can(staff, 'lists.export')} /> : null}
      </div>
    </StaffMessages>
  )
}

type ListedProps = { staff: StaffMember; filter: EsimFilter; views: SavedView[]; hidden: ListColumn<'cards'>[] }

async function Listed({ staff, filter, views, hidden }: ListedProps) {
  const t = await getTranslations('admin-desk.cards')
  const [{ rows, older }, name] = await Promise.all([
    listCards(staff, filter),
    filter.customer ? customerTitle(staff, filter.customer) : null,
  ])
  const base = { ...filter, after: null }
  const query = viewQuery(filterAddress('', base))

  return (
    <div>
      <ViewBar area="cards" views={views} query={query}>
        <ColumnMenu
          list="cards"
          columns={LIST_COLUMNS.cards.map((name) => ({ name, label: t(name) }))}
          hidden={hidden}
        />
      </ViewBar>
      <EsimFilters key={esimAddress(base)} filter={filter} />
      {filter.customer ? <EsimsOfCustomer id={filter.customer} name={name} /> : null}
      <section className="a-panel" aria-label={t('title')}>
        {rows.length === 0 ? (
          <p className="a-emptyline">{t(query === '' ? 'empty' : 'emptyFiltered')}</p>
        ) : (
          <EsimTable rows={rows} now={new Date()} label={t('title')} hidden={hidden} />
        )}
        <Pager
          label={t('pages')}
          before={filter.after ? { href: viewAddress('cards', query), words: t('newest') } : null}
          next={older ? { href: esimAddress({ ...base, after: older }), words: t('older') } : null}
        />
      </section>
    </div>
  )
}

type FoundProps = { staff: StaffMember; text: string; hidden: ListColumn<'cards'>[] }

async function Found({ staff, text, hidden }: FoundProps) {
  const t = await getTranslations('admin-desk.cards')
  const search = await getTranslations('admin.search')
  const { rows, isReadable } = await findEsims(staff, text)

  return (
    <section className="a-panel" aria-label={t('found')}>
      {rows.length === 0 ? (
        <p className="a-emptyline">
          {needsWhole(staff, text) ? search('wholeOnly') : t(isReadable ? 'none' : 'unreadable')}
        </p>
      ) : (
        <EsimTable rows={rows} now={new Date()} label={t('found')} hidden={hidden} />
      )}
      <p className="a-pager">
        <GoLink className="a-link" href={viewAddress('cards')}>
          {t('toAll')}
        </GoLink>
      </p>
    </section>
  )
}
