import { expect, test } from 'vitest'
import { problemSentence } from '#components/ui/admin/problem-sentence.ts'
import words from '#messages/en/admin.json' with { type: 'json' }

const answers = [
  { step: 'session', problem: 'bad_signature', code: -30 },
  { step: 'session', problem: 'bad_credentials', code: -1 },
  { step: 'session', problem: 'not_permitted', code: -3 },
  { step: 'session', problem: 'missing_parameter', code: -2 },
  { step: 'session', problem: 'timeout', code: null },
]

test('gives a wrong signature, password, permission, value and no answer five different sentences', () => {
  const sentences = answers.map((answer) => words.test.problem[problemSentence(answer)])

  expect(new Set(sentences).size).toBe(5)
  expect(sentences).not.toContain(undefined)
})

test('takes -1 for a wrong password at the login only', () => {
  expect(problemSentence({ step: 'session', problem: 'bad_credentials', code: -1 })).toBe('credentials')
  expect(problemSentence({ step: 'products', problem: 'session_expired', code: -1 })).toBe('session')
})
