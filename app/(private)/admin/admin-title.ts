import type { Metadata } from 'next'
import type { Messages, NamespaceKeys, NestedKeyOf } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import type { AreaName } from '#components/ui/admin/areas.tsx'
import { privateLocale } from '#lib/auth/private-locale.ts'

/** The title of a page of the back office. */
export async function adminTitle(area: AreaName): Promise<Metadata> {
  const t = await getTranslations({ locale: await privateLocale(), namespace: 'admin' })

  return { title: t(`area.${area}`) }
}

type Namespace = NamespaceKeys<Messages, NestedKeyOf<Messages>>

/** The title of a page in words of its own, for one of several pages of an area. */
export async function ownTitle<Name extends Namespace>(
  namespace: Name,
  say: (t: Awaited<ReturnType<typeof getTranslations<Name>>>) => string,
): Promise<Metadata> {
  return { title: say(await getTranslations({ locale: await privateLocale(), namespace })) }
}

/** The title of a page about one thing: what it is called, or its area where there is nothing. */
export async function detailTitle(name: string | null, area: AreaName): Promise<Metadata> {
  return name === null ? adminTitle(area) : { title: name }
}
