import { call } from '#lib/core/client/request.ts'
import type { requestFindLinkCall } from '#lib/orders/schema.ts'

/** Asks for the link to an order by mail. The answer never tells whether one was found. */
export function requestLink(body: { email: string; hint: string }) {
  return call<typeof requestFindLinkCall>('POST /api/find', { body })
}
