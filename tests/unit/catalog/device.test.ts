import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findDevice, ownPhone, takesEsim } from '#components/catalog/device-answer.tsx'
import { followsAndroidLinks, followsAppleLinks, readDevice } from '#lib/catalog/rules/device.ts'
import devices from '#lib/catalog/rules/devices.json'
import shop from '#messages/en/shop.json'

const iphone = (version: string) =>
  `Mozilla/5.0 (iPhone; CPU iPhone OS ${version} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1`
const android = (version: string) =>
  `Mozilla/5.0 (Linux; Android ${version}; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36`
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'

describe('an iPhone follows install links from 17.4 on, compared as numbers', () => {
  test.each([
    ['17_4', true],
    ['17_10', true],
    ['18_0', true],
    ['17_3_1', false],
    ['16_9', false],
    ['9_9', false],
  ])('OS %s: %s', (version, expected) => {
    expect(followsAppleLinks(readDevice(iphone(version)))).toBe(expected)
  })
})

describe('an Android phone may follow install links from 10 on', () => {
  test.each([
    ['10', true],
    ['15', true],
    ['9', false],
    ['8.1.0', false],
  ])('Android %s: %s', (version, expected) => {
    expect(followsAndroidLinks(readDevice(android(version)))).toBe(expected)
  })
})

test('a Mac with a touch screen is taken for an iPad whose version is unknown', () => {
  const device = readDevice(MAC, 5)

  expect(device).toEqual({ platform: 'touch_mac', version: null, isInApp: false })
  expect(followsAppleLinks(device)).toBeNull()
})

test('a Mac without touch is a computer', () => {
  expect(readDevice(MAC).platform).toBe('computer')
})

test.each([
  `${iphone('18_1')} Instagram 300.0`,
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  'Mozilla/5.0 (Linux; Android 14; Pixel 9; wv) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
])('a view inside an app is noticed: %s', (userAgent) => {
  expect(readDevice(userAgent).isInApp).toBe(true)
})

test('a browser of its own is not taken for a view inside an app', () => {
  expect(readDevice(iphone('18_1')).isInApp).toBe(false)
  expect(readDevice(android('14')).isInApp).toBe(false)
})

test('any user agent is answered', () => {
  fc.assert(
    fc.property(fc.string(), fc.nat(10), (userAgent, touch) => readDevice(userAgent, touch).platform !== undefined),
  )
})

const find = (text: string) => findDevice(devices.families, text)

test('a model, a family and a model number find their row', () => {
  expect(find('iPhone 13 mini')?.family).toBe('iPhone 13 mini')
  expect(find('Galaxy S23')?.family).toBe('Galaxy S23')
  expect(find('SM-G998B')?.family).toBe('Galaxy S21')
})

test('the longer name wins, so that a phone without eSIM is not taken for its sister', () => {
  expect(find('Samsung Galaxy S20 FE')?.supports).toBe(false)
  expect(find('Samsung Galaxy S20')?.supports).toBe(true)
})

test('an unknown phone is not guessed at', () => {
  expect(find('Nokia 3310')).toBeNull()
  expect(find('ip')).toBeNull()
})

test('every row carries the date of its check and its source', () => {
  for (const family of devices.families) {
    expect(family.checkedOn).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(family.source).not.toBe('')
  }
})

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile Safari/604.1'
const CHROME = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36'

test.each([
  [{ userAgent: IPHONE, model: '' }, 'iPhone with iOS 17 or newer', true],
  [{ userAgent: CHROME, model: 'SM-S918B' }, 'Galaxy S23', true],
  [{ userAgent: CHROME, model: 'SM-S9180' }, 'Galaxy S23', false],
  [{ userAgent: CHROME, model: 'SM-G990B' }, 'Galaxy S21 FE', false],
  [{ userAgent: CHROME, model: 'Pixel 8 Pro' }, 'Pixel 8', true],
  [{ userAgent: 'Mozilla/5.0 (Linux; Android 13; FP5 Build/TKQ1) Chrome/99.0', model: '' }, '4 and 5', true],
  [{ userAgent: 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0', model: '' }, undefined, null],
  [{ userAgent: CHROME, model: '' }, undefined, null],
  [{ userAgent: IPHONE.replace('18_6', '16_7'), model: '' }, undefined, null],
] as const)('%j is the phone %j', (told, family, isTaken) => {
  const text = ownPhone(told)
  const found = text === null ? null : find(text)

  expect(found?.family).toBe(family)
  expect(found && takesEsim(found, text ?? '')).toBe(isTaken)
})

test('regions without eSIM are those that the pages can name', () => {
  const named = Object.keys(shop.device.regionNames)

  expect(
    [...new Set(devices.families.flatMap(({ except }) => except))].filter((code) => !named.includes(code)),
  ).toEqual([])
})
