import { expect, test } from 'vitest'
import { exactText } from '#components/ui/admin/exact-text.ts'

test('a cost keeps its places, has two at least, and is written as its reader writes numbers', () => {
  expect(['3.5', '0', '1440.864', '0.000001', '-2'].map((amount) => exactText(amount, 'en'))).toEqual([
    '3.50',
    '0.00',
    '1,440.864',
    '0.000001',
    '−2.00',
  ])
  // Read as written in English, this would be a hundred thousand.
  expect(exactText('106.785', 'de')).toBe('106,785')
})
