import { ask } from '#lib/core/client/ask.ts'

/** Books money paid to the supplier, or taken back. `id` makes a repeated sending harmless. */
export function bookTransfer(body: { act: 'deposit' | 'withdrawal'; id: string; amount: string }): Promise<void> {
  return ask('/api/admin/finance/ledger', { method: 'POST', body: body })
}

/** Sets the balance under which no payments are taken, none by an empty text. `seen` is the one that the page showed. */
export function setFloor(body: { amount: string; seen: string | null }): Promise<void> {
  return ask('/api/admin/finance/ledger', { method: 'POST', body: { act: 'floor', ...body } })
}

/** Says that the supplier has given a credit. */
export function confirmCredit(id: string): Promise<void> {
  return ask(`/api/admin/finance/credits/${encodeURIComponent(id)}`, { method: 'POST', body: {} })
}

/** Closes a month for good. */
export function closeMonth(id: string): Promise<void> {
  return ask(`/api/admin/finance/months/${encodeURIComponent(id)}/close`, { method: 'POST', body: {} })
}
