import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
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
