import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Asked } from '#scripts/buyers/ten.ts'
import { freePort } from '#scripts/free-port.mjs'
import { testEnvironment } from '#scripts/test/run.mjs'
import type { ProviderCall } from '#tests/support/browser/provider.ts'
import { innerServers } from '#tests/support/browser/store-under-test.ts'

const FOLDER = path.resolve('test-results/buyers')
const OPEN_WITHIN_MS = 240_000

/** A fresh trial store in processes of its own, whose waiting times pass as fast as `timeScale` says. */
export async function openShop(timeScale: string): Promise<{ url: string; close: () => Promise<void> }> {
  const url = `http://127.0.0.1:${await freePort()}`
  const dataDir = path.join(FOLDER, 'store')
  fs.mkdirSync(FOLDER, { recursive: true })
  // The helpers of the browser tests find the inner servers by this name.
  process.env.E2E_DATA_DIR = dataDir
  const log = fs.openSync(path.join(FOLDER, 'store.log'), 'w')
  const store = spawn(
    process.execPath,
    ['--import', './scripts/store/follow-parent.mjs', 'scripts/test/fresh-store.mjs', '--no-build'],
    {
      env: {
        ...testEnvironment(),
        NODE_ENV: 'production',
        PORT: new URL(url).port,
        PUBLIC_URL: url,
        DATA_DIR: dataDir,
        TIME_SCALE: timeScale,
        PAYMENT_PROVIDERS: 'test,bank_transfer',
        BANK_TRANSFER_HOLDER: 'Landfall Ltd',
        BANK_TRANSFER_ACCOUNT: 'IBAN: DE00 1234 5678 9012 3456 00',
      },
      // The end of the pipe is the end of this process: the store does not outlive it.
      stdio: ['pipe', log, log],
    },
  )
  const ended = new Promise<void>((resolve) => store.once('exit', () => resolve()))
  const until = Date.now() + OPEN_WITHIN_MS
  while (!(await hasDestinations(url))) {
    if (store.exitCode !== null || Date.now() > until) throw new Error(`The store did not open: ${FOLDER}/store.log`)
    await sleep(300)
  }

  return {
    url,
    close: async () => {
      store.kill('SIGTERM')
      await ended
    },
  }
}

async function hasDestinations(url: string): Promise<boolean> {
  try {
    const page = await fetch(url)

    return page.ok && (await page.text()).includes('/destinations/japan')
  } catch {
    return false
  }
}

/** Notes what the provider is asked from now on, and says in words what differs from what a buyer should cause. */
export async function watchProvider(): Promise<{ differsFrom: (asked: Asked) => Promise<string | null> }> {
  const calls = async (query: string) => {
    const answer = await fetch(`${innerServers().upstream}/_control/calls?${query}`)

    return (await answer.json()) as ProviderCall[]
  }
  const start = (await calls('')).at(-1)?.seq ?? 0

  return {
    differsFrom: async (asked) => {
      const of = async (name: string) => (await calls(`path=${name}&since=${start}`)).length
      const found = {
        orders: await of('addEsimOrder'),
        topUps: await of('renewCard'),
        cancellations: await of('refundOrder'),
        forfeits: await of('getOrderInfo'),
      }
      const wanted = { ...asked, forfeits: 0 }

      return JSON.stringify(found) === JSON.stringify(wanted)
        ? null
        : `The provider was asked ${JSON.stringify(found)}, not ${JSON.stringify(wanted)}.`
    },
  }
}
