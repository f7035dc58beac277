import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#scripts/free-port.mjs'
import { ROOT } from '#scripts/store/supervisor.mjs'
import { carryOut, copyContext, type Image, instructions } from '#tests/support/dockerfile.ts'

// Outside of the tree: nothing of it can be found by accident.
const base = fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-image-'))
const say = process.env.DEBUG ? console.log : () => undefined
let image: Image
let store: ChildProcess | null = null
let said = ''

beforeAll(async () => {
  const context = path.join(base, 'context')
  copyContext(ROOT, context)
  // There is no user `node` here, and nobody to give files to: what runs owns them.
  const tools = path.join(base, 'tools')
  fs.mkdirSync(tools)
  fs.writeFileSync(path.join(tools, 'chown'), '#!/bin/sh\nexit 0\n', { mode: 0o755 })
  // The Node of the image is the pinned one; where packages come from is a matter of this machine.
  const own = Object.entries(process.env).filter(([name]) =>
    /^(HOME|.*_proxy|npm_config_(registry|cafile))$/i.test(name),
  )
  const env = {
    ...Object.fromEntries(own),
    PATH: `${tools}:${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
  } as unknown as NodeJS.ProcessEnv
  image = carryOut(instructions(fs.readFileSync(path.join(ROOT, 'Dockerfile'), 'utf8')), { base, context, env, say })
}, 3_600_000)

afterAll(async () => {
  if (store && store.exitCode === null) {
    const ended = once(store, 'exit')
    store.kill('SIGKILL')
    await ended
  }
  fs.rmSync(base, { recursive: true, force: true })
}, 120_000)

async function environment(): Promise<NodeJS.ProcessEnv> {
  const own = { HOSTNAME: '127.0.0.1', PORT: String(await freePort()), DATA_DIR: path.join(base, 'last/data') }

  return {
    ...image.env,
    ...own,
    PATH: `${path.dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: base,
  } as unknown as NodeJS.ProcessEnv
}

test('the image that the Dockerfile makes holds no source of tests, no cache and no development package', () => {
  expect(fs.existsSync(path.join(base, 'last/data'))).toBe(true)
  for (const gone of ['tests', 'node_modules/vitest', 'node_modules/typescript', '.next/cache', '.git', '.env']) {
    expect([gone, fs.existsSync(path.join(image.folder, gone))]).toEqual([gone, false])
  }
})

test('its command opens the store, its health check passes only then, and a stop ends it in order', async () => {
  // What was copied and built is not there any more: the last stage lives by itself.
  for (const former of ['build', 'context']) fs.renameSync(path.join(base, former), path.join(base, `${former}-gone`))
  const env = await environment()
  const [program = '', ...args] = image.command
  const isHealthy = () =>
    spawnSync(image.health[0] ?? '', image.health.slice(1), { cwd: image.folder, env }).status === 0
  expect(isHealthy()).toBe(false)

  store = spawn(program, args, { cwd: image.folder, env })
  for (const stream of [store.stdout, store.stderr]) stream?.on('data', (chunk) => (said += chunk))
  await vi.waitUntil(isHealthy, { timeout: 600_000, interval: 1_000 })
  const page = await fetch(`http://127.0.0.1:${env.PORT}/`)
  expect([page.status, (await page.text()).includes('</html>')]).toEqual([200, true])

  const ended = once(store, 'exit')
  store.kill('SIGTERM')
  const [code] = await ended
  expect([code, said.split('\n').filter((line) => /error/i.test(line))]).toEqual([0, []])
}, 900_000)
