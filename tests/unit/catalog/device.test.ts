import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { followsAndroidLinks, followsAppleLinks, readDevice } from '#lib/catalog/rules/device.ts'

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
