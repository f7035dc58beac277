import type { ComponentProps, ReactNode } from 'react'
import { ChoiceField } from '#components/ui/admin/choice-field.tsx'
import { FilterForm } from '#components/ui/admin/filter-form.tsx'
import { GoLink } from '#components/ui/admin/go-link.tsx'
import { addressIn, beginningOf, type ListAt, type ListFilter } from '#components/ui/admin/list-address.ts'
import { ListSearch } from '#components/ui/admin/list-search.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import { LISTS } from '#lib/core/rules/lists.ts'

type Choice = Omit<ComponentProps<typeof ChoiceField>, 'name' | 'value'>
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
  clear?: { words: string; kept?: (keyof Filter)[] }
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
  const unshown = saidIn(base).filter(([part]) => !shown.includes(part))
  const kept = saidIn(base).filter(([part]) => clear?.kept?.includes(part))
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
      {clear && saidIn(base).length > kept.length ? (
        <GoLink className="btn" href={beginningOf({ name, base: Object.fromEntries(kept) })}>
          {clear.words}
        </GoLink>
      ) : null}
      {children}
    </FilterForm>
  )

  return search ? <search>{form}</search> : form
}

function FilterInput({ field, said }: { field: { name: string } & (Choice | Text); said: string }) {
  if ('options' in field) return <ChoiceField {...field} value={said} />

  return <TextField {...field} id={field.id ?? field.name} defaultValue={said} />
}

function saidIn(filter: ListFilter): [string, string | number][] {
  return Object.entries(filter).flatMap(([name, value]) => (value ? [[name, value]] : []))
}

/** The two days between which rows are wanted, both included. */
export function dayFields(from: string, to: string) {
  return [{ name: 'from', type: 'date', label: from } as const, { name: 'to', type: 'date', label: to } as const]
}
