import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findBelowFloor } from '#scripts/check-floors.mjs'
import { isBelow } from '#scripts/compare-versions.mjs'

test.each([
  ['16.4.5', '16.4.6', true],
  ['16.4.6', '16.4.6', false],
  ['16.10.0', '16.4.6', false],
  ['9.9.9', '16.4.6', true],
  ['16.4.6-canary.1', '16.4.6', true],
])('%s against the floor %s', (version, floor, below) => {
  expect(isBelow(version, floor)).toBe(below)
})

test('names what is too old, missing or not the proven version', () => {
  const modules = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-floors-'))
  onTestFinished(() => fs.rmSync(modules, { recursive: true }))
  fs.mkdirSync(path.join(modules, 'old'))
  fs.writeFileSync(path.join(modules, 'old/package.json'), '{"version":"1.0.0"}')

  const found = findBelowFloor(
    [
      { name: 'old', floor: '1.0.1' },
      { name: 'old', exact: '1.0.2' },
      { name: 'gone', floor: '1.0.0' },
      { name: 'sharp', floor: '1.0.0', mayBeAbsent: true },
    ],
    modules,
  )

  expect(found).toEqual([
    'old is 1.0.0: 1.0.1 or newer is needed.',
    'old is 1.0.0: exactly 1.0.2 is needed.',
    'gone is not installed: run `npm ci`.',
  ])
})

test('this tree runs on the pinned Node', () => {
  expect(process.versions.node.split('.')[0]).toBe('24')
})
