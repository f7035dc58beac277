import { expect, test } from 'vitest'
import { findDevice } from '#components/catalog/device-match.ts'
import devices from '#lib/catalog/rules/devices.json'

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
