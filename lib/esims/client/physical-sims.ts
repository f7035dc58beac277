import { call } from '#lib/core/client/request.ts'
import type { ReplyOf } from '#lib/core/rules/contract.ts'
import type { checkPhysicalSimCall } from '#lib/esims/schema.ts'

/** What the network says of the eSIM with a number, as far as it concerns whoever holds it. */
export type CheckedSim = ReplyOf<typeof checkPhysicalSimCall>

/** Asks what can be put on an eSIM. The number travels in the body and stands in no address. */
export function checkPhysicalSim(number: string, locale: string) {
  return call<typeof checkPhysicalSimCall>('POST /api/sim-cards/check', { body: { number, locale } })
}
