import type { Metadata } from 'next'
import { ownTitle } from '#app/(private)/own-title.ts'
import type { AreaName } from '#components/ui/admin/areas.tsx'

/** The title of a page of the back office. */
export async function adminTitle(area: AreaName): Promise<Metadata> {
  return ownTitle('admin', (t) => t(`area.${area}`))
}

/** The title of a page about one thing: what it is called, or its area where there is nothing. */
export async function detailTitle(name: string | null, area: AreaName): Promise<Metadata> {
  return name === null ? adminTitle(area) : { title: name }
}
