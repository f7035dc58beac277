import { expect, test } from 'vitest'
import { pressedKey } from '#lib/core/client/pressed-key.ts'

test.each([
  { on: 'an Arabic keyboard', key: 'ل', code: 'KeyG', shiftKey: false, is: 'g' },
  { on: 'an Arabic keyboard', key: 'ظ', code: 'Slash', shiftKey: false, is: '/' },
  { on: 'an Arabic keyboard', key: '؟', code: 'Slash', shiftKey: true, is: '?' },
  // One key of it types two letters.
  { on: 'an Arabic keyboard', key: 'لا', code: 'KeyB', shiftKey: false, is: 'b' },
  { on: 'a Cyrillic keyboard', key: 'о', code: 'KeyJ', shiftKey: false, is: 'j' },
  { on: 'a Cyrillic keyboard', key: 'О', code: 'KeyJ', shiftKey: true, is: 'J' },
  { on: 'a German keyboard', key: '?', code: 'Minus', shiftKey: true, is: '?' },
  { on: 'a German keyboard', key: 'ö', code: 'Semicolon', shiftKey: false, is: 'ö' },
  { on: 'a French keyboard', key: 'a', code: 'KeyQ', shiftKey: false, is: 'a' },
  { on: 'any keyboard', key: 'Enter', code: 'Enter', shiftKey: false, is: 'Enter' },
])('$key of $on is $is', ({ is, ...event }) => {
  expect(pressedKey(event)).toBe(is)
})
