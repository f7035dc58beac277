import 'server-only'
import { findAdminSku, saveDestinationEdit, savePlanHidden } from '#lib/catalog/repository/admin-catalog-edit.ts'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import { type DestinationEdit, ownWords, toOwnSayings } from '#lib/catalog/rules/destination-edit.ts'
import { isLocale } from '#lib/core/i18n/config.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { isSameValue } from '#lib/core/rules/same-value.ts'
import { lockSettings } from '#lib/settings/repository/settings.ts'

/** What is wanted of a destination. `seen` is what the page showed of it. */
export type DestinationInput = { id: number; wanted: DestinationEdit; seen: DestinationEdit }

/**
 * Hides, features, ranks and words a destination. It counts at once and survives every pass over the catalogue.
 *
 * Throws `forbidden`, `not_found`, and `conflict` when somebody else has changed it since the page was shown.
 */
export async function editDestination(caller: Caller, { id, wanted, seen }: DestinationInput): Promise<void> {
  const { role } = requirePermission(caller, 'catalog.change')
  const texts = wanted.texts.map(({ locale, name, text }) => ({
    locale,
    name: ownWords((name ?? '').replaceAll('\n', ' ')),
    text: ownWords(text ?? ''),
  }))
  await transaction(async (tx) => {
    await lockSettings(tx)
    const before = await findAdminSku(id, tx)
    if (!before) throw new AppError('not_found', 'There is no such destination.')
    const { isHidden, isFeatured, rank } = before
    // A language that is gone has words still, which no form shows.
    const was = { isHidden, isFeatured, rank, texts: before.texts.filter(({ locale }) => isLocale(locale)) }
    if (!isSameValue(toOwnSayings(was), toOwnSayings(seen))) {
      throw new AppError('conflict', 'Somebody else has changed this.', { reason: 'settings_changed' })
    }
    const edit = { ...wanted, texts }
    await saveDestinationEdit(id, edit, tx)
    const actor = actorOf(caller)
    await recordAudit(
      { actor, role, act: 'catalog.destination_changed', subject: String(id), before: was, after: edit },
      tx,
    )
    await raiseCatalogVersion(tx)
  })
}

/** Hides a plan, or shows it again. It counts at once and survives every pass. Throws `forbidden` and `not_found`. */
export async function hidePlan(caller: Caller, plan: { planId: string; isHidden: boolean }): Promise<void> {
  const { role } = requirePermission(caller, 'catalog.change')
  await transaction(async (tx) => {
    const before = await savePlanHidden(plan, tx)
    if (!before) throw new AppError('not_found', 'There is no such plan.')
    const change = { before: { isHidden: before.wasHidden }, after: { isHidden: plan.isHidden } }
    await recordAudit(
      { actor: actorOf(caller), role, act: 'catalog.plan_changed', subject: plan.planId, ...change },
      tx,
    )
    await raiseCatalogVersion(tx)
  })
}
