import { type RefusedFields, refusedFields } from '#components/checkout/checkout-problems.ts'
import type { RequestFailure } from '#lib/core/client/request.ts'

/** What follows the refusal of an order. */
export type AfterRefusal =
  | { step: 'renew' | 'code' | 'halt' | 'replace' | 'open_former' }
  | { step: 'mend'; fields: RefusedFields }

/**
 * Returns what follows. `replace`: the order that these offers made is unpaid, and ends once another one of new offers stands.
 * `open_former`: it is paid, so that nothing is ordered beside it.
 */
export function afterRefusal(failure: Pick<RequestFailure, 'code' | 'details'>): AfterRefusal {
  const { code, details } = failure
  // A new offer shows both prices; the buyer accepts before anything is ordered.
  if (code === 'price_changed') return { step: 'renew' }
  if (code === 'voucher_refused') return { step: 'code' }
  if (code === 'conflict' && details.reason === 'quote_ordered') {
    if (details.former === 'unpaid') return { step: 'replace' }
    if (details.former === 'standing') return { step: 'open_former' }
  }
  const fields = refusedFields(failure)

  return fields ? { step: 'mend', fields } : { step: 'halt' }
}
