import path from 'node:path'
import { accessOf, type Contract } from '#lib/core/rules/contract.ts'
import { CALL_SAMPLES, type CallSample } from '#tests/support/call-samples.ts'
import { ROUTE_ACCESS, type RouteAccess } from '#tests/support/route-access.ts'
import { readTree } from '#tests/support/tree.ts'

/** Every contract that the rooms export, by its address. */
export const CONTRACTS = await contractsInTree()

/** A request to a route, and who is let in with it. */
export type AccessRow = CallSample & { access: RouteAccess }

/**
 * Every route of the store, by method and path. A route that demands another permission for some requests has a row for each,
 * told apart by words in brackets behind the path.
 */
export const ACCESS_ROWS: Record<string, AccessRow> = Object.fromEntries(
  [...new Set([...CONTRACTS.keys(), ...Object.keys(ROUTE_ACCESS), ...Object.keys(CALL_SAMPLES)])].map((row) => {
    const sample = CALL_SAMPLES[row] ?? {}
    const contract = CONTRACTS.get(routeOfRow(row))
    const access = sample.permission ?? (contract ? accessOf(contract) : ROUTE_ACCESS[row])
    if (!access) throw new Error(`${row} is sampled and has no contract.`)

    return [row, { ...(row.startsWith('GET ') ? {} : { body: {} }), ...sample, access }]
  }),
)

/** The route that a row is about, without the words that tell its requests apart. */
export function routeOfRow(row: string): string {
  return row.replace(/ \(.*\)$/, '')
}

async function contractsInTree(): Promise<Map<string, Contract>> {
  const files = readTree().filter(({ file }) => /^lib\/[a-z]+\/schema(\.ts|\/[a-z-]+\.ts)$/.test(file))
  const modules = await Promise.all(files.map(({ file }) => import(/* @vite-ignore */ path.resolve(file))))
  const contracts = modules.flatMap((module: Record<string, unknown>) => Object.values(module).filter(isContract))
  const found = new Map(contracts.map((contract) => [contract.at as string, contract]))
  if (found.size !== contracts.length) throw new Error('An address has two contracts.')

  return found
}

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'at' in value && 'spec' in value
}
