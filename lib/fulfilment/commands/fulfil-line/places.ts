import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'
import { isSlotFree, takeSlot } from '#lib/fulfilment/repository/slots.ts'
import { leaseTimes } from '#lib/provider/commands/time-scale.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'
import { IN_FLIGHT } from '#lib/settings/rules/settings.ts'

/** Takes a place for the order call of a line, as many as the owner grants over all processes. `false`: all are taken. */
export async function takePlace(lineId: string, tx: Tx): Promise<boolean> {
  return takeSlot({ kind: 'placement', owner: lineId, leaseMs: leaseTimes().leaseMs, most: await most(tx) }, tx)
}

/** Tells whether the line would find a place now. Somebody else may still be first. */
export async function isPlaceFree(lineId: string): Promise<boolean> {
  return isSlotFree({ kind: 'placement', owner: lineId, most: await most() })
}

async function most(client: Tx = db()): Promise<number> {
  const { 'orders.inFlight': chosen } = await readSettings(['orders.inFlight'], client)

  return chosen ?? IN_FLIGHT.usual
}
