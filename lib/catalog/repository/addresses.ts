import 'server-only'
import { missingAddresses } from '#lib/catalog/rules/address.ts'
import { DEFAULT_LOCALE } from '#lib/core/i18n/config.ts'
import type { Tx } from '#lib/core/repository/client.ts'

type Named = {
  ownName: string | null
  providerName: string
  iso2: string | null
  texts: { locale: string; name: string | null }[]
}
type Naming = { locales: readonly string[]; nameIn: (destination: Named, locale: string) => string }

/**
 * Gives destinations the addresses that they lack in these languages. Returns whether there was any: pages that link to them
 * are then no longer as they were.
 */
export async function nameAddresses({ locales, nameIn }: Naming, tx: Tx): Promise<boolean> {
  const destinations = await tx.destination.findMany({
    where: { partnerId: null },
    select: {
      ...{ id: true, slug: true, providerName: true, ownName: true, iso2: true },
      texts: { select: { locale: true, name: true } },
      addresses: { select: { locale: true, slug: true } },
    },
  })
  const former = await tx.destinationSlug.findMany()
  const taken = new Map([
    ...destinations.flatMap(({ id, addresses }) => addresses.map(({ slug }) => [slug, id] as const)),
    ...former.map(({ slug, skuId }) => [slug, skuId] as const),
    ...destinations.map(({ id, slug }) => [slug, id] as const),
  ])
  const { count } = await tx.destinationAddress.createMany({
    data: missingAddresses(destinations, { locales, taken, nameIn }),
  })

  return count > 0
}

/** Returns the destination that an address leads to, in whatever language it does or did; null while it is free. */
export async function findSlugOwner(slug: string, tx: Tx): Promise<number | null> {
  const isCalled = { OR: [{ slug }, { addresses: { some: { slug } } }] }
  const present = await tx.destination.findFirst({ where: isCalled, select: { id: true } })
  const former = await tx.destinationSlug.findUnique({ where: { slug }, select: { skuId: true } })

  return present?.id ?? former?.skuId ?? null
}

type AddressChange = { skuId: number; from: string | null; locale: string; slug: string | null }

/**
 * Gives a destination another address in a language, null for none of its own there. The former one keeps leading to it, and
 * is never another's.
 */
export async function changeAddress({ skuId, from, locale, slug }: AddressChange, tx: Tx): Promise<void> {
  if (locale === DEFAULT_LOCALE) {
    await tx.destination.updateMany({ where: { id: skuId }, data: slug === null ? {} : { slug } })
  } else {
    await tx.destinationAddress.deleteMany({ where: { skuId, locale } })
    if (slug !== null) await tx.destinationAddress.createMany({ data: [{ skuId, locale, slug }] })
  }
  if (from !== null) await tx.destinationSlug.createMany({ data: [{ slug: from, skuId }], skipDuplicates: true })
}
