import { expect, test } from 'vitest'
import { readPhone } from '#lib/esims/client/known-phone.ts'

const PHONE = { name: 'Google Pixel 9', answer: 'yes', checkedOn: '2026-11-20' }

test('an answer that was kept is read as it was given', () => {
  expect(readPhone(JSON.stringify(PHONE))).toEqual(PHONE)
})

test.each([
  null,
  '',
  '{',
  '"yes"',
  '{}',
  JSON.stringify({ ...PHONE, answer: 'perhaps' }),
  JSON.stringify({ ...PHONE, checkedOn: 'soon' }),
  JSON.stringify({ ...PHONE, name: 9 }),
])('what is no answer is nothing: %s', (kept) => {
  expect(readPhone(kept)).toBeNull()
})
