import { expect, test } from 'vitest'
import { REVIEW_ACTIONS, REVIEW_BARS } from '#lib/fulfilment/rules/review-actions.ts'
import ar from '#messages/ar/admin-acts.json' with { type: 'json' }
import de from '#messages/de/admin-acts.json' with { type: 'json' }
import en from '#messages/en/admin-acts.json' with { type: 'json' }

const LANGUAGES = [
  { language: 'en', messages: en },
  { language: 'de', messages: de },
  { language: 'ar', messages: ar },
]

test.each(LANGUAGES)('$language says what each decision is called, what it does and what bars it', ({ messages }) => {
  const held: Record<string, string> = messages.held
  const effect: Record<string, string> = messages.effect
  const bar: Record<string, string> = messages.bar

  expect(REVIEW_ACTIONS.filter((action) => !held[action] || !effect[action])).toEqual([])
  expect(REVIEW_BARS.filter((one) => !bar[one])).toEqual([])
})

test.each(LANGUAGES)('$language has the sentences of the others, and no more', ({ messages }) => {
  expect(pathsOf(messages)).toEqual(pathsOf(en))
})

function pathsOf(messages: unknown, path = ''): string[] {
  if (typeof messages !== 'object' || messages === null) return [path]

  return Object.entries(messages)
    .flatMap(([key, below]) => pathsOf(below, `${path}.${key}`))
    .sort()
}
