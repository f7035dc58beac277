import { keepText } from '#lib/core/client/kept-text.ts'

const draft = keepText('message-draft', 'sessionStorage')

/** Keeps a text for the next message that this tab writes to the store. */
export const keepDraft = draft.keep

/** Returns the kept text, once; an empty one when there is none. */
export function takeDraft(): string {
  const text = draft.read()
  draft.keep('')

  return text
}
