import type { Metadata } from 'next'
import type { Messages, NamespaceKeys, NestedKeyOf } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { privateLocale } from '#lib/auth/private-locale.ts'

type Namespace = NamespaceKeys<Messages, NestedKeyOf<Messages>>

/** The title of a page about a person or for staff, in words of its own. */
export async function ownTitle<Name extends Namespace>(
  namespace: Name,
  say: (t: Awaited<ReturnType<typeof getTranslations<Name>>>) => string,
): Promise<Metadata> {
  return { title: say(await getTranslations({ locale: await privateLocale(), namespace })) }
}
