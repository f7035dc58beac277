import 'server-only'
import { mirrorPartners, type PartnerSync } from '#lib/catalog/commands/mirror-partners.ts'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import { listPartnerRows, savePartnerHidden } from '#lib/catalog/repository/partners.ts'
import { log } from '#lib/core/log.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { asking } from '#lib/esims/commands/asking.ts'
import { isUpstreamFailure } from '#lib/provider/rules/upstream-failure.ts'

/**
 * Reads the partners of physical cards because somebody of the staff asked for it.
 *
 * Throws `forbidden`, and `upstream_unavailable` when not even the list of partners can be read.
 */
export async function syncPartners(caller: Caller): Promise<PartnerSync> {
  const staff = requirePermission(caller, 'catalog.sync')
  const progress = await asking(mirrorPartners)
  await transaction(async (tx) => {
    const by = { actor: actorOf(staff), role: staff.role }
    await recordAudit({ ...by, act: 'catalog.sync_started', subject: 'partners', after: progress }, tx)
    await raiseCatalogVersion(tx)
  })

  return progress
}

/** Reads the partners by the clock, behind a pass over the catalogue. What cannot be read waits for the next. */
export async function refreshPartners(): Promise<void> {
  try {
    const before = await whatPagesShow()
    await mirrorPartners()
    if ((await whatPagesShow()) !== before) await transaction((tx) => raiseCatalogVersion(tx))
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error
    log.warn('partners not read', { kind: error.kind })
  }
}

/** Hides a partner from the pages of physical cards, or shows it again. Throws `forbidden` and `not_found`. */
export async function hidePartner(caller: Caller, { id, isHidden }: { id: number; isHidden: boolean }): Promise<void> {
  const { role } = requirePermission(caller, 'catalog.change')
  await transaction(async (tx) => {
    const before = await savePartnerHidden(id, isHidden, tx)
    if (!before) throw new AppError('not_found', 'There is no such partner.')
    const change = { before: { isHidden: before.isHidden }, after: { isHidden } }
    await recordAudit(
      { actor: actorOf(caller), role, act: 'catalog.partner_changed', subject: String(id), ...change },
      tx,
    )
    await raiseCatalogVersion(tx)
  })
}

async function whatPagesShow(): Promise<string> {
  const rows = await listPartnerRows()

  return JSON.stringify(rows.map(({ readAt: _, lastReadError: __, ...shown }) => shown))
}
