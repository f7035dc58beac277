// `npm run bench:start`: seconds from the command to the first page of a new store, with the finished build;
// `-- --build` builds it first, as the very first start does. See docs/performance.md.
import './check-node.mjs'
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from './free-port.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WITHIN_MS = 900_000
const isBuilt = !process.argv.includes('--build')

// Below the project: a build is made where its packages are found.
const directory = path.join(ROOT, 'test-results', 'bench-start')
fs.rmSync(directory, { recursive: true, force: true })
fs.mkdirSync(directory, { recursive: true })
const port = await freePort()
const log = fs.openSync(path.join(directory, 'store.log'), 'a')
const began = Date.now()
const child = spawn(process.execPath, ['scripts/store.mjs', ...(isBuilt ? ['--no-build'] : [])], {
  cwd: ROOT,
  stdio: ['ignore', log, log],
  env: {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    ENV_FILE: 'off',
    DATA_DIR: path.join(directory, 'data'),
    PORT: String(port),
    ...(!isBuilt && { NEXT_DIST_DIR: path.relative(ROOT, path.join(directory, 'build')) }),
  },
})
const ended = new Promise((resolve) => child.once('exit', resolve))
const load = os.loadavg()[0]
try {
  const seconds = await firstPage(`http://127.0.0.1:${port}/`)
  const how = isBuilt ? 'with a finished build' : 'building first'
  console.log(`first page after ${seconds.toFixed(1)} s, an empty folder, ${how}, load ${load.toFixed(1)}`)
} finally {
  child.kill('SIGTERM')
  await ended
}

async function firstPage(url) {
  while (Date.now() - began < WITHIN_MS && child.exitCode === null) {
    const answer = await fetch(url).catch(() => null)
    const text = await answer?.text()
    if (answer?.status === 200 && text.includes('<h1')) return (Date.now() - began) / 1_000
    await sleep(50)
  }

  throw new Error(`The store did not open: see ${path.join(directory, 'store.log')}`)
}
