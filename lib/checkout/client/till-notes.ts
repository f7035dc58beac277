import { ask } from '#lib/core/client/ask.ts'

/** Asks for one mail when payments are taken again. `isOpen`: they are already, and no mail will come. */
export function requestTillNote(body: { email: string; locale: string }): Promise<{ isOpen: boolean }> {
  return ask('/api/till-notes', { method: 'POST', body: body })
}
