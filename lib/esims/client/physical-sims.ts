import type { ReplyOf } from '#lib/core/rules/contract.ts'
import type { checkPhysicalSimCall } from '#lib/esims/schema.ts'

/** What the network says of the eSIM with a number, as far as it concerns whoever holds it. */
export type CheckedSim = ReplyOf<typeof checkPhysicalSimCall>
