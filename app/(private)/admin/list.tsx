import type { Route } from 'next'
import { redirect } from 'next/navigation'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { Link } from '#components/ui/admin/link.tsx'
import { addressIn, type ListFilter, listAt, type OpenList } from '#components/ui/admin/list-page.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'
import { getHiddenColumns } from '#lib/core/queries/list-columns.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import {
  type ColumnList,
  LISTS,
  type ListColumn,
  type PagedList,
  rulesOf,
  type ViewArea,
} from '#lib/core/rules/lists.ts'
import { isSearchRefused } from '#lib/orders/queries/searched.ts'
import { getViews } from '#lib/settings/queries/saved-views.ts'
import { type SavedView, viewAddress } from '#lib/settings/rules/saved-view.ts'
import { staffOrSignIn, staffWith } from './staff.ts'

/** What an address says, as a page is given it. */
export type SearchParams = Record<string, string | string[] | undefined>

/** Returns what an address says once: a parameter that comes twice means nothing. */
export function singleParams(query: SearchParams): Record<string, unknown> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => typeof value === 'string'))
}

/**
 * Opens a list for whoever asks for its page: what the address says, the views and the hidden columns. `refused` stands
 * instead of the list for somebody who has tried too many numbers that their role may not see.
 *
 * Whatever cannot be read in the address is left out, never an error.
 */
export async function openList<Name extends PagedList, Filter extends ListFilter>(
  name: Name,
  schema: z.ZodType<Filter>,
  searchParams: Promise<SearchParams>,
): Promise<OpenList<Filter, Name> & { refused: ReactNode }> {
  const query = await searchParams
  const list = listAt(name, schema.parse(singleParams(query)))
  const { permission, search, whole, columns } = rulesOf(name)
  const here = addressIn(list, list.filter)
  const staff = permission ? await staffWith(permission, here) : await staffOrSignIn(here)
  await privateLocale()
  const refused = search ? await refusedSearch(staff, name, list.filter[search]) : null
  const [views, hidden] = await Promise.all([
    whole && !refused ? viewsHere(staff, name as ViewArea, query) : [],
    columns && !refused ? (getHiddenColumns(staff, name as ColumnList) as Promise<ListColumn<Name>[]>) : [],
  ])

  return { ...list, staff, views, hidden, refused }
}

/** Returns what stands instead of a list for somebody who has tried too many numbers that their role may not see. */
export async function refusedSearch(staff: StaffMember, name: PagedList, text: ListFilter[string]): Promise<ReactNode> {
  return (await isSearchRefused(staff, String(text ?? ''))) ? <SearchRefused back={LISTS[name].path as Route} /> : null
}

/**
 * The views that whoever asks keeps of a list. Its bare address opens with the one that they have made their first:
 * `asked` is what the address says.
 */
export async function viewsHere(staff: StaffMember, area: ViewArea, searchParams: object): Promise<SavedView[]> {
  const views = await getViews(staff, area)
  const first = Object.keys(searchParams).length === 0 ? views.find(({ isDefault }) => isDefault) : undefined
  if (first && first.query !== '') redirect(viewAddress(area, first.query) as Route)

  return views
}

/** Instead of a list: too many whole numbers were tried by somebody whose role reads only the ends of them. */
export async function SearchRefused({ back }: { back: Route }) {
  const t = await getTranslations('admin.search')

  return (
    <>
      <div className="a-head">
        <h1>{t('title')}</h1>
      </div>
      <section className="a-panel" aria-label={t('title')}>
        <p className="a-emptyline" role="status">
          {t('refused')}
        </p>
        <p className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line px-3.5 py-2 text-small text-ink-soft">
          <Link className="a-link" href={back}>
            {t('back')}
          </Link>
        </p>
      </section>
    </>
  )
}
