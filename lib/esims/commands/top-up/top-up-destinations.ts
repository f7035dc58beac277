import 'server-only'
import { listShownSkus } from '#lib/catalog/repository/catalog.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import type { Caller } from '#lib/core/rules/caller.ts'
import { asking } from '#lib/esims/commands/asking.ts'
import { type Place, pricePlaces } from '#lib/esims/commands/top-up/priced-places.ts'
import { refusalOf } from '#lib/esims/commands/top-up/read-accepted.ts'
import { requireSeenEsim } from '#lib/esims/commands/top-up/top-up-esim.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { listCardSkus } from '#lib/provider/index.ts'
import { iccidSchema } from '#lib/provider/rules/provider-ids.ts'

/**
 * Asks the network which destinations an eSIM can carry, the one it was bought for first.
 *
 * Only destinations in its answer, with plans that can be put on an eSIM. Throws `not_found` for somebody else's eSIM,
 * `not_on_sale` with the reason for one that takes nothing, `upstream_unavailable`.
 */
export async function topUpDestinations(
  caller: Caller,
  { esimId, locale }: { esimId: string; locale: string },
): Promise<(Place & { isOwn: boolean })[]> {
  const esim = await requireSeenEsim(caller, esimId)
  const reason = refusalOf(esim)
  if (reason) throw new AppError('not_on_sale', 'This card cannot be topped up.', { reason })
  const accepted = await asking(() => currentProvider().call(listCardSkus, { iccid: iccidSchema.parse(esim.iccid) }))
  const ids = new Set<number>(accepted.map(({ skuId }) => skuId))
  const skus = (await listShownSkus()).filter(({ id }) => ids.has(id))

  return (await pricePlaces(skus, locale))
    .map(({ skuId, ...place }) => ({ ...place, isOwn: skuId === esim.item.quote.skuId }))
    .filter(({ plans }) => plans.length > 0)
    .sort((a, b) => Number(b.isOwn) - Number(a.isOwn) || a.name.localeCompare(b.name, locale))
}
