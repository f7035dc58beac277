import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { environmentSchema } from '#lib/core/env.ts'
import { VERSION } from '#lib/core/release.ts'
import { findBelowFloor } from '#scripts/check-floors.mjs'
import { formerNames, formerPath } from '#scripts/check-words.mjs'
import { isBelow } from '#scripts/release.mjs'
import { instructions } from '#tests/support/dockerfile.ts'

const read = (file: string) => fs.readFileSync(file, 'utf8')

const steps = instructions(read('Dockerfile'))
const rest = (word: string) => steps.filter((step) => step.word === word).map((step) => step.rest)

test('the image is built by the rules for images', () => {
  const last = steps.slice(steps.findLastIndex(({ word }) => word === 'FROM'))

  // Every base is pinned to a version, none to `latest`; stages have names where they are used.
  for (const base of rest('FROM')) expect(base).toMatch(/^[\w/.-]+:\d[\w.-]*( AS \w+)?$/)
  expect(rest('COPY').filter((copy) => /--from=/.test(copy))).toEqual([expect.stringContaining('--from=build ')])
  // Folders are absolute, nothing is fetched past the lock file, no secret is baked in, nobody becomes root.
  for (const folder of rest('WORKDIR')) expect(folder).toMatch(/^\//)
  expect(rest('ADD')).toEqual([])
  for (const command of rest('RUN')) expect(command).not.toMatch(/\b(sudo|curl|wget|cd |npm install|apt-get|npx)\b/)
  expect(rest('ENV').join(' ')).not.toMatch(/SECRET|PASSWORD|KEY|TOKEN/)
  expect(read('.dockerignore').split('\n')).toEqual(expect.arrayContaining(['.git', '.env', 'node_modules', 'data']))
  // What runs is not root's, and is told to end itself: no shell stands between.
  const [user] = last.filter(({ word }) => word === 'USER')
  expect(user?.rest).not.toMatch(/^(root|0)?$/)
  expect(last.findIndex(({ word }) => word === 'USER')).toBeGreaterThan(last.findIndex(({ word }) => word === 'RUN'))
  expect(rest('CMD')).toHaveLength(1)
  expect(JSON.parse(rest('CMD')[0] ?? '')).toEqual(['node', 'scripts/store.mjs', '--no-build'])
  expect(rest('HEALTHCHECK')).toHaveLength(1)
})

test('the files that the image copies first are all that its install needs', () => {
  const at = steps.findIndex(({ rest: line }) => line === 'npm ci')
  const copied = (steps[at - 1]?.rest ?? '').split(' ').slice(0, -1)

  expect(copied).toEqual(['package.json', 'package-lock.json', '.npmrc'])
  const { scripts } = JSON.parse(read('package.json'))
  expect(Object.keys(scripts).filter((name) => /^(pre|post)?(install|prepare)$/.test(name))).toEqual([])
  for (const file of copied) expect(fs.existsSync(file)).toBe(true)
})

test('the compose file keeps the password apart from the address, and the database to itself', () => {
  const text = read('compose.yaml')
  const words = text.match(/\$\{[^}]+\}/g) ?? []

  expect(text).toContain('DATABASE_URL: postgresql://landfall@database:5432/landfall\n')
  // Each setting that compose itself fills in is one that .env.example names, and is asked for when it is missing.
  for (const word of words) {
    expect(word).toMatch(/^\$\{\w+:\?/)
    expect(read('.env.example')).toContain(`\n${/\w+/.exec(word)?.[0]}=`)
  }
  expect(words).toHaveLength(2)
  expect([...text.matchAll(/^ {6}- ([\d.]+):\d+:\d+$/gm)].map(([, host]) => host)).toEqual(['127.0.0.1'])
  const settings = [...text.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name ?? '')
  for (const name of settings.filter((one) => !/^(POSTGRES_|TZ$)/.test(one))) {
    expect(read('.env.example')).toContain(`\n${name}=`)
  }
})

test('the systemd unit is one that systemd takes, where it is installed, and gives the store no more than it needs', () => {
  const unit = read('docs/landfall.service')
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-unit-'))
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'landfall.service')
  fs.writeFileSync(file, unit.replaceAll('/opt/landfall/node_modules/.bin/node', process.execPath))

  for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=', 'KillMode=mixed']) {
    expect(unit.split('\n')).toContain(line)
  }
  const command = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? []
  expect(command.slice(1)).toEqual(['scripts/store.mjs', '--no-build'])
  const verify = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
  if (verify.error) return
  expect(`${verify.stdout}${verify.stderr}`).not.toContain('landfall.service')
  expect(verify.status).toBe(0)
  const security = spawnSync('systemd-analyze', ['security', '--offline=yes', '--threshold=20', file])
  expect(security.status).toBe(0)
})

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

test('.env.example names every setting and no other', () => {
  const example = fs.readFileSync('.env.example', 'utf8')
  const names = [...example.matchAll(/^([A-Z_]+)=(.*)$/gm)]

  expect(names.map(([, name]) => name).sort()).toEqual(Object.keys(environmentSchema.shape).sort())
  expect(names.filter(([, , value]) => value !== '')).toEqual([])
})

test.each([
  ['const cardIds = []', ['cardIds']],
  ['type OrderWish = string', ['OrderWish']],
  ['const a = `${' + 'tillNote} is closed`', ['tillNote']],
  ['function openDesk() {}\nopenDesk()', ['openDesk']],
  ['<Letters of={letters} />', ['Letters', 'letters']],
])('%j has former words', (text, names) => {
  expect(formerNames(text)).toEqual(names)
})

test.each([
  "const kind = 'card_opened'",
  '// The card of the buyer.\nconst esim = 1',
  '/** Takes a card back. */\nexport {}',
  'const discard = cardinality',
  '<p>Your payment card</p>',
  'const fee = plan.openCardFee',
  'const shape = /card (\\d+)/',
])('%j has none', (text) => {
  expect(formerNames(text)).toEqual([])
})

test('a path has former words in its parts, and addresses that people hold do not count', () => {
  expect(formerPath('lib/esims/commands/name-card.ts')).toEqual(['card'])
  expect(formerPath('lib/esims/commands/name-esim.ts')).toEqual([])
  expect(formerPath('app/(shop)/[locale]/sim-cards/page.tsx')).toEqual([])
})
