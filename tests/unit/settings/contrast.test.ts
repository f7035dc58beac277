import { describe, expect, test } from 'vitest'
import { accentSheet } from '#lib/settings/rules/brand.ts'
import {
  contrast,
  type Ground,
  inkOn,
  isReadable,
  nearestReadable,
  strongerThan,
} from '#lib/settings/rules/contrast.ts'

const HUES = Array.from({ length: 64 }, (_, n) => `#${((n * 262_139) % 0xff_ff_ff).toString(16).padStart(6, '0')}`)
const GROUNDS: Ground[] = ['light', 'dark']

test('is counted as WCAG counts it', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
})

describe.each(GROUNDS)('on %s pages', (ground) => {
  test('the nearest colour can always be read, and a readable one is its own nearest', () => {
    for (const colour of HUES) {
      const nearest = nearestReadable(colour, ground)

      expect(isReadable(nearest, ground), `${colour} gave ${nearest}`).toBe(true)
      if (isReadable(colour, ground)) expect(contrast(nearest, colour)).toBeLessThan(1.02)
    }
  })

  test('a button under the pointer is no harder to read', () => {
    for (const colour of HUES.map((one) => nearestReadable(one, ground))) {
      expect(contrast(strongerThan(colour), inkOn(colour))).toBeGreaterThanOrEqual(
        contrast(colour, inkOn(colour)) - 0.01,
      )
    }
  })
})

test('a sheet of colours is nothing but colours', () => {
  expect(accentSheet({ light: '#0b5cad', dark: '#7ab8ff' })).toContain('--signal-text:#0b5cad')
  expect(() => accentSheet({ light: '#000</style>', dark: '#7ab8ff' })).toThrow()
})
