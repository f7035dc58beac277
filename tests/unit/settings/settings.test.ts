import { describe, expect, test } from 'vitest'
import { findDevice } from '#components/catalog/device-answer.tsx'
import { PAGE_ACCESS } from '#lib/auth/rules/page-access.ts'
import devices from '#lib/catalog/rules/devices.json'
import { LISTS, VIEW_AREAS } from '#lib/core/rules/lists.ts'
import { accentSheet } from '#lib/settings/rules/brand.ts'
import {
  contrast,
  type Ground,
  inkOn,
  isReadable,
  nearestReadable,
  strongerThan,
} from '#lib/settings/rules/contrast.ts'
import { DEVICE_REGIONS, parseOwnDevices } from '#lib/settings/rules/own-devices.ts'
import { viewAddress, viewQuery } from '#lib/settings/rules/saved-view.ts'
import { toSetting } from '#lib/settings/rules/settings.ts'
import shop from '#messages/en/shop.json'

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

const LINE = 'Nothing; Phone (3); A024, Nothing 3; yes; cn, carrier; 2026-11-26; nothing.tech'

test('a line of the setting is a phone of the list, and goes before the file', () => {
  const own = parseOwnDevices(`${LINE}\n\nSamsung; Galaxy S23; ; no; ; 2026-11-26`) ?? []

  expect(own[0]).toEqual({
    ...{ brand: 'Nothing', family: 'Phone (3)', models: ['A024', 'Nothing 3'], supports: true },
    ...{ except: ['cn', 'carrier'], checkedOn: '2026-11-26', source: 'nothing.tech' },
  })
  expect(findDevice([...own, ...devices.families], 'A024')?.brand).toBe('Nothing')
  expect(findDevice([...own, ...devices.families], 'Galaxy S23')?.supports).toBe(false)
})

test.each([
  'Nothing',
  'Nothing; Phone (3); A024; maybe; ; 2026-11-26; x',
  'Nothing; Phone (3); A024; yes; mars; 2026-11-26; x',
  'Nothing; Phone (3); A024; yes; ; soon; x',
  '; Phone (3); A024; yes; ; 2026-11-26; x',
  `${LINE}; more`,
])('%j cannot be read, and is no value of the setting', (line) => {
  expect(parseOwnDevices(`${LINE}\n${line}`)).toBeNull()
  expect(toSetting('shop.devices', line)).toBeNull()
})

test('every region of a line has words', () => {
  expect(Object.keys(shop.device.regionNames).sort()).toEqual(DEVICE_REGIONS.toSorted())
})

test.each(VIEW_AREAS)('the list %s is a page, and its whole address is never the bare one', (area) => {
  expect(Object.keys(PAGE_ACCESS)).toContain(LISTS[area].path)
  expect(viewAddress(area)).toMatch(/\?\w+=\w+$/)
})

test('a view keeps the filters in one order, and neither a place nor a searched text', () => {
  expect(viewQuery('?tab=open&state=HELD&from=&after=ord_1&before=ord_2&q=ana')).toBe('state=HELD&tab=open')
  expect(viewAddress('orders', 'state=HELD')).toBe('/admin/orders?state=HELD')
})
