import type { GiftProblem } from '#components/orders/gift-fields.tsx'
import type { RequestFailure } from '#lib/core/client/request.ts'

/** What of a checkout its buyer has to mend. */
export type RefusedFields = { email: boolean; gift: GiftProblem; invoice: boolean; method: boolean }

const GIFT = {
  'gift.email': { field: 'email', problem: 'missing' },
  'gift.from': { field: 'from', problem: 'missing' },
  'gift.message': { field: 'message', problem: 'link' },
  'gift.sendOn': { field: 'sendOn', problem: 'late' },
} as const satisfies Record<string, GiftProblem>

/** Returns what an order was refused for that its buyer has typed or chosen; `null` where the fault is not theirs to mend. */
export function refusedFields({ code, details }: Pick<RequestFailure, 'code' | 'details'>): RefusedFields | null {
  const fields = code === 'bad_input' && Array.isArray(details.fields) ? details.fields.map(String) : []
  const giftField = details.reason === 'gift_date' ? 'gift.sendOn' : fields.find((field) => field in GIFT)
  const refused = {
    email: fields.includes('email'),
    gift: giftField ? GIFT[giftField as keyof typeof GIFT] : null,
    invoice: fields.some((field) => field === 'invoice' || field.startsWith('invoice.')),
    method: fields.includes('method'),
  }

  return Object.values(refused).some(Boolean) ? refused : null
}

/** What stands beside the fields of a checkout. */
export type Problems = {
  email: string | null
  gift: GiftProblem
  invoice: string | null
  method: string | null
  terms: string | null
}

export const NO_PROBLEMS: Problems = { email: null, gift: null, invoice: null, method: null, terms: null }

/** Returns the id of the place where the first of these problems is mended, `null` where there is none. */
export function placeOf({ email, gift, invoice, method, terms }: Problems, company = ''): string | null {
  if (email) return 'email'
  if (gift) return `gift-${gift.field}`
  if (invoice) return company === '' ? 'company' : 'postal-address'
  if (method) return 'payment-method'

  return terms ? 'terms' : null
}

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
