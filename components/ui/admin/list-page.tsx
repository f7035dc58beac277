import type { ReactNode } from 'react'
import { ViewBar } from '#components/ui/admin/bulk/view-bar.tsx'
import { ExportLink } from '#components/ui/admin/export-link.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { addressIn, beginningOf, type ListAt, type ListFilter } from '#components/ui/admin/list-address.ts'
import { Pager } from '#components/ui/admin/pager.tsx'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import { type ExportedList, type ListColumn, type ListName, rulesOf, type ViewArea } from '#lib/core/rules/lists.ts'
import { type SavedView, viewQuery } from '#lib/settings/rules/saved-view.ts'

/** A list as its page has opened it for a member of staff. */
export type OpenList<Filter extends ListFilter = ListFilter, Name extends ListName = ListName> = ListAt<Filter> & {
  staff: StaffMember
  views: SavedView[]
  hidden: ListColumn<Name>[]
}

type ListHeadProps = {
  list: Pick<OpenList, 'name' | 'base' | 'staff'>
  title: ReactNode
  lead?: ReactNode
  /** What the file is called. */
  file?: string
  children?: ReactNode
}

/** The head of the page of a list, with its file for whoever may take it out. */
export function ListHead({ list, title, lead, file, children }: ListHeadProps) {
  return (
    <div className="a-head">
      <h1>{title}</h1>
      {lead ? <p className="a-meta">{lead}</p> : null}
      {children}
      <ListFile list={list} {...(file ? { words: file } : {})} />
    </div>
  )
}

/** Takes a list out as a file, by what its address says, for whoever may. */
export function ListFile({ list: { name, base, staff }, words }: { list: ListHeadProps['list']; words?: string }) {
  const { file } = rulesOf(name)
  if (!file || !can(staff, file.permission)) return null
  const query = filterAddress('', base).slice(1)

  return <ExportLink list={name as ExportedList} query={query} {...(words ? { words } : {})} />
}

/** The views that somebody keeps of a list, with the choice of its columns at the other end. */
export function ListViews({ list, columns }: { list: Pick<OpenList, 'name' | 'base' | 'views'>; columns?: ReactNode }) {
  return (
    <ViewBar area={list.name as ViewArea} views={list.views} query={viewQuery(filterAddress('', list.base))}>
      {columns}
    </ViewBar>
  )
}

type Words = { label: string; before: string; next: string }
type ListPagerProps<Filter extends ListFilter> = {
  list: ListAt<Filter>
  /** The key of the page of newer rows; undefined for a list that leads back to its beginning alone. */
  newer?: string | null | undefined
  /** The key of the page of older rows. */
  older: string | null
  words: Words
  children?: ReactNode
}

/** The ways to the other pages of a list. */
export function ListPager<Filter extends ListFilter>({ list, newer, older, words, children }: ListPagerProps<Filter>) {
  const { base, filter } = list
  const to = (place: ListFilter) => addressIn(list, { ...base, ...place } as Partial<Filter>)
  const back = newer ? to({ before: newer }) : newer === undefined && filter.after ? beginningOf(list) : null

  return (
    <Pager
      label={words.label}
      before={back ? { href: back, words: words.before } : null}
      next={older ? { href: to({ after: older }), words: words.next } : null}
    >
      {children}
    </Pager>
  )
}

type ListRowsProps<Filter extends ListFilter> = Omit<ListPagerProps<Filter>, 'words'> & {
  title: string
  /** Why there is nothing, where there is nothing. */
  empty: string | null
  pages: Words
  /** Said behind the ways to other pages. */
  note?: ReactNode
}

/** The rows of a list in their panel, and the ways to its other pages. */
export function ListRows<Filter extends ListFilter>({
  title,
  empty,
  pages,
  note,
  children,
  ...pager
}: ListRowsProps<Filter>) {
  return (
    <section className="a-panel" aria-label={title}>
      {empty === null ? children : <p className="a-emptyline">{empty}</p>}
      <ListPager {...pager} words={pages}>
        {note}
      </ListPager>
    </section>
  )
}

type ListPageProps<Filter extends ListFilter, Name extends ListName> = ListRowsProps<Filter> & {
  list: OpenList<Filter, Name>
  /** The choice of columns. */
  columns: ReactNode
  filters: ReactNode
  /** What the list is narrowed to beside its filters. */
  about?: ReactNode
}

/** A list: the views and columns of whoever reads it, its filters, and its rows. */
export function ListPage<Filter extends ListFilter, Name extends ListName>({
  columns,
  filters,
  about,
  ...rows
}: ListPageProps<Filter, Name>) {
  return (
    <>
      <ListViews list={rows.list} columns={columns} />
      {filters}
      {about}
      <ListRows {...rows} />
    </>
  )
}
