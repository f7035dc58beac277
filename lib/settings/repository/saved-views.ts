import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { newId } from '#lib/core/rules/ids.ts'
import type { ViewArea } from '#lib/core/rules/lists.ts'
import type { SavedView } from '#lib/settings/rules/saved-view.ts'

type Owner = { staffId: string; area: ViewArea }

/** The views that a person keeps of a list, by name. */
export async function listViews({ staffId, area }: Owner, client: Tx = db()): Promise<SavedView[]> {
  return client.savedView.findMany({
    where: { staffId, area },
    orderBy: { name: 'asc' },
    select: { id: true, name: true, query: true, isDefault: true },
  })
}

/** Keeps a view under its name; one of the same name is replaced. A default one takes the place of the former. */
export async function keepView(
  view: Owner & { name: string; query: string; isDefault: boolean },
  tx: Tx,
): Promise<string> {
  const { staffId, area, name, query, isDefault } = view
  if (isDefault) await tx.savedView.updateMany({ where: { staffId, area, isDefault }, data: { isDefault: false } })
  const { id } = await tx.savedView.upsert({
    where: { staffId_area_name: { staffId, area, name } },
    create: { id: newId('viw'), staffId, area, name, query, isDefault },
    update: { query, isDefault },
    select: { id: true },
  })

  return id
}

/** Removes a view of this person. `false` when they have no such view. */
export async function dropView({ staffId, id }: { staffId: string; id: string }, tx: Tx): Promise<boolean> {
  const { count } = await tx.savedView.deleteMany({ where: { id, staffId } })

  return count === 1
}

/** Lets the views of a person wait for each other until the transaction ends. */
export async function lockViews({ staffId, area }: Owner, tx: Tx): Promise<void> {
  const turn = `views ${staffId} ${area}`
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${turn}, 0))`
}
