import type { Sku } from '#sandbox/upstream/catalog/model.ts'
import type { Esim } from '#sandbox/upstream/ledger.ts'
import { activateBefore, newMatchingId, nextIccid } from '#sandbox/upstream/purchase.ts'
import type { World } from '#sandbox/upstream/world.ts'

const SMDP_HOST = 'rsp.sandbox.example'

export function newEsims(world: World, { sku, count, at }: { sku: Sku; count: number; at: number }): Esim[] {
  return Array.from({ length: count }, () => ({
    ...blankEsim(nextIccid(world), sku, at),
    smdp: SMDP_HOST,
    matchingId: newMatchingId(),
  }))
}

/** Cards in plastic: ones the account holds already, or new ones that a courier brings. */
export function physicalSims(
  world: World,
  { sku, count, at, held }: { sku: Sku; count: number; at: number; held: string[] },
): Esim[] {
  const iccids = held.length > 0 ? held : Array.from({ length: count }, () => nextIccid(world))

  return iccids.map((iccid) => world.esims.get(iccid) ?? blankEsim(iccid, sku, at))
}

function blankEsim(iccid: string, sku: Sku, at: number): Esim {
  return {
    iccid,
    cardType: sku.dpId === null ? 0 : 1,
    dpId: sku.dpId,
    skuId: sku.skuid,
    smdp: null,
    matchingId: null,
    mobileNumber: `8526${iccid.slice(-7)}`,
    activateBeforeAt: activateBefore(at),
    createdAt: at,
    eid: null,
    dpStatus: null,
  }
}
