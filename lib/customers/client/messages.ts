import { call } from '#lib/core/client/request.ts'
import type { MessageBody } from '#lib/customers/rules/customer-message.ts'
import type { answerMessageCall, sendMessageCall } from '#lib/customers/schema.ts'

/** Sends a message to the store. Resolves with the reference to name, and whether a copy is mailed. */
export function sendMessage(body: MessageBody) {
  return call<typeof sendMessageCall>('POST /api/messages', { body })
}

/** Answers a message by mail, or puts it aside with `null`. */
export async function settleMessage(id: string, answer: string | null): Promise<void> {
  await call<typeof answerMessageCall>('POST /api/admin/messages/[id]', { params: { id }, body: { answer } })
}
