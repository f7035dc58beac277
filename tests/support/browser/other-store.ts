import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildCatalog } from '#sandbox/upstream/catalog/build.ts'
import { type RunningSandbox, startSandbox } from '#sandbox/upstream/server.ts'
import { freePort } from '#scripts/free-port.mjs'
import { testEnvironment } from '#scripts/test/run.mjs'

/** How much faster the other store's waiting times pass. Its offers hold for a minute, facts are fresh for 4 seconds. */
export const OTHER_TIME_SCALE = 15

const ACCOUNT = { phone: '+49 151 0000001', password: 'Another pass/2&', secret: 'another+secret=0002' }
// What the other provider sells; few enough that its catalogue is read at once.
const SOLD = new Set(['40', '392', '528', '99915'])
const OPEN_WITHIN_MS = 120_000

/** A store of its own, beside the one under test, whose provider is a stand-in that no part of it started. */
export type OtherStore = {
  url: string
  dataDir: string
  /** What the store was started with, for a program that joins it. */
  env: NodeJS.ProcessEnv
  provider: RunningSandbox
  /** The processes that the store keeps running at this moment. */
  children: () => Child[]
  close: () => Promise<void>
}

/** Starts the stand-in with an account of its own, and a trial store that knows it by its settings alone, and `settings`. */
export async function startOtherStore(settings: Record<string, string> = {}): Promise<OtherStore> {
  const provider = await startSandbox(ACCOUNT)
  for (const { skuid, countryCode } of buildCatalog().skus) {
    if (!SOLD.has(countryCode)) provider.control.changeSku({ skuId: skuid, hide: true })
  }
  // Two files may have a store of their own at the same moment, in two workers.
  const name = `other-store-${process.env.TEST_PARALLEL_INDEX ?? '0'}`
  const dataDir = path.resolve('test-results', name)
  // Passkeys belong to a name: the store under test has none but a number.
  const url = `http://localhost:${await freePort()}`
  const log = fs.openSync(`test-results/${name}.log`, 'w')
  const env: NodeJS.ProcessEnv = {
    ...testEnvironment(),
    NODE_ENV: 'production',
    STORE_MODE: 'trial',
    PORT: new URL(url).port,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    TIME_SCALE: String(OTHER_TIME_SCALE),
    RESELLER_API_URL: provider.url,
    RESELLER_API_PHONE: ACCOUNT.phone,
    RESELLER_API_PASSWORD: ACCOUNT.password,
    RESELLER_API_SECRET: ACCOUNT.secret,
    ...settings,
  }
  const store = spawn(
    process.execPath,
    ['--import', './scripts/store/follow-parent.mjs', 'scripts/test/fresh-store.mjs'],
    // The end of the pipe is the end of this process: the store does not outlive it.
    { env, stdio: ['pipe', log, log] },
  )
  fs.closeSync(log)
  const ended = new Promise<void>((resolve) => store.once('exit', () => resolve()))
  const close = async () => {
    store.kill('SIGTERM')
    await ended
    await provider.close()
  }
  try {
    await untilOpen(url, () => store.exitCode === null)
  } catch (error) {
    await close()
    throw error
  }

  return { url, dataDir, env, provider, children: () => childrenOf(store.pid ?? 0), close }
}

async function untilOpen(url: string, isRunning: () => boolean): Promise<void> {
  const deadline = Date.now() + OPEN_WITHIN_MS
  while (Date.now() < deadline && isRunning()) {
    const isOpen = await fetch(`${url}/api/health/live`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isOpen) return
    await sleep(100)
  }
  throw new Error('The other store did not open: see its log in test-results.')
}

/** The process of a store that takes its requests and does its work. */
export function webProcess(other: OtherStore): number {
  const [web] = other.children().filter(({ command }) => command.includes('lib/server/main.ts'))
  if (!web) throw new Error('The store has no process that takes requests.')

  return web.pid
}

type Child = { pid: number; command: string }

/** Returns the processes that a process started and that still run, with their command lines. */
function childrenOf(parent: number): Child[] {
  const everybody = fs.existsSync('/proc/self/stat') ? fromProc() : fromPs()

  return everybody.filter((child) => child.parent === parent).map(({ pid, command }) => ({ pid, command }))
}

type Process = Child & { parent: number }

function fromProc(): Process[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name before the last bracket may hold blanks and brackets itself.
        const [, parent] = fs
          .readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        const command = fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()

        return command === '' ? [] : [{ pid: Number(name), parent: Number(parent), command }]
      } catch {
        // It ended while the list was read.
        return []
      }
    })
}

function fromPs(): Process[] {
  const items = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')

  return items.flatMap((item) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(item) ?? []

    return pid ? [{ pid: Number(pid), parent: Number(parent), command }] : []
  })
}
