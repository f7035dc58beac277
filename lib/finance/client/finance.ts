import { call } from '#lib/core/client/request.ts'
import type { bookProviderTransferCall, confirmProviderCreditCall } from '#lib/finance/schema.ts'

/** Sets the balance under which no payments are taken, none by an empty text. `seen` is the one that the page showed. */
export function setFloor(body: { amount: string; seen: string | null }) {
  return call<typeof bookProviderTransferCall>('POST /api/admin/finance/ledger', { body: { act: 'floor', ...body } })
}

/** Says that the supplier has given a credit. */
export function confirmCredit(id: string) {
  return call<typeof confirmProviderCreditCall>('POST /api/admin/finance/credits/[id]', { params: { id }, body: {} })
}
