import { expect, test } from 'vitest'
import { findDevice, ownPhone, takesEsim } from '#components/catalog/device-match.ts'
import devices from '#lib/catalog/rules/devices.json'
import shop from '#messages/en/shop.json'

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
