import { expect, test } from 'vitest'
import { canBeFound } from '#components/ui/admin/bulk/can-be-found.ts'
import { newOrderNumber } from '#lib/core/rules/ids.ts'

test('every order number is looked up, also one of letters alone', () => {
  const numbers = Array.from({ length: 500 }, () => newOrderNumber())

  for (const number of [...numbers, 'LF-KCJE-KWAS', 'lfkcjekwas', 'LF KCJE KWAS']) expect(canBeFound(number)).toBe(true)
})

test.each([
  ['ana@example.com', true],
  ['123456', true],
  ['pay', false],
  ['orders', false],
  ['lifecycle', false],
])('%s is looked up: %s', (text, isFound) => {
  expect(canBeFound(text)).toBe(isFound)
})
