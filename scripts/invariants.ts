// Checks every promise of the store against its rows, and exits with 1 when one is broken:
//   node --conditions=react-server scripts/invariants.ts [--json] [--ledger] [--sandbox http://127.0.0.1:4930]
import { parseArgs } from 'node:util'
import { closeDatabase } from '#lib/core/repository/client.ts'
import { ledgerOrders } from '#lib/finance/repository/ledger.ts'
import { checkInvariants, type ForeignCall } from '#lib/operations/commands/check-invariants.ts'

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, ledger: { type: 'boolean' }, sandbox: { type: 'string' } },
})

if (values.ledger) {
  print(await ledgerOrders())
} else {
  const breaches = await checkInvariants(values.sandbox ? await readCalls(values.sandbox) : null)
  if (values.json) print({ ok: breaches.length === 0, breaches })
  else if (breaches.length === 0) console.log('Every invariant holds.')
  for (const { invariant, subject, detail } of values.json ? [] : breaches) {
    console.log(`${invariant} ${subject}: ${detail}`)
  }
  process.exitCode = breaches.length === 0 ? 0 : 1
}
await closeDatabase()

/** The calls as the sandbox wrote them down: its books, not ours. */
async function readCalls(address: string): Promise<ForeignCall[]> {
  const response = await fetch(new URL('/_control/calls', address))
  if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`)
  const calls = (await response.json()) as { path: string; params: Record<string, string>; orderNum: string | null }[]

  return calls.map(({ path, params, orderNum }) => ({
    path,
    reference: params.otherItemId ?? null,
    orderNum: orderNum ?? params.orderNum ?? null,
  }))
}

function print(value: unknown): void {
  console.log(JSON.stringify(value, null, 2))
}
