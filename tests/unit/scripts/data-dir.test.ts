import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { claimDataDir, openDataDir, readSecrets, rememberPorts } from '#scripts/store/data-dir.mjs'

function folder(): string {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-data-'))
  onTestFinished(() => fs.rmSync(dir, { recursive: true, force: true }))

  return dir
}

test('makes the directory, and says in one line when it cannot', () => {
  const dir = folder()
  fs.writeFileSync(path.join(dir, 'file'), '')

  openDataDir(path.join(dir, 'a/b'))

  expect(fs.existsSync(path.join(dir, 'a/b/logs'))).toBe(true)
  expect(() => openDataDir(path.join(dir, 'file'))).toThrow(/cannot be used: .+/)
})

test('keeps its secrets, readable by its owner alone', () => {
  const dir = folder()

  const first = readSecrets(dir)

  expect(readSecrets(dir)).toEqual(first)
  expect(fs.statSync(path.join(dir, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(new Set(Object.values(first)).size).toBe(Object.keys(first).length)
})

test('a directory has one store; a second one joins only when it may', () => {
  const dir = folder()

  const giveBack = claimDataDir(dir)

  expect(() => claimDataDir(dir)).toThrow(/already runs/)
  expect(claimDataDir(dir, { mayJoin: true })).toBeNull()
  giveBack?.()
  expect(claimDataDir(dir)).not.toBeNull()
})

test.each(['999999999 1', `${process.pid} 1`, '', 'garbage'])(
  'takes over the mark %j of a process that is gone',
  (mark) => {
    const dir = folder()
    fs.writeFileSync(path.join(dir, 'store.pid'), mark)

    expect(claimDataDir(dir)).not.toBeNull()
  },
)

test('gives the same ports at every start, each to one server', async () => {
  const dir = folder()

  const first = await rememberPorts(dir, ['a', 'b', 'c'])

  expect(await rememberPorts(dir, ['a', 'b', 'c'])).toEqual(first)
  expect(new Set(Object.values(first)).size).toBe(3)
})

test('says in one line that a file of the directory is damaged', () => {
  const dir = folder()
  fs.writeFileSync(path.join(dir, 'secrets.json'), '{"half"')

  expect(() => readSecrets(dir)).toThrow(/secrets\.json cannot be read/)
})
