import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freshSlug, slugOf } from '#lib/core/rules/slug.ts'

test.each([
  ['Japan', 'japan'],
  ['Bosnia &  Herzegovina', 'bosnia-and-herzegovina'],
  ['Côte d’Ivoire', 'cote-divoire'],
  ['Türkiye', 'turkiye'],
  ['Europe 33+', 'europe-33'],
  ['Færøerne', 'faeroerne'],
  ['日本', ''],
])('%s stands in an address as "%s"', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

test('a taken or empty name gets the SKU number', () => {
  expect(freshSlug('Japan', 26, new Set(['japan']))).toBe('japan-26')
  expect(freshSlug('日本', 26, new Set())).toBe('destination-26')
})

test('every address is made of words and hyphens only', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(slugOf(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
    }),
  )
})
