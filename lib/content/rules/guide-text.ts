import { AppError } from '#lib/core/rules/app-error.ts'
import { MOST_SLUG_CHARACTERS, slugOf, slugProblem } from '#lib/core/rules/slug.ts'
import { MAX_LEGAL_TEXT } from '#lib/settings/rules/legal-pages.ts'

/** What a guide says in one language. */
export type GuideWords = { slug: string; title: string; description: string; body: string }

/** The most characters of each. Legal texts are read by the same Markdown, so that one bound holds for both. A text of the longest length is some eight thousand words. */
export const MOST_CHARACTERS = {
  slug: MOST_SLUG_CHARACTERS,
  title: 120,
  description: 320,
  body: MAX_LEGAL_TEXT,
} as const

/** How many characters search engines show of a title and a description. */
export const SHOWN_CHARACTERS = { title: 60, description: 160 } as const

/** More marks of lists and quotes in a row than anybody writes; a reader of Markdown takes long over them. */
const NESTED = /^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t])){20}/m

/** More brackets in one paragraph than anybody writes, for the same reason. */
const MOST_BRACKETS = 1_000

/**
 * Returns what was written as it is kept: without space around it, lines ended in one way.
 *
 * Throws `bad_input` with the `fields` and the reason `slug_shape`, `slug_reserved`, `too_long`, `nesting` or `encoding`.
 */
export function requireWords(words: GuideWords): GuideWords {
  const line = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  const kept = {
    slug: words.slug.trim(),
    title: line(words.title),
    description: line(words.description),
    body: requireBody(words.body),
  }
  for (const [field, text] of Object.entries(kept)) requireShape(field as keyof GuideWords, text)
  const problem = slugProblem(kept.slug)
  if (problem) throw refused(problem, 'slug', { proposal: slugOf(kept.slug) })

  return kept
}

/** Returns a text in Markdown as it is kept. Throws `bad_input` as `requireWords` does. */
export function requireBody(text: string): string {
  const body = text.replaceAll(/\r\n?/g, '\n').trimEnd()
  requireShape('body', body)
  if (NESTED.test(body) || body.split(/\n[ \t]*\n/).some(isCrowded)) throw refused('nesting', 'body')

  return body
}

function requireShape(field: keyof GuideWords, text: string): void {
  const most = MOST_CHARACTERS[field]
  if (text.length > most) throw refused('too_long', field, { length: text.length, most })
  if (isGarbled(text)) throw refused('encoding', field)
}

function isCrowded(paragraph: string): boolean {
  return paragraph.split('[').length > MOST_BRACKETS
}

/** A file of another encoding leaves these where its letters were. */
function isGarbled(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/.test(text)
}

function refused(reason: string, field: string, details: Record<string, string | number> = {}): AppError {
  return new AppError('bad_input', `This text is not taken: ${reason}.`, { reason, fields: [field], ...details })
}

export type GuideState = 'draft' | 'scheduled' | 'published' | 'withdrawn'

type Status = { shownVersion: number | null; dueAt: Date | null; withdrawnAt: Date | null }

/** What a guide in one language is. One that is shown and waits for a change is scheduled. */
export function stateOf({ shownVersion, dueAt, withdrawnAt }: Status): GuideState {
  if (dueAt !== null) return 'scheduled'
  if (shownVersion !== null) return 'published'

  return withdrawnAt === null ? 'draft' : 'withdrawn'
}
