import { storedText } from '#lib/core/client/stored-text.ts'

const draft = storedText('message-draft', 'sessionStorage')

/** Keeps a text for the next message that this tab writes to the store. */
export const keepDraft = draft.set

/** Returns the kept text, once; an empty one when there is none. */
export function takeDraft(): string {
  const text = draft.read()
  draft.set('')

  return text
}
