import 'server-only'
import { toFreshDestination } from '#lib/catalog/commands/live-plan.ts'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import { listCountryAliases, savePartnerPlans } from '#lib/catalog/repository/catalog-mirror.ts'
import {
  listPartnerRows,
  type PartnerReading,
  type StoredPartner,
  savePartnerFailure,
  savePartnerHidden,
  savePartnerList,
  savePartnerReading,
} from '#lib/catalog/repository/partners.ts'
import { joinLists, keepGroups, type ListedProduct } from '#lib/catalog/rules/partner.ts'
import { type GroupedSku, isHollow, type PlanList, toMirroredPlans } from '#lib/catalog/rules/plan.ts'
import { plainText } from '#lib/catalog/rules/refundability.ts'
import { iso2OfRegionCode } from '#lib/core/i18n/countries.ts'
import { log } from '#lib/core/log.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction, withLock } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { freshSlug } from '#lib/core/rules/slug.ts'
import { withProviderErrors } from '#lib/esims/commands/check-esims.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { createThrottle, syncThrottleMs } from '#lib/provider/commands/throttle.ts'
import {
  listPartnerPlans,
  listPartnerSkus,
  listPartnerSkusByContinent,
  listPartners,
  ProviderError,
} from '#lib/provider/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { type PartnerId, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'

/**
 * Reads the partners of physical eSIMs because somebody of the staff asked for it.
 *
 * Throws `forbidden`, and `upstream_unavailable` when not even the list of partners can be read.
 */
export async function syncPartners(caller: Caller): Promise<PartnerSync> {
  const staff = requirePermission(caller, 'catalog.sync')
  const progress = await withProviderErrors(mirrorPartners)
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
    // Somebody of the staff reads them right now.
    if (error instanceof AppError && error.code === 'conflict') return
    if (!isProviderFailure(error)) throw error
    log.warn('partners not read', { kind: error.kind })
  }
}

/** Hides a partner from the pages of physical eSIMs, or shows it again. Throws `forbidden` and `not_found`. */
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

const NAME_LENGTH = 120
const CALLS_EACH = 3
/** A page of its own stands at this address of the brands. */
const TAKEN_SLUG = 'check'

/** How a reading of the partners ended. */
type PartnerSync = { partners: number; failed: number; calls: number }

/**
 * Mirrors the partners of physical eSIMs: who they are, both lists of their products, and their plans.
 *
 * A partner that cannot be read keeps what was known of it. Rejects with `ProviderError` when not even the list of
 * partners can be read.
 */
async function mirrorPartners(): Promise<PartnerSync> {
  const done = await withLock('partners', readPartners)
  if (!done) throw new AppError('conflict', 'The partners are being read.', { reason: 'busy' })

  return done
}

async function readPartners(): Promise<PartnerSync> {
  const partners = await currentProvider().call(listPartners, {})
  const taken = new Set([TAKEN_SLUG, ...(await listPartnerRows()).map(({ slug }) => slug)])
  await savePartnerList(
    partners.map(({ partnerId, name, iconUrl }) => {
      const said = plainText(name, NAME_LENGTH) ?? String(partnerId)
      const slug = freshSlug(said, partnerId, taken)
      taken.add(slug)

      return { id: partnerId, slug, name: said, iconUrl: safeAddress(iconUrl) }
    }),
  )
  const known = new Map((await listPartnerRows()).map((partner) => [partner.id, partner]))
  const throttle = createThrottle(await syncThrottleMs())
  const progress = { partners: partners.length, failed: 0, calls: 1 }
  for (const { partnerId } of partners) {
    try {
      await savePartnerReading(
        partnerId,
        await readPartner(partnerId, known.get(partnerId)?.destinations ?? [], {
          throttle,
          aliases: await listCountryAliases(),
        }),
      )
    } catch (error) {
      if (!isProviderFailure(error)) throw error
      progress.failed += 1
      await savePartnerFailure(partnerId, error.kind)
    }
    progress.calls += CALLS_EACH
  }

  return progress
}

type Reader = { throttle: () => Promise<void>; aliases: Map<string, string> }

async function readPartner(
  partnerId: PartnerId,
  known: StoredPartner['destinations'],
  { throttle, aliases }: Reader,
): Promise<PartnerReading> {
  const provider = currentProvider()
  await throttle()
  const listed = await provider.call(listPartnerSkus, { partnerId })
  await throttle()
  const { grouped, groupedError } = await readGroups(partnerId)
  await throttle()
  const list = await provider.call(listPartnerPlans, { partnerId })
  if (isHollow(list)) throw new ProviderError({ endpoint: listPartnerPlans.name, kind: 'bad_response' })
  const products = grouped ? joinLists(listed, grouped) : keepGroups(listed, known)

  return { products: products.map(toProduct), plans: await keepPlans(list, { partnerId, aliases }), groupedError }
}

/** The groups are a help to find something: without them the plain list has to do. */
async function readGroups(
  partnerId: PartnerId,
): Promise<{ grouped: GroupedSku[] | null; groupedError: string | null }> {
  try {
    const grouped = await currentProvider().call(listPartnerSkusByContinent, { partnerId })

    return { grouped, groupedError: null }
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return { grouped: null, groupedError: error.kind }
  }
}

/** The plans of one product, beside the partner and in the mirror, where prices and orders find them. */
async function keepPlans(
  list: PlanList,
  { partnerId, aliases }: { partnerId: PartnerId; aliases: Map<string, string> },
): Promise<PartnerReading['plans']> {
  const skuIds = [...new Set(list.plans.map(({ skuId }) => skuId))]
  const plans = skuIds.map((skuId) => ({
    skuId,
    facts: toMirroredPlans(list.plans.filter((plan) => plan.skuId === skuId)),
  }))
  for (const { skuId, facts } of plans) {
    const destination = { skuId: skuIdSchema.parse(skuId), name: list.name, regionCode: list.regionCode }
    await savePartnerPlans({ ...toFreshDestination(destination, list, aliases), partnerId }, facts)
  }

  return plans.flatMap(({ skuId, facts }) => facts.map((plan) => ({ ...plan, skuId })))
}

function toProduct({ regionCode, ...product }: ListedProduct) {
  return {
    ...product,
    iso2: iso2OfRegionCode(regionCode),
    name: plainText(product.name, NAME_LENGTH) ?? String(product.skuId),
    continent: plainText(product.continent, NAME_LENGTH),
    searchText: plainText(product.searchText, 500),
  }
}

// Only what a browser may load without harm; a picture is never worth more than that.
function safeAddress(text: string | null): string | null {
  return text !== null && URL.canParse(text) && new URL(text).protocol === 'https:' ? text.slice(0, 500) : null
}
