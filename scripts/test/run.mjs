import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { ROOT } from '../store/supervisor.mjs'

/** What an operator may have set for a real store never reaches a test. */
const SCRUBBED =
  /^(RESELLER_|TEST_PAYMENTS_|DATABASE_|STORE_|SMTP_|MAIL_|DATA_|SESSION_|INTERNAL_|PUBLIC_|PORT$|HOSTNAME$|WORKER$|TIME_SCALE|NODE_ENV|NEXT_)/

/** Hundreds of short processes load the same modules: what the engine made of them is kept from one to the next. */
const COMPILED = path.join(ROOT, 'node_modules', '.cache', 'compiled')

export function testEnvironment(more = {}) {
  const kept = Object.entries(process.env).filter(([name]) => !SCRUBBED.test(name))

  const fixed = {
    ENV_FILE: 'off',
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_COMPILE_CACHE: COMPILED,
    TZ: 'UTC',
    TMPDIR: scratch(),
  }

  return { ...Object.fromEntries(kept), ...fixed, ...more }
}

const MEMORY = '/dev/shm'
const ROOMY_BYTES = 8 * 1024 ** 3

/** Databases of tests are kept in memory where there is plenty: a hundred of them keep a disk busy, and none is missed. */
function scratch() {
  if (process.env.TMPDIR || !fs.existsSync(MEMORY)) return os.tmpdir()
  const { bavail, bsize } = fs.statfsSync(MEMORY)

  return bavail * bsize > ROOMY_BYTES ? MEMORY : os.tmpdir()
}

/** Names the step that says a line, where several speak at the same time. */
export const speaker = new AsyncLocalStorage()

/** Passes on what a tool says, line by line. */
function passOn(stream, target, heard) {
  const mark = speaker.getStore() ?? ''
  let rest = ''
  stream.setEncoding('utf8')
  stream.on('data', (chunk) => {
    heard(chunk)
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) target.write(`${mark}${line}\n`)
  })
  stream.on('end', () => rest && target.write(`${mark}${rest}\n`))
}

/** Runs a tool of ours, shows what it says and returns it with its exit code. */
export function run(tool, args, more = {}) {
  const child = spawn(process.execPath, [path.join(ROOT, tool), ...args], {
    cwd: ROOT,
    env: testEnvironment(more),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const heard = (chunk) => {
    text += chunk
  }
  passOn(child.stdout, process.stdout, heard)
  passOn(child.stderr, process.stderr, heard)

  return new Promise((resolve) => child.on('close', (code) => resolve({ code: code ?? 1, text })))
}

/** The tools, by the file that npm's own links lead to. */
export const TOOLS = {
  biome: 'node_modules/@biomejs/biome/bin/biome',
  knip: 'node_modules/knip/bin/knip.js',
  next: 'node_modules/next/dist/bin/next',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  vitest: 'node_modules/vitest/vitest.mjs',
}
