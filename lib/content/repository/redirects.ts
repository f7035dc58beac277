import 'server-only'
import { findDestinationBySlug } from '#lib/catalog/repository/catalog.ts'
import type { Redirect, Subject } from '#lib/content/rules/public-route.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'

/** Every redirect, by its address. */
export async function listRedirects(client: Tx = db()) {
  return client.redirect.findMany({ orderBy: { from: 'asc' } })
}

/** As `listRedirects`, in the form in which they are changed. */
export async function readTable(tx: Tx): Promise<Redirect[]> {
  const rows = await listRedirects(tx)

  return rows.map(({ from, to, guideId, locale }) => ({ from, to, guide: guideId && `${guideId} ${locale}` }))
}

/** Stores what a change made of the table. */
export async function saveTable(
  before: readonly Redirect[],
  after: readonly Redirect[],
  by: string,
  tx: Tx,
): Promise<void> {
  const kept = new Map(after.map((one) => [one.from, one]))
  const known = new Map(before.map((one) => [one.from, one]))
  const gone = before.flatMap(({ from }) => (kept.has(from) ? [] : [from]))
  if (gone.length > 0) await tx.redirect.deleteMany({ where: { from: { in: gone } } })
  for (const { from, to, guide } of after) {
    const former = known.get(from)
    if (former?.to === to && former.guide === guide) continue
    const [guideId = null, locale = null] = guide?.split(' ') ?? []
    const data = { to, guideId, locale }
    await tx.redirect.upsert({
      where: { from },
      create: { from, by, ...data },
      // Who made it stays; where it leads is kept right by the store.
      update: data,
      select: { from: true },
    })
  }
}

/** Whether the database has what a route is about; a former address of a destination counts, as it does for visitors. */
export async function hasSubject(subject: Subject, client: Tx = db()): Promise<boolean> {
  switch (subject.kind) {
    case 'none':
    // Files for machines: no link of a text or a menu leads there.
    case 'site_map':
      return true
    case 'destination':
      return (await findDestinationBySlug(subject.id, client)) !== null
    case 'plan':
      return (await client.plan.count({ where: { id: subject.id } })) > 0
    case 'brand':
      return (await client.partner.count({ where: { slug: subject.id } })) > 0
    default:
      return (
        (await client.guideText.count({
          where: { slug: subject.id, locale: subject.language, place: subject.place },
        })) > 0
      )
  }
}
