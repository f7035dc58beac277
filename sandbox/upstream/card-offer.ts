import type { Plan, Sku } from '#sandbox/upstream/catalog/model.ts'
import type { Card, Order } from '#sandbox/upstream/ledger.ts'
import { liveEntries } from '#sandbox/upstream/ledger.ts'
import { now, type World } from '#sandbox/upstream/world.ts'

/** The products a card can carry: its own, and the multi-country ones that include all its countries. */
export function skusFor(world: World, card: Card): Sku[] {
  const own = world.offer.skus.get(card.skuId)
  if (!own || !canRenew(world, card)) return []
  const wanted = own.members.map((member) => member.country.code)
  const wider = [...world.offer.skus.values()].filter(
    (sku) => sku.dpId === own.dpId && sku.continent === 'Common' && sku.skuid !== own.skuid && covers(sku, wanted),
  )

  return [own, ...wider]
}

/** The plans of the card's own product that it can be topped up with. */
export function plansFor(world: World, card: Card): Plan[] {
  const own = world.offer.skus.get(card.skuId)

  return own && canRenew(world, card) ? own.plans.filter((plan) => plan.flowType === 0) : []
}

/** A card is renewable while it has a first order that is neither cancelled nor sold as not renewable. */
export function canRenew(world: World, card: Card): boolean {
  const main = mainOrderOf(world, card)

  return main !== null && main.flowType === 0 && card.dpStatus !== 'Delete' && card.dpStatus !== 'Disable'
}

/** The first order of a card; null once the card was cancelled. */
export function mainOrderOf(world: World, card: Card): Order | null {
  const at = now(world)
  for (const order of world.orders.values()) {
    if (order.mainOrderNum !== null || !order.entries.some((entry) => entry.iccid === card.iccid)) continue
    if (liveEntries(order, at).some((entry) => entry.iccid === card.iccid)) return order
  }

  return null
}

function covers(sku: Sku, codes: string[]): boolean {
  const members = new Set(sku.members.map((member) => member.country.code))

  return codes.every((code) => members.has(code))
}
