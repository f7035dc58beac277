import { waitMinutes } from '#lib/core/client/request.ts'
import type { ErrorDetails } from '#lib/core/rules/app-error.ts'

type Lookup = { has: (key: string) => boolean } & ((key: string, values?: Record<string, string | number>) => string)

/** Tells whether somebody has written a sentence for a stored word. */
export function hasLabel(t: unknown, group: string, word: string): boolean {
  return (t as Lookup).has(`${group}.${word}`)
}

/** Returns the sentence for a stored word, and the word itself where nobody has written one: nothing is guessed. */
export function knownLabel(t: unknown, group: string, word: string): string {
  const lookup = t as Lookup
  const key = `${group}.${word}`

  return lookup.has(key) ? lookup(key) : word
}

/** An id of ours by its end, which tells two apart; any other text whole. */
export function shortId(text: string): string {
  return /^[a-z]{3}_[0-9A-Z]{26}$/.test(text) ? `…${text.slice(-6)}` : text
}

/** Says why something was refused: by its reason, its field or else its code, in the words of the room or else in those of all. */
export function failureText(
  labels: readonly unknown[],
  { code, details = {} }: { code: string; details?: ErrorDetails },
): string {
  const fields = Array.isArray(details.fields) ? details.fields : []
  for (const word of [details.reason, ...fields, code, 'internal']) {
    const t = labels.find((one) => one && typeof word === 'string' && hasLabel(one, 'failed', word))
    if (t) return (t as Lookup)(`failed.${word}`, valuesOf(details))
  }

  return code
}

function valuesOf(details: ErrorDetails): Record<string, string | number> {
  const known = Object.entries(details).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  )

  return { ...Object.fromEntries(known), minutes: waitMinutes(details) }
}
