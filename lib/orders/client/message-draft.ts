import { storedText } from '#lib/core/client/stored-text.ts'

/** The text of the message that this tab has begun to write to the store, kept until it has arrived. */
export const messageDraft = storedText('message-draft', 'sessionStorage')
