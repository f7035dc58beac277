import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { requireNoUser } from '#scripts/backup/open-database.mjs'
import { findNodeProblem } from '#scripts/check-node.mjs'
import { freePort } from '#scripts/free-port.mjs'
import { claimDataDir, openDataDir, readSecrets, rememberPorts } from '#scripts/store/data-dir.mjs'
import { readSettings } from '#scripts/store/settings.mjs'
import { claimFor, storeEnvironment } from '#scripts/store/supervisor.mjs'
import { ALLOCATOR, memoryFlags } from '#scripts/store/web.mjs'
import { missingTools } from '#scripts/test/tools.mjs'

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

test('a live store makes the one secret that it uses', () => {
  expect(Object.keys(readSecrets(folder(), 'live'))).toEqual(['INTERNAL_SECRET'])
})

test('what a store starts finds the password of its database once, in the address', () => {
  vi.stubEnv('DATABASE_PASSWORD', 'a/b')
  const settings = readSettings({ DATABASE_URL: 'postgresql://landfall@db/shop', DATABASE_PASSWORD: 'a/b' }, folder())
  const database = { url: settings.databaseUrl ?? '' }

  const env = storeEnvironment({ settings, secrets: {}, told: {}, database })

  expect(readSettings(env, folder()).databaseUrl).toBe('postgresql://landfall:a%2Fb@db/shop')
  vi.unstubAllEnvs()
})

test('a directory has one store; a second one joins only when it may', () => {
  const dir = folder()

  const giveBack = claimDataDir(dir)

  expect(() => claimDataDir(dir)).toThrow(/already runs/)
  expect(claimDataDir(dir, { mayJoin: true })).toBeNull()
  giveBack?.()
  expect(claimDataDir(dir)).not.toBeNull()
})

test('a worker that starts first takes the mark where it brings what others need, and keeps no web process out', () => {
  const [live, trial, own] = [folder(), folder(), folder()]
  const worker = { mayJoin: true }
  const web = { mayJoin: false }

  expect(claimFor({ mode: 'live', dataDir: live, databaseUrl: null }, worker)).toBeNull()
  expect(claimFor({ mode: 'live', dataDir: live, databaseUrl: null }, web)).not.toBeNull()
  expect(() => claimFor({ mode: 'live', dataDir: live, databaseUrl: null }, web)).toThrow(/already runs/)

  expect(claimFor({ mode: 'trial', dataDir: trial, databaseUrl: null }, worker)).not.toBeNull()

  expect(claimFor({ mode: 'live', dataDir: own, databaseUrl: 'postgresql://db/shop' }, worker)).not.toBeNull()
  expect(claimFor({ mode: 'live', dataDir: own, databaseUrl: 'postgresql://db/shop' }, web)).toBeNull()
})

test('nothing is restored below a process that uses the embedded database', () => {
  const dir = folder()
  const users = path.join(dir, 'postgres/users')
  fs.mkdirSync(users, { recursive: true })
  fs.writeFileSync(path.join(users, String(process.pid)), '')
  fs.writeFileSync(path.join(users, '999999999'), '')
  requireNoUser(dir)

  fs.writeFileSync(path.join(users, String(process.ppid)), '')

  expect(() => requireNoUser(dir)).toThrow(new RegExp(`process ${process.ppid} uses`, 'i'))
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

test('names what the tests need of the machine before they begin, unless they may install it themselves', () => {
  const machine = { has: (name: string) => name === 'openssl', mayInstall: () => false }

  expect(missingTools(['check', 'unit', 'browser'], machine)).toEqual(['nginx', 'Chromium'])
  expect(missingTools(['browser'], machine)).toEqual(['Chromium'])
  expect(missingTools(['check', 'integration'], machine)).toEqual([])
  expect(missingTools(['unit'], { ...machine, mayInstall: () => true })).toEqual([])
})

const FIRST_LENT_PORT = 32_768

test('a port is none that the system may lend to an outgoing connection while its server restarts', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()))

  expect(Math.max(...ports)).toBeLessThan(FIRST_LENT_PORT)
})

test('the preferred port is kept while it is free, and left alone when it is taken', async () => {
  const preferred = await freePort()
  expect(await freePort(preferred)).toBe(preferred)

  const server = net.createServer().listen(preferred, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  expect(await freePort(preferred)).not.toBe(preferred)
  await new Promise((resolve) => server.close(resolve))
})

const read = (file: string) => fs.readFileSync(file, 'utf8')
const { engines, dependencies, scripts } = JSON.parse(read('package.json'))
const [major] = dependencies.node.split('.')

test('one lowest Node to install with, and one Node to run on, wherever they are named', () => {
  const floor = engines.node.replace('>=', '')

  for (const file of ['README.md', 'CONTRIBUTING.md']) {
    expect(read(file)).toContain(`Node ${floor} or newer`)
    expect(read(file)).toContain(`Node ${major}`)
    expect(read(file).match(/Node \d[\d.]*/g)).not.toContainEqual(
      expect.not.stringMatching(new RegExp(`^Node (${floor}|${major})\\.?$`)),
    )
  }
  expect(read('Dockerfile').match(/^FROM node:\d+/gm)).toEqual([`FROM node:${major}`, `FROM node:${major}`])
  expect(findNodeProblem(`${major}.0.0`)).toBeNull()
  expect(process.versions.node).toBe(dependencies.node)
})

test('an older Node is told what is wrong and how to mend it', () => {
  for (const version of ['18.20.4', '20.20.2', '22.22.0']) {
    expect(findNodeProblem(version)).toMatch(
      new RegExp(`^This is Node ${version}, and Landfall runs on Node ${major}\\..+npm ci`),
    )
  }
})

test('every command looks at its Node before it loads TypeScript, which an older one cannot read', () => {
  const commands = new Set(
    Object.values<string>(scripts).flatMap((item) => [...item.matchAll(/node (scripts\/[\w/-]+\.mjs)/g)].map(second)),
  )
  const withTypeScript = [...commands].filter((file) => read(file).includes('.ts') || reaches(file, true).length > 0)

  expect(commands.size).toBeGreaterThan(12)
  for (const file of withTypeScript) {
    expect(imports(file)[0], file).toMatch(/check-node\.mjs$/)
    expect(reaches(file, false), file).toEqual([])
  }
})

function second(match: RegExpMatchArray): string {
  return match[1] ?? ''
}

/** What a file of ours imports before its first line runs. */
function imports(file: string, pattern = /^import\s+(?:[^'"]+\s+from\s+)?'(\.[^']+)'/gm): string[] {
  return [...read(file).matchAll(pattern)].map((match) => path.join(path.dirname(file), second(match)))
}

/** The TypeScript that is read with a file; with `later` also what it asks for while it runs. */
function reaches(file: string, later: boolean, seen = new Set<string>()): string[] {
  if (seen.has(file)) return []
  seen.add(file)
  if (file.endsWith('.ts')) return [file]
  const asked = later ? imports(file, /\bimport\('(\.[^']+)'\)/g) : []

  return [...imports(file), ...asked].flatMap((next) => reaches(next, later, seen))
}

const MIB = 1024 * 1024

/** What the engine of a process that is started like this says it may take, in MiB. */
function heapLimit(env: { HEAP_MIB?: string }): number {
  const program = "console.log(require('node:v8').getHeapStatistics().heap_size_limit)"

  return (
    Number(
      execFileSync(process.execPath, [...memoryFlags(env), '-e', program], { env: { ...process.env, ...ALLOCATOR } }),
    ) / MIB
  )
}

test('a process may take as much for its objects as the operator set, and 512 MiB when nothing is set', () => {
  const [usual, chosen] = [heapLimit({}), heapLimit({ HEAP_MIB: '300' })]

  // The space for young objects comes on top.
  expect(usual).toBeGreaterThanOrEqual(512)
  expect(usual).toBeLessThanOrEqual(512 + 32)
  expect(chosen).toBeGreaterThanOrEqual(300)
  expect(chosen).toBeLessThanOrEqual(300 + 32)
})

test.each(['little', '100', '512.5', '-1'])('HEAP_MIB=%s is refused in words', (HEAP_MIB) => {
  expect(() => memoryFlags({ HEAP_MIB })).toThrow(`HEAP_MIB is "${HEAP_MIB}": a whole number of MiB, 256 or more.`)
})
