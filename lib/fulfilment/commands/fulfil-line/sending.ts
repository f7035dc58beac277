import 'server-only'
import type { Lease } from '#lib/core/repository/leases.ts'
import type { UnlistedAnswer } from '#lib/fulfilment/commands/fulfil-line/learned-outcome.ts'
import type { WorkLine } from '#lib/orders/repository/lines.ts'
import type { PriceId } from '#lib/provider/rules/provider-ids.ts'

/** An attempt on its way out, with everything its outcome is recorded by. */
export type Sending = {
  line: WorkLine
  lease: Lease
  attempt: { id: string; n: number; attemptRef: string }
  priceId: PriceId
  /** The words of an answer that stands in no list, so that equal ones can be told. */
  answer?: UnlistedAnswer | null
}
