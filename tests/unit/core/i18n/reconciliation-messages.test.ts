import { expect, test } from 'vitest'
import {
  DISCREPANCY_ACTIONS,
  RECONCILED_KINDS,
  RESOLUTIONS,
  ruleFor,
  SIDE_DETAILS,
  SIDES,
} from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import ar from '#messages/ar/admin-reconciliation.json' with { type: 'json' }
import de from '#messages/de/admin-reconciliation.json' with { type: 'json' }
import en from '#messages/en/admin-reconciliation.json' with { type: 'json' }

const LANGUAGES = [
  { language: 'en', messages: en },
  { language: 'de', messages: de },
  { language: 'ar', messages: ar },
]

// Everything that a discrepancy stores or an act answers as a word, by the group where its sentence stands.
const VOCABULARIES: Record<string, readonly string[]> = {
  act: DISCREPANCY_ACTIONS,
  what: DISCREPANCY_ACTIONS.filter((action) => !ruleFor(action, '').isAtOnce),
  why: RECONCILED_KINDS,
  // One that an act of the page closed is called like the act.
  resolution: RESOLUTIONS.filter((one) => !(DISCREPANCY_ACTIONS as readonly string[]).includes(one)),
  fact: SIDE_DETAILS,
  side: SIDES,
  result: ['closed', 'asked', 'differs', 'no_answer'],
  runState: ['asked', 'running', 'finished', 'partial', 'failed'],
}

test.each(LANGUAGES)('$language says what every act does and why every finding matters', ({ messages }) => {
  const groups: Record<string, unknown> = messages
  const missing = Object.entries(VOCABULARIES).flatMap(([group, words]) =>
    words.filter((word) => !textAt(groups[group], word)).map((word) => `${group}.${word}`),
  )

  expect(missing).toEqual([])
})

test.each(LANGUAGES)('$language has the sentences of the others, and no more', ({ messages }) => {
  expect(pathsOf(messages)).toEqual(pathsOf(en))
})

function textAt(group: unknown, word: string): string | null {
  const text = typeof group === 'object' && group !== null ? (group as Record<string, unknown>)[word] : null

  return typeof text === 'string' && text !== '' ? text : null
}

function pathsOf(messages: unknown, path = ''): string[] {
  if (typeof messages !== 'object' || messages === null) return [path]

  return Object.entries(messages)
    .flatMap(([key, below]) => pathsOf(below, `${path}.${key}`))
    .sort()
}
