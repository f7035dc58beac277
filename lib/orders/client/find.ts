import { ask } from '#lib/core/client/ask.ts'

/** Asks for the link to an order by mail. The answer never tells whether one was found. */
export function requestLink(body: { email: string; hint: string }): Promise<void> {
  return ask('/api/find', { method: 'POST', body: body })
}
