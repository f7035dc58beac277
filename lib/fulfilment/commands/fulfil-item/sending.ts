import 'server-only'
import type { Lease } from '#lib/core/repository/leases.ts'
import type { UnlistedAnswer } from '#lib/fulfilment/commands/fulfil-item/outcome.ts'
import type { WorkItem } from '#lib/orders/repository/items.ts'
import type { PriceId } from '#lib/provider/rules/provider-ids.ts'

/** An attempt on its way out, with everything its outcome is recorded by. */
export type Sending = {
  item: WorkItem
  lease: Lease
  attempt: { id: string; n: number; attemptRef: string }
  priceId: PriceId
  /** What stood on the eSIM of a top-up before the call, `null` for a purchase. */
  listed: string[] | null
  /** The words of an answer that stands in no list, so that equal ones can be told. */
  answer?: UnlistedAnswer | null
}
