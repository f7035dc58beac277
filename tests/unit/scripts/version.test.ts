import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { expect, test } from 'vitest'
import { VERSION } from '#lib/core/release.ts'

const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8'))

test.each(['store', 'worker'])(
  '`%s --version` says which release this is, and starts nothing',
  { timeout: 120_000 },
  (command) => {
    const said = execFileSync('node', [`scripts/${command}.mjs`, '--version'], { encoding: 'utf8' })

    expect(said).toBe(`landfall ${version}\n`)
  },
)

test('the lock file and the pages name the same release', () => {
  const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'))

  expect([lock.version, lock.packages[''].version, VERSION]).toEqual([version, version, version])
})
