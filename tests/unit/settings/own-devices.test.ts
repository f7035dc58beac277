import { expect, test } from 'vitest'
import { findDevice } from '#components/catalog/device-match.ts'
import devices from '#lib/catalog/rules/devices.json'
import { DEVICE_REGIONS, parseOwnDevices } from '#lib/settings/rules/own-devices.ts'
import { toSetting } from '#lib/settings/rules/settings.ts'
import shop from '#messages/en/shop.json'

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
