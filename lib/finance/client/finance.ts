import { call } from '#lib/core/client/request.ts'
import type { bookProviderTransferCall, closeMonthCall, confirmProviderCreditCall } from '#lib/finance/schema.ts'

/** Books money paid to the supplier, or taken back. `id` makes a repeated sending harmless. */
export function bookTransfer(body: { act: 'deposit' | 'withdrawal'; id: string; amount: string }) {
  return call<typeof bookProviderTransferCall>('POST /api/admin/finance/ledger', { body })
}

/** Sets the balance under which no payments are taken, none by an empty text. `seen` is the one that the page showed. */
export function setFloor(body: { amount: string; seen: string | null }) {
  return call<typeof bookProviderTransferCall>('POST /api/admin/finance/ledger', { body: { act: 'floor', ...body } })
}

/** Says that the supplier has given a credit. */
export function confirmCredit(id: string) {
  return call<typeof confirmProviderCreditCall>('POST /api/admin/finance/credits/[id]', { params: { id }, body: {} })
}

/** Closes a month for good. */
export function closeMonth(id: string) {
  return call<typeof closeMonthCall>('POST /api/admin/finance/months/[id]/close', { params: { id } })
}
