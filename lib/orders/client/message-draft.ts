const KEY = 'message-draft'

/** Keeps a text for the next message that this tab writes to the store. */
export function keepDraft(text: string): void {
  try {
    sessionStorage.setItem(KEY, text)
  } catch {
    // A browser that keeps nothing lets its reader type it.
  }
}

/** Returns the kept text, once; an empty one when there is none. */
export function takeDraft(): string {
  try {
    const text = sessionStorage.getItem(KEY) ?? ''
    sessionStorage.removeItem(KEY)

    return text
  } catch {
    return ''
  }
}
