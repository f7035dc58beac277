import { ask } from '#lib/core/client/ask.ts'

/** The first step: the answer never tells whether an order fits. */
export function startWithdrawal(body: { email: string; number: string }): Promise<{ id: string }> {
  return ask('/api/withdrawals', { method: 'POST', body: body })
}

/** The second step: from its answer on the withdrawal counts. */
export function confirmWithdrawal(id: string): Promise<{ receivedAt: string }> {
  return ask(`/api/withdrawals/${encodeURIComponent(id)}/confirm`, { method: 'POST', body: {} })
}
