import { DEFAULT_LOCALE } from '#lib/core/i18n/config.ts'
import { localSlugOf } from '#lib/core/rules/slug.ts'

/** The last part of the address of a destination, in one language. */
export type LocalAddress = { locale: string; slug: string }

type Addressed = { slug: string; addresses: readonly LocalAddress[] }

/** Returns the last part of the address of a destination in a language: its own one there, else that of the default language. */
export function slugIn({ slug, addresses }: Addressed, locale: string): string {
  return addresses.find((address) => address.locale === locale)?.slug ?? slug
}

/** Returns the addresses of a destination by language, that of the default language among them. */
export function addressesOf({ slug, addresses }: Addressed): LocalAddress[] {
  return [{ locale: DEFAULT_LOCALE, slug }, ...addresses]
}

type Naming<Unnamed> = {
  locales: readonly string[]
  taken: ReadonlyMap<string, number>
  nameIn: (destination: Unnamed, locale: string) => string
}

/**
 * Returns the addresses that destinations lack, by what each is called in a language. `taken` says whose an address is,
 * whatever the language: an address leads to one destination, so that a change of language may keep it. One that is the same
 * as in the default language is noted as well, so that it stays when the destination is called something else.
 */
export function missingAddresses<Unnamed extends Addressed & { id: number }>(
  destinations: readonly Unnamed[],
  { locales, taken, nameIn }: Naming<Unnamed>,
): (LocalAddress & { skuId: number })[] {
  const owners = new Map(taken)

  return destinations.flatMap((destination) =>
    locales.flatMap((locale) => {
      const { id, addresses } = destination
      if (locale === DEFAULT_LOCALE || addresses.some((address) => address.locale === locale)) return []
      const plain = localSlugOf(nameIn(destination, locale), locale)
      if (plain === '') return []
      const own = (owners.get(plain) ?? id) === id ? plain : `${plain}-${id}`
      if ((owners.get(own) ?? id) !== id) return []
      owners.set(own, id)

      return [{ skuId: id, locale, slug: own }]
    }),
  )
}
