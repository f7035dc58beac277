import { ask } from '#lib/core/client/ask.ts'
import type { MessageBody } from '#lib/customers/rules/customer-message.ts'

/** Sends a message to the store. Resolves with the reference to name, and whether a copy is mailed. */
export function sendMessage(body: MessageBody): Promise<{ reference: string; isCopied: boolean }> {
  return ask('/api/messages', { method: 'POST', body: body })
}

/** Answers a message by mail, or puts it aside with `null`. */
export async function settleMessage(id: string, answer: string | null): Promise<void> {
  await ask(`/api/admin/messages/${encodeURIComponent(id)}`, { method: 'POST', body: { answer } })
}
