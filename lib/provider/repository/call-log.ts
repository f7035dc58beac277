import 'server-only'
import { db, type Tx } from '#lib/core/repository/client.ts'

/** One exchange with the provider, or one that was not made and why. Nothing secret has a field to go into. */
export type NewCall = {
  endpoint: string
  class: string
  code?: number | null
  itemId?: string | null
  reference?: string | null
  orderNum?: string | null
  note?: string | null
  latencyMs: number
  bytes?: number | null
}

/** Appends a call to the log. */
export async function addCall(call: NewCall, client: Tx = db()): Promise<void> {
  await client.callLog.createMany({ data: [call] })
}
