import 'server-only'
import type { Lease } from '#lib/db/leases.ts'
import type { WorkLine } from '#lib/db/lines.ts'
import type { PriceId } from '#lib/domain/upstream-ids.ts'
import type { UnlistedAnswer } from '#lib/services/fulfil-line/learned-outcome.ts'

/** An attempt on its way out, with everything its outcome is recorded by. */
export type Sending = {
  line: WorkLine
  lease: Lease
  attempt: { id: string; n: number; attemptRef: string }
  priceId: PriceId
  /** The words of an answer that stands in no list, so that equal ones can be told. */
  answer?: UnlistedAnswer | null
}
