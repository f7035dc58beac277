import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { sizes } from '#scripts/pack/copy.mjs'

// Outside of the tree: nothing of it can be found by accident.
const base = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-packed-'))
const packed = path.join(base, 'landfall')
const node = path.join(packed, 'node_modules/.bin/node')
const running: ChildProcess[] = []
type Env = Record<string, string>

let env: Env = {}

beforeAll(async () => {
  // The build of the tree is taken when it is one of these sources, and made otherwise.
  const { status, stderr } = spawnSync(process.execPath, ['scripts/pack.mjs', '--to', packed], { encoding: 'utf8' })
  expect(stderr.split('\n').filter((line) => /error/i.test(line))).toEqual([])
  expect(status).toBe(0)
  env = {
    PATH: '/usr/local/bin:/usr/bin:/bin',
    HOME: base,
    DATA_DIR: path.join(base, 'data'),
    PORT: String(await freePort()),
  }
}, 1_200_000)

afterAll(async () => {
  for (const child of running.reverse()) {
    if (child.exitCode !== null) continue
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
  fs.rmSync(base, { recursive: true, force: true })
}, 120_000)

// Nothing of the machine's own environment, not even its NODE_ENV.
const environment = (more: Env) => ({ ...env, ...more }) as unknown as NodeJS.ProcessEnv

/** A command of the packed store, with the packed Node. */
function run(script: string, args: string[] = [], more: Env = {}) {
  return spawnSync(node, [`scripts/${script}`, ...args], { cwd: packed, env: environment(more), encoding: 'utf8' })
}

function start(script: string, args: string[], more: Env = {}): () => string {
  const child = spawn(node, [`scripts/${script}`, ...args], { cwd: packed, env: environment(more) })
  running.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk
    })
  }

  return () => said
}

test('what runs in production is at most 300 MB without PostgreSQL, with no cache and no map for a debugger', () => {
  const whole = new Map(sizes(packed)).get('all without PostgreSQL') ?? Number.POSITIVE_INFINITY

  expect(whole).toBeLessThan(300 * 1024 * 1024)
  const files = fs.readdirSync(path.join(packed, '.next'), { recursive: true }).map(String)
  expect(files.filter((file) => /^cache(\/|$)|\.map$/.test(file))).toEqual([])
  expect(fs.existsSync(path.join(packed, 'tests'))).toBe(false)
})

test('the packed store opens by itself, serves its pages and their files, and its commands work on it', async () => {
  const said = start('store.mjs', ['--no-build'])
  const shop = `http://127.0.0.1:${env.PORT}`
  await vi.waitUntil(() => said().includes('the shop is open'), { timeout: 300_000, interval: 200 })

  const page = await fetch(shop)
  const html = await page.text()
  expect(page.status).toBe(200)
  const [script] = html.match(/\/_next\/static\/[^"'\s\\]+?\.js/) ?? []
  expect((await fetch(`${shop}${script}`)).status).toBe(200)
  for (const address of ['/de', '/ar/destinations', '/sign-in', '/find', '/flags/de.svg']) {
    expect([address, (await fetch(`${shop}${address}`)).status]).toEqual([address, 200])
  }
  await vi.waitUntil(async () => (await fetch(`${shop}/api/health/ready`)).status === 200, { timeout: 120_000 })

  const catalogue = run('with-store.mjs', ['invariants', '--json'])
  expect([catalogue.status, catalogue.stderr]).toEqual([0, expect.any(String)])
  const backup = run('backup.mjs')
  expect([backup.status, backup.stderr]).toEqual([0, ''])
  expect(run('restore.mjs', [backup.stdout.split('\n')[0] ?? '', '--check']).stdout).toContain('The backup is whole')
  expect(run('doctor.mjs').stdout).toContain('made from these sources')
}, 600_000)

test('a second process works on the same database, and migrating finds nothing left to do', async () => {
  const { port, storePassword } = JSON.parse(fs.readFileSync(path.join(base, 'data/postgres/embedded.json'), 'utf8'))
  const [role, name] = ['store', 'landfall']
  const url = `postgresql://${role}:${storePassword}@127.0.0.1:${port}/${name}`
  const migrated = run('migrate.mjs', [], { DATABASE_URL: url })
  expect([migrated.status, migrated.stdout.trim()]).toEqual([0, 'Nothing to apply'])

  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const workers = async () => {
      const { rows } = await client.query('SELECT count(*)::int AS "count" FROM "Heartbeat"')

      return rows[0].count as number
    }
    const before = await workers()
    start('worker.mjs', [])
    await vi.waitUntil(async () => (await workers()) > before, { timeout: 120_000, interval: 200 })
  } finally {
    await client.end()
  }
}, 300_000)
