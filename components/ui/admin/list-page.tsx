import type { Route } from 'next'
import Form from 'next/form'
import { useTranslations } from 'next-intl'
import type { ComponentProps, ReactNode } from 'react'
import { ViewBar } from '#components/ui/admin/bulk/view-bar.tsx'
import { filterAddress } from '#components/ui/admin/filter-address.ts'
import { Link } from '#components/ui/admin/link.tsx'
import { FormPending } from '#components/ui/admin/pending-indicator.tsx'
import { Button } from '#components/ui/button.tsx'
import { ChoiceField } from '#components/ui/choice-field.tsx'
import { TextField } from '#components/ui/field.tsx'
import { can, type StaffMember } from '#lib/core/rules/caller.ts'
import {
  type ExportedList,
  exportAddress,
  LISTS,
  type ListColumn,
  type ListName,
  type PagedList,
  rulesOf,
  type ViewArea,
} from '#lib/core/rules/lists.ts'
import { type SavedView, viewQuery } from '#lib/settings/rules/saved-view.ts'

/** What the address of a list can say. */
export type ListFilter = Record<string, string | number | null | undefined>

/** A list at an address. */
export type ListAt<Filter extends ListFilter = ListFilter> = {
  name: PagedList
  /** What the address says. */
  filter: Filter
  /** The same without the place in the list. */
  base: Partial<Filter>
}

export function listAt<Filter extends ListFilter>(name: PagedList, filter: Filter): ListAt<Filter> {
  const { after: _after, before: _before, ...base } = filter

  return { name, filter, base: base as unknown as Partial<Filter> }
}

/** Returns the address of a list with a filter in it. */
export function addressIn<Filter extends ListFilter>({ name }: ListAt<Filter>, filter: Partial<Filter>): string {
  return filterAddress(LISTS[name].path, filter)
}

/** Returns the address of the beginning of a list. A bare one would open the view that somebody has made their first. */
function beginningOf({ name, base }: Pick<ListAt, 'name' | 'base'>): string {
  const { whole } = rulesOf(name)
  const query = filterAddress('', base)

  return `${LISTS[name].path}${query === '' && whole ? `?${whole}` : query}`
}

type FilterFormProps = { action: string; className?: string; children: ReactNode }

/**
 * A form whose fields end in the address: without scripts a plain one, with them only the rows change and those from
 * before stay until the new ones are there. Nothing is fetched before it is sent.
 */
export function FilterForm({ action, className, children }: FilterFormProps) {
  return (
    <Form action={action as Route} prefetch={false} {...(className ? { className } : {})}>
      {children}
      <FormPending />
    </Form>
  )
}

/** The field of a list's filter that looks its rows up by a number; `label` where it looks for something else. */
export function ListSearch({ text, label }: { text: string; label?: string }) {
  const t = useTranslations('admin-bulk.search')

  return (
    <TextField
      {...{ id: 'list-search', name: 'q', type: 'search', autoComplete: 'off', spellCheck: false, maxLength: 254 }}
      label={label ?? t('label')}
      defaultValue={text}
      dir={label === undefined ? 'ltr' : undefined}
    />
  )
}

type SearchFormProps = Omit<ComponentProps<typeof TextField>, 'id' | 'children' | 'name' | 'type' | 'defaultValue'> & {
  id?: string
  action: string
  /** What was searched for. */
  text: string
  /** The word on the button. */
  send?: string
  /** What the address keeps saying. */
  kept?: Record<string, string | null>
  /** Where the list is whole again. */
  all?: string
}

/** One field to look something up in a list. A plain form: the address says what was searched. */
export function SearchForm({ action, text, send, kept = {}, all, id = 'list-search', ...field }: SearchFormProps) {
  const t = useTranslations('admin-bulk.search')
  const said = Object.entries(kept).filter(([, value]) => value)

  return (
    <search key={text}>
      <FilterForm action={action} className="a-filters">
        {said.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value ?? ''} />
        ))}
        <TextField
          {...{ id, name: 'q', type: 'search', autoComplete: 'off', spellCheck: false, maxLength: 80 }}
          {...{ defaultValue: text, ...field }}
        />
        <Button type="submit">{send ?? t('find')}</Button>
        {all === undefined || text === '' ? null : (
          <Link className="btn" href={all}>
            {t('all')}
          </Link>
        )}
      </FilterForm>
    </search>
  )
}

type Choice = Omit<ComponentProps<typeof ChoiceField>, 'name' | 'defaultValue'>
type Text = Omit<ComponentProps<typeof TextField>, 'name' | 'defaultValue' | 'id'> & { id?: string }
/** A field over one part of the filter: a choice where it has `options`. `value` stands where the address says nothing. */
type FilterField<Filter> = { name: keyof Filter & string; value?: string } & (Choice | Text)

type ListFiltersProps<Filter extends ListFilter> = {
  list: ListAt<Filter>
  /** The field in which rows are looked up, and what it looks for where that is no number. */
  search?: { label?: string }
  fields: FilterField<Filter>[]
  /** The word on the button. */
  send: string
  /** The way back to a list that is not narrowed: what it is called, and which parts of the filter stay. */
  clear?: { label: string; kept?: (keyof Filter)[] }
  className?: string
  /** What else stands behind the fields. */
  children?: ReactNode
}

/** Which rows of a list are meant. It all lives in the address: a plain form sets it, and keeps what it has no field for. */
export function ListFilters<Filter extends ListFilter>({
  list,
  search,
  fields,
  send,
  clear,
  className = 'a-filters',
  children,
}: ListFiltersProps<Filter>) {
  const { name, filter, base } = list
  const shown = [...fields.map((field) => field.name), ...(search ? ['q'] : [])]
  const unshown = entriesOf(base).filter(([part]) => !shown.includes(part))
  const kept = entriesOf(base).filter(([part]) => clear?.kept?.includes(part))
  const form = (
    <FilterForm key={addressIn(list, base)} className={className} action={LISTS[name].path}>
      {unshown.map(([part, value]) => (
        <input key={part} type="hidden" name={part} value={value} />
      ))}
      {search ? <ListSearch text={String(filter.q ?? '')} {...search} /> : null}
      {fields.map(({ value, ...field }) => (
        <FilterInput key={field.name} field={field} said={String(filter[field.name] ?? value ?? '')} />
      ))}
      <Button type="submit">{send}</Button>
      {clear && entriesOf(base).length > kept.length ? (
        <Link className="btn" href={beginningOf({ name, base: Object.fromEntries(kept) })}>
          {clear.label}
        </Link>
      ) : null}
      {children}
    </FilterForm>
  )

  return search ? <search>{form}</search> : form
}

function FilterInput({ field, said }: { field: { name: string } & (Choice | Text); said: string }) {
  if ('options' in field) return <ChoiceField {...field} defaultValue={said} />

  return <TextField {...field} id={field.id ?? field.name} defaultValue={said} />
}

function entriesOf(filter: ListFilter): [string, string | number][] {
  return Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** The two days between which rows are wanted, both included. */
export function dayFields(from: string, to: string) {
  return [{ name: 'from', type: 'date', label: from } as const, { name: 'to', type: 'date', label: to } as const]
}

/** Takes a list out as a file, by the filters that its address has: `query`, as a view keeps it. */
export function ExportLink({ list, query, label }: { list: ExportedList; query: string; label?: string }) {
  const t = useTranslations('admin-bulk')

  return (
    <a className="btn" href={exportAddress(list, query)} download>
      {label ?? t('export')}
    </a>
  )
}

type Way = { href: string; label: string }
type PagerProps = { label: string; before: Way | null; next: Way | null; children?: ReactNode }

/**
 * The ways from one page of a list: back (to newer rows or to its beginning), and on to older ones. `children` say more
 * about the list and stand there even where there is no other page.
 */
export function Pager({ label, before, next, children }: PagerProps) {
  if (!before && !next && !children) return null

  return (
    <nav
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3.5 py-2 text-small text-ink-soft"
      aria-label={label}
    >
      {before ? (
        <Link className="a-link" href={before.href} rel="prev">
          {before.label}
        </Link>
      ) : null}
      {next ? (
        <Link className="a-link" href={next.href} rel="next">
          {next.label}
        </Link>
      ) : null}
      {children}
    </nav>
  )
}

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
  const takenOut = <ListFile list={list} {...(file ? { label: file } : {})} />

  return (
    <div className="a-head">
      <h1>{title}</h1>
      {lead ? <p className="a-meta">{lead}</p> : null}
      {children ? (
        // A menu opens towards the beginning of its line, so that it has to stand at the end.
        <span className="flex grow flex-wrap items-center justify-end gap-x-2.5 gap-y-1.5 [&>.a-menu]:ms-0">
          {takenOut}
          {children}
        </span>
      ) : (
        takenOut
      )}
    </div>
  )
}

/** Takes a list out as a file, by what its address says, for whoever may. */
export function ListFile({ list: { name, base, staff }, label }: { list: ListHeadProps['list']; label?: string }) {
  const { file } = rulesOf(name)
  if (!file || !can(staff, file.permission)) return null
  const query = filterAddress('', base).slice(1)

  return <ExportLink list={name as ExportedList} query={query} {...(label ? { label } : {})} />
}

/** The views that somebody keeps of a list, with the choice of its columns at the other end. */
export function ListViews({ list, columns }: { list: Pick<OpenList, 'name' | 'base' | 'views'>; columns?: ReactNode }) {
  return (
    <ViewBar area={list.name as ViewArea} views={list.views} query={viewQuery(filterAddress('', list.base))}>
      {columns}
    </ViewBar>
  )
}

type PagerLabels = { label: string; before: string; next: string }
type ListPagerProps<Filter extends ListFilter> = {
  list: ListAt<Filter>
  /** The key of the page of newer rows; undefined for a list that leads back to its beginning alone. */
  newer?: string | null | undefined
  /** The key of the page of older rows. */
  older: string | null
  labels: PagerLabels
  children?: ReactNode
}

/** The ways to the other pages of a list. */
export function ListPager<Filter extends ListFilter>({ list, newer, older, labels, children }: ListPagerProps<Filter>) {
  const { base, filter } = list
  const to = (place: ListFilter) => addressIn(list, { ...base, ...place } as Partial<Filter>)
  const back = newer ? to({ before: newer }) : newer === undefined && filter.after ? beginningOf(list) : null

  return (
    <Pager
      label={labels.label}
      before={back ? { href: back, label: labels.before } : null}
      next={older ? { href: to({ after: older }), label: labels.next } : null}
    >
      {children}
    </Pager>
  )
}

type ListRowsProps<Filter extends ListFilter> = Omit<ListPagerProps<Filter>, 'labels'> & {
  title: string
  /** Why there is nothing, where there is nothing. */
  empty: string | null
  pages: PagerLabels
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
      <ListPager {...pager} labels={pages}>
        {note}
      </ListPager>
    </section>
  )
}

type FoundRowsProps = {
  title: string
  /** Why there is nothing, where there is nothing. */
  empty: string | null
  /** Said where more may fit than are shown. */
  cut: string | null
  /** The ways on from here. */
  ways: ReactNode
  children: ReactNode
}

/** What a search has found, in its panel, and the ways on from there. */
export function FoundRows({ title, empty, cut, ways, children }: FoundRowsProps) {
  return (
    <section className="a-panel" aria-label={title}>
      {empty === null ? children : <p className="a-emptyline">{empty}</p>}
      <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3.5 py-2 text-small text-ink-soft">
        {cut === null ? null : <span>{cut}</span>}
        {ways}
      </p>
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
