import { getTranslations } from 'next-intl/server'
import { StaffMessages } from '#app/(private)/staff-messages.tsx'
import { BatchCheck } from '#components/esims/admin/batch-check.tsx'
import { EsimFilters, EsimsOfCustomer } from '#components/esims/admin/esim-filters.tsx'
import { EsimColumns, EsimTable } from '#components/esims/admin/esim-table.tsx'
import { Link } from '#components/ui/admin/link.tsx'
import { FoundRows, ListHead, ListPage, type OpenList, SearchForm } from '#components/ui/admin/list-page.tsx'
import { can } from '#lib/core/rules/caller.ts'
import { findEsims, listCards, MAX_FOUND, needsWhole } from '#lib/esims/queries/admin-esims.ts'
import { type EsimFilter, esimFilterSchema } from '#lib/esims/rules/admin-esims.ts'
import { customerTitle } from '#lib/orders/queries/admin-titles.ts'
import { MAX_PASTED } from '#lib/orders/rules/pasted-numbers.ts'
import { viewAddress } from '#lib/settings/rules/saved-view.ts'
import { openList } from '../list.tsx'
import { adminTitle } from '../staff.ts'

type ListProps = { list: OpenList<EsimFilter, 'cards'> }

export const generateMetadata = () => adminTitle('cards')

export default async function EsimsPage({ searchParams }: PageProps<'/admin/esims'>) {
  const list = await openList('cards', esimFilterSchema, searchParams)
  const { staff, filter, refused } = list
  if (refused) return refused
  const t = await getTranslations('admin-desk.cards')
  const tAdmin = await getTranslations('admin')

  return (
    <StaffMessages namespace="admin-desk">
      <ListHead list={list} title={tAdmin('area.cards')} lead={t('lead')} />
      <div className="grid min-w-0 content-start gap-4 grid-cols-1">
        <SearchForm
          {...{ id: 'card-search', action: '/admin/esims', text: filter.q, maxLength: 40, dir: 'ltr', required: true }}
          {...{ inputMode: 'numeric', label: t('search') }}
        />
        {filter.q === '' ? <Listed list={list} /> : <Found list={list} />}
        {can(staff, 'iccids.see') ? <BatchCheck max={MAX_PASTED} mayExport={can(staff, 'lists.export')} /> : null}
      </div>
    </StaffMessages>
  )
}

async function Listed({ list }: ListProps) {
  const { staff, filter, hidden } = list
  const t = await getTranslations('admin-desk.cards')
  const tAdmin = await getTranslations('admin')
  const [{ rows, older }, name] = await Promise.all([
    listCards(staff, filter),
    filter.customer ? customerTitle(staff, filter.customer) : null,
  ])
  const isNarrowed = Object.values(list.base).some(Boolean)

  return (
    <div>
      <ListPage
        {...{ list, older, title: tAdmin('area.cards') }}
        columns={<EsimColumns hidden={hidden} />}
        filters={<EsimFilters list={list} />}
        about={filter.customer ? <EsimsOfCustomer id={filter.customer} name={name} /> : null}
        empty={rows.length === 0 ? t(isNarrowed ? 'emptyFiltered' : 'empty') : null}
        pages={{ label: tAdmin('label.pages'), before: tAdmin('label.newest'), next: tAdmin('label.older') }}
      >
        <EsimTable rows={rows} now={new Date()} label={tAdmin('area.cards')} hidden={hidden} />
      </ListPage>
    </div>
  )
}

async function Found({ list: { staff, filter, hidden } }: ListProps) {
  const t = await getTranslations('admin-desk.cards')
  const search = await getTranslations('admin.search')
  const { rows, isReadable } = await findEsims(staff, filter.q)

  return (
    <FoundRows
      title={t('found')}
      empty={
        rows.length > 0
          ? null
          : needsWhole(staff, filter.q)
            ? search('wholeOnly')
            : t(isReadable ? 'none' : 'unreadable')
      }
      cut={rows.length === MAX_FOUND ? search('most', { count: MAX_FOUND }) : null}
      ways={
        <Link className="a-link" href={viewAddress('cards')}>
          {t('toAll')}
        </Link>
      }
    >
      <EsimTable rows={rows} now={new Date()} label={t('found')} hidden={hidden} />
    </FoundRows>
  )
}
