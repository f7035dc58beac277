import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { money } from '#lib/core/rules/money.ts'
import { testProvider } from '#lib/payments/providers/index.ts'
import { aRequest } from '#tests/support/payment-request.ts'
import { startInbox } from './bench.ts'

const PORT = '4941'
const HOOK_PORT = 4942
const URL = `http://127.0.0.1:${PORT}`
let directory: string
const children: ChildProcess[] = []

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'test-payments-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(directory, { recursive: true })
})

function run(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['sandbox/payments/main.ts'], {
    env: {
      NODE_ENV: 'test',
      PORT,
      DATA_DIR: directory,
      TEST_PAYMENTS_KEY: 'k',
      TEST_PAYMENTS_WEBHOOK_SECRET: 's',
      ...env,
    },
  })
  children.push(child)
  const output: string[] = []
  child.stdout.on('data', (chunk) => output.push(String(chunk)))
  child.stderr.on('data', (chunk) => output.push(String(chunk)))
  const exited = once(child, 'exit')
  const listening = new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk) => String(chunk).includes('listening') && resolve())
  })

  return { child, output, exited, listening: () => listening }
}

const provider = testProvider({ baseUrl: URL, key: 'k', webhookSecret: 's' })

async function pay(sessionId: string) {
  await fetch(`${URL}/_control/sessions/${sessionId}/pay`, { method: 'POST' })
}

test('says one line when it listens and ends cleanly when asked', async () => {
  const server = run()
  await server.listening()

  server.child.kill('SIGTERM')

  expect((await server.exited)[0]).toBe(0)
  expect(server.output.join('')).toBe(`Test payments listening on ${URL}\n`)
})

test('D25 refuses to run in live mode, with one line', async () => {
  const server = run({ STORE_MODE: 'live' })

  expect((await server.exited)[0]).toBe(1)
  expect(server.output.join('')).toBe('The test payment server does not run with STORE_MODE=live.\n')
})

test('names the setting that is missing', async () => {
  const server = run({ TEST_PAYMENTS_KEY: '' })

  expect((await server.exited)[0]).toBe(1)
  expect(server.output.join('')).toBe('Missing: TEST_PAYMENTS_KEY.\n')
})

test('keeps payments and keys over a kill', async () => {
  const first = run()
  await first.listening()
  const { sessionId, paymentId } = await provider.createSession(aRequest())
  await pay(sessionId)
  const action = { key: 'c', paymentId: paymentId ?? '', amount: money(1240, 'EUR') }
  const before = await provider.capture(action)

  first.child.kill('SIGKILL')
  await first.exited
  const second = run()
  await second.listening()
  const after = await provider.capture(action)

  expect(after).toEqual(before)
  expect(await (await fetch(`${URL}/_control/ledger`)).json()).toMatchObject({ captures: [{ amount: 1240 }] })
}, 15_000)

test('sends the events that were waiting when it was killed', async () => {
  const first = run({ WEBHOOK_URL: `http://127.0.0.1:${HOOK_PORT}/hook` })
  await first.listening()
  const { sessionId } = await provider.createSession(aRequest())
  await pay(sessionId)

  first.child.kill('SIGKILL')
  await first.exited
  const inbox = await startInbox([], HOOK_PORT)
  const second = run()
  await second.listening()

  await vi.waitFor(() => expect(inbox.received).toHaveLength(1), 5_000)
  await inbox.close()
}, 15_000)

test('reads a journal whose last line was cut off', async () => {
  const first = run()
  await first.listening()
  await provider.createSession(aRequest())
  first.child.kill('SIGKILL')
  await first.exited
  await appendFile(path.join(directory, 'test-payments.jsonl'), '[{"table":"payment","row":{"id":"pay_')

  const second = run()
  await second.listening()

  expect(await (await fetch(`${URL}/_control/ledger`)).json()).toMatchObject({ payments: [{ reference: 'LF-7Q2K' }] })
}, 15_000)
