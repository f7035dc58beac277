import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { raiseCatalogVersion } from '#lib/db/catalog.ts'
import { transaction } from '#lib/db/client.ts'
import {
  listPartnerRows,
  type PartnerReading,
  savePartnerFailure,
  savePartnerHidden,
  savePartnerList,
  savePartnerReading,
} from '#lib/db/partners.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'
import { toPlanFacts } from '#lib/domain/catalog-plan.ts'
import { joinLists } from '#lib/domain/partner.ts'
import { plainText } from '#lib/domain/premark.ts'
import { freshSlug } from '#lib/domain/slug.ts'
import { isUpstreamFailure } from '#lib/domain/upstream-failure.ts'
import type { PartnerId } from '#lib/domain/upstream-ids.ts'
import { createPace, syncPaceMs } from '#lib/services/pace.ts'
import { currentUpstream } from '#lib/services/upstream.ts'
import { listPartnerPlans, listPartnerSkus, listPartnerSkusByContinent, listPartners } from '#lib/upstream/index.ts'

const NAME_LENGTH = 120

/** How a reading of the partners ended. */
export type PartnerSync = { partners: number; failed: number; calls: number }

/**
 * Mirrors the partners of physical cards: who they are, both lists of their products, and their plans.
 *
 * A partner that cannot be read keeps what was known of it. Throws `forbidden`, and `upstream_unavailable` when not even
 * the list of partners can be read.
 */
export async function syncPartners(caller: Caller): Promise<PartnerSync> {
  const staff = requirePermission(caller, 'catalog.sync')
  const partners = await asking(() => currentUpstream().call(listPartners, {}))
  const taken = new Set((await listPartnerRows()).map(({ slug }) => slug))
  await savePartnerList(
    partners.map(({ partnerId, name, iconUrl }) => {
      const said = plainText(name, NAME_LENGTH) ?? String(partnerId)

      return { id: partnerId, slug: freshSlug(said, partnerId, taken), name: said, iconUrl: safeAddress(iconUrl) }
    }),
  )
  const pace = createPace(await syncPaceMs())
  const progress = { partners: partners.length, failed: 0, calls: 1 }
  for (const { partnerId } of partners) {
    try {
      await savePartnerReading(partnerId, await readPartner(partnerId, pace))
    } catch (error) {
      if (!isUpstreamFailure(error)) throw error
      progress.failed += 1
      await savePartnerFailure(partnerId, error.kind)
    }
    progress.calls += 3
  }
  await transaction(async (tx) => {
    const by = { actor: actorOf(staff), role: staff.role }
    await recordAudit({ ...by, act: 'catalog.sync_started', subject: 'partners', after: progress }, tx)
    await raiseCatalogVersion(tx)
  })

  return progress
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

async function readPartner(partnerId: PartnerId, pace: () => Promise<void>): Promise<PartnerReading> {
  const upstream = currentUpstream()
  await pace()
  const listed = await upstream.call(listPartnerSkus, { partnerId })
  await pace()
  const grouped = await upstream.call(listPartnerSkusByContinent, { partnerId })
  await pace()
  const { plans } = await upstream.call(listPartnerPlans, { partnerId })
  const bySku = new Map<number, typeof plans>()
  for (const plan of plans) bySku.set(plan.skuId, [...(bySku.get(plan.skuId) ?? []), plan])

  return {
    products: joinLists(listed, grouped).map((product) => ({
      ...product,
      name: plainText(product.name, NAME_LENGTH) ?? String(product.skuId),
      continent: plainText(product.continent, NAME_LENGTH),
      searchText: plainText(product.searchText, 500),
    })),
    plans: [...bySku].flatMap(([skuId, some]) => toPlanFacts(some).map((facts) => ({ ...facts, skuId }))),
  }
}

// Only what a browser may load without harm; a picture is never worth more than that.
function safeAddress(text: string | null): string | null {
  return text !== null && URL.canParse(text) && new URL(text).protocol === 'https:' ? text.slice(0, 500) : null
}

async function asking<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error
    throw new AppError('upstream_unavailable', `The upstream gave no answer: ${error.kind}.`, undefined, {
      cause: error,
    })
  }
}
