import { spawn } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { openStoredEsim } from '#lib/esims/commands/reveal-esim.ts'
import { findSession } from '#lib/provider/repository/provider-session.ts'
import type { FlowInput } from '#tests/support/crash-flows.ts'
import { newInputs } from '#tests/support/crash-runs.ts'
import { startCrashSale } from '#tests/support/crash-sale.ts'
import { duringTests } from '#tests/support/shop.ts'
import { filesHolding } from '#tests/support/table-files.ts'

const sale = duringTests(startCrashSale)
let inputs: FlowInput[]
let written = ''

/** A store of one buyer that says everything it has to say, on both of its outputs. */
function play(input: FlowInput, settings: Record<string, string> = {}): Promise<string> {
  const env = { ...process.env, LOG_LEVEL: 'debug', CRASH_FLOW: JSON.stringify(input), ...settings }
  const program = ['--conditions=react-server', 'tests/support/crash-child.ts']
  const child = spawn('node', program, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      text += chunk
    })
  }

  return new Promise((resolve) => {
    child.on('close', () => resolve(`${text}\n`))
  })
}

/** What no log and no file may hold: what opens an eSIM, what opens the store, and who its buyers are. */
async function canaries() {
  const esims = await db().esim.findMany({ where: { sealedCode: { not: null } } })
  const opened = esims.map(openStoredEsim)
  const { RESELLER_API_PASSWORD, RESELLER_API_SECRET, RESELLER_API_PHONE, DATA_KEYS = '' } = sale.shop.settings
  const { TEST_PAYMENTS_KEY, TEST_PAYMENTS_WEBHOOK_SECRET } = process.env
  const named = [RESELLER_API_PASSWORD, RESELLER_API_SECRET, RESELLER_API_PHONE, DATA_KEYS.split(':')[1]]

  return {
    codes: opened.flatMap(({ activationCode, matchingId }) => [activationCode, matchingId]),
    iccids: esims.map(({ iccid }) => iccid),
    secrets: [...named, TEST_PAYMENTS_KEY, TEST_PAYMENTS_WEBHOOK_SECRET].flatMap((text) => text || []),
    tokens: [(await findSession()).token].flatMap((text) => text || []),
    people: inputs.map(({ email }) => email),
  }
}

beforeAll(async () => {
  inputs = await newInputs(sale, ['hold', 'lost', 'hold'])
  const [bought, lost, unpaid] = inputs
  if (!bought || !lost || !unpaid) throw new Error('There are three buyers.')
  const runs = [play(bought), play(lost), play(unpaid, { TEST_PAYMENTS_URL: 'http://127.0.0.1:9' })]
  written = (await Promise.all(runs)).join('')
})

test('D41 sales and their failures write no code, secret, token, signature or address into the log', async () => {
  // The failure did speak, in a line of the log and in the words of the process that ended.
  expect(written).toContain('"msg":"payment session not opened"')
  expect(written).toContain('The payment provider did not open a session.')
  const words = await canaries()
  expect(words.codes.length).toBeGreaterThan(6)
  expect(words.tokens).toHaveLength(1)
  expect(words.secrets).toHaveLength(6)

  for (const [kind, texts] of Object.entries(words)) {
    expect([kind, texts.filter((text) => written.includes(text))]).toEqual([kind, []])
  }
  expect(written).not.toMatch(/LPA:1|\bsign\b|\btoken=/)
})

test('D41 no file of the database holds a plain activation code, a token of the upstream or a secret', async () => {
  const { codes, tokens, secrets, iccids } = await canaries()

  expect(await filesHolding([...codes, ...tokens, ...secrets])).toEqual([])
  // The search finds what is there in plain.
  expect(await filesHolding(iccids.slice(0, 1))).toContain('Card')
})
