import type { Plan, Sku } from '#sandbox/upstream/catalog/model.ts'
import type { Esim, Order } from '#sandbox/upstream/ledger.ts'
import { liveEntries } from '#sandbox/upstream/ledger.ts'
import { now, type World } from '#sandbox/upstream/world.ts'

/** The products an eSIM can carry: its own, and the multi-country ones that include all its countries. */
export function skusFor(world: World, esim: Esim): Sku[] {
  const own = world.offer.skus.get(esim.skuId)
  if (!own || !canRenew(world, esim)) return []
  const wanted = own.members.map((member) => member.country.code)
  const wider = [...world.offer.skus.values()].filter(
    (sku) => sku.dpId === own.dpId && sku.continent === 'Common' && sku.skuid !== own.skuid && covers(sku, wanted),
  )

  return [own, ...wider]
}

/** The plans of the eSIM's own product that it can be topped up with. */
export function plansFor(world: World, esim: Esim): Plan[] {
  const own = world.offer.skus.get(esim.skuId)

  return own && canRenew(world, esim) ? own.plans.filter((plan) => plan.flowType === 0) : []
}

/** An eSIM is renewable while it has a first order that is neither cancelled nor sold as not renewable. */
export function canRenew(world: World, esim: Esim): boolean {
  const main = mainOrderOf(world, esim)

  return main !== null && main.flowType === 0 && esim.dpStatus !== 'Delete' && esim.dpStatus !== 'Disable'
}

/** The first order of an eSIM; null once the eSIM was cancelled. */
export function mainOrderOf(world: World, esim: Esim): Order | null {
  const at = now(world)
  for (const order of world.orders.values()) {
    if (order.mainOrderNum !== null || !order.entries.some((entry) => entry.iccid === esim.iccid)) continue
    if (liveEntries(order, at).some((entry) => entry.iccid === esim.iccid)) return order
  }

  return null
}

function covers(sku: Sku, codes: string[]): boolean {
  const members = new Set(sku.members.map((member) => member.country.code))

  return codes.every((code) => members.has(code))
}
