import { expect, test } from 'vitest'
import { PAUSE_REASONS } from '#lib/checkout/rules/pause-reasons.ts'
import { AUDIT_EVENTS } from '#lib/core/rules/audit-events.ts'
import { ORDER_PROBLEMS } from '#lib/fulfilment/rules/accepted-order.ts'
import { RECOVERY_COUNTS, RECOVERY_REASONS, RECOVERY_STEPS } from '#lib/fulfilment/rules/recovery.ts'
import { MAIL_KINDS } from '#lib/mail/rules/mail-kinds.ts'
import {
  ATTEMPT_FAULTS,
  END_REASONS,
  EXIT_REASONS,
  ITEM_STATES,
  PAYMENT_REASONS,
  REVIEW_REASONS,
} from '#lib/orders/rules/item-states.ts'
import { ORDER_EVENTS } from '#lib/orders/rules/order-history.ts'
import { DISCREPANCY_KINDS } from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import ar from '#messages/ar/admin.json' with { type: 'json' }
import de from '#messages/de/admin.json' with { type: 'json' }
import en from '#messages/en/admin.json' with { type: 'json' }

const LANGUAGES = [
  { language: 'en', messages: en },
  { language: 'de', messages: de },
  { language: 'ar', messages: ar },
]

// Everything that is stored as a word and shown to staff, by the group where its sentence stands.
const VOCABULARIES: Record<string, readonly string[]> = {
  event: ORDER_EVENTS,
  act: AUDIT_EVENTS,
  mail: MAIL_KINDS,
  discrepancy: DISCREPANCY_KINDS,
  held: [...REVIEW_REASONS, ...EXIT_REASONS, ...END_REASONS, ...PAYMENT_REASONS],
  heldWhy: REVIEW_REASONS,
  word: ORDER_PROBLEMS,
  failure: ATTEMPT_FAULTS,
  salesPause: PAUSE_REASONS,
  line: ITEM_STATES,
  'recovery.why': RECOVERY_REASONS,
  'recovery.step': RECOVERY_STEPS,
  'recovery.count': RECOVERY_STEPS.flatMap((step) => RECOVERY_COUNTS[step].map((key) => `${step}.${key}`)),
}

test.each(LANGUAGES)('$language has a sentence for every stored word that staff see', ({ messages }) => {
  const wanted = Object.entries(VOCABULARIES).flatMap(([group, words]) => words.map((word) => `${group}.${word}`))

  expect(wanted.filter((path) => !sentenceAt(messages, path))).toEqual([])
})

test.each(LANGUAGES)('$language has the sentences of the others, and no more', ({ messages }) => {
  expect(pathsOf(messages)).toEqual(pathsOf(en))
})

function sentenceAt(messages: unknown, path: string): string | null {
  let at = messages
  for (const part of path.split('.')) at = isRecord(at) ? at[part] : undefined

  return typeof at === 'string' && at !== '' ? at : null
}

function pathsOf(messages: unknown, path = ''): string[] {
  if (!isRecord(messages)) return [path]

  return Object.entries(messages)
    .flatMap(([key, below]) => pathsOf(below, `${path}.${key}`))
    .sort()
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
