import 'server-only'
import { createHash } from 'node:crypto'
import { type LocalAddress, slugIn } from '#lib/catalog/rules/address.ts'
import type { OwnTexts } from '#lib/catalog/rules/page-text.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { CoveredCountry, ShopPlan } from '#lib/settings/rules/shop.ts'

/** Since when the pages of a destination show what they show, in a language. */
export type ShownPage = { skuId: number; locale: string; hash: string; changedAt: Date }

/** Returns what the pages of all destinations show in a language: a hash for each, and one for the pages that list them. */
export function shownHashes(shown: readonly ShownDestination[], locale: string): Map<number, string> {
  const hashes = shown
    .map((one) => [one.destination.id, hashOf(shownText(one, locale))] as const)
    .sort(([one], [other]) => one - other)

  return new Map([...hashes, [ALL_DESTINATIONS, hashOf(JSON.stringify(hashes))]])
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}

/** Reads what pages showed when that was last noted. */
export async function listShownPages(locale?: string, client: Tx = db()): Promise<ShownPage[]> {
  return client.shownPage.findMany({ where: locale === undefined ? {} : { locale } })
}

/** Reads the catalogue's version, when it was reached, and the one up to which pages are noted. */
export async function findCatalogState(client: Tx = db()) {
  return client.catalogState.findUniqueOrThrow({
    where: { id: 1 },
    select: { version: true, updatedAt: true, notedVersion: true },
  })
}

/** Reads when each destination was last seen to change at the provider; when it was first seen, where it never did. */
export async function listLastChanges(client: Tx = db()): Promise<Map<number, Date>> {
  const rows = await client.$queryRaw<{ id: number; at: Date }[]>`
    SELECT s."id", greatest(s."firstSeenAt", max(c."at")) AS "at"
    FROM "Sku" s LEFT JOIN "PlanChange" c ON c."skuId" = s."id" GROUP BY s."id"`

  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Notes what pages show as of a version. Rows of pages that are gone go with them. */
export async function saveShownPages(pages: readonly ShownPage[], version: number, tx: Tx): Promise<void> {
  await tx.shownPage.deleteMany({})
  await tx.shownPage.createMany({ data: [...pages] })
  await tx.catalogState.updateMany({ where: { id: 1 }, data: { notedVersion: version } })
}

/** The number that stands for the pages on which all destinations are listed. */
export const ALL_DESTINATIONS = 0

/** A destination of the mirror, as far as its pages show it. `picture` is the hash of the store's own one. */
export type ShownDestination = {
  destination: {
    id: number
    slug: string
    addresses: readonly LocalAddress[]
    providerName: string
    ownName: string | null
    iso2: string | null
    texts: OwnTexts[]
    coverage: CoveredCountry[] | null
  }
  plans: readonly ShopPlan[]
  picture: string | null
}

/**
 * Returns what the pages of a destination show in a language, as one text to compare: the same text, the same pages. When it
 * was read is no part of it.
 */
export function shownText({ destination, plans, picture }: ShownDestination, locale: string): string {
  const { id, providerName, ownName, iso2, texts, coverage } = destination
  const own = texts.find((text) => text.locale === locale) ?? null
  const covered = coverage?.map(({ iso2: code, name }) => `${code ?? ''} ${name}`).sort() ?? null

  return JSON.stringify([id, slugIn(destination, locale), providerName, ownName, iso2, own, covered, plans, picture])
}
