import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { storeFacts } from '#app/(shop)/store.ts'
import type { AreaName } from '#components/admin/areas.ts'
import { privateLocale } from '#lib/i18n/private-locale.ts'

/** The title of a page of the back office. */
export async function adminTitle(area: AreaName): Promise<Metadata> {
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'admin' })

  return { title: `${t(`area.${area}`)} | ${(await storeFacts()).name}` }
}

/** The title of a page about one thing: what it is called, or its area where there is nothing. */
export async function detailTitle(name: string | null, area: AreaName): Promise<Metadata> {
  return name === null ? adminTitle(area) : { title: `${name} | ${(await storeFacts()).name}` }
}
