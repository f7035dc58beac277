// Writes the OpenAPI document of the calls of shop and back office to standard output:
//   npm run -s openapi > openapi.json
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Contract, toOpenApi } from '#lib/core/rules/contract.ts'

const LIB = path.resolve(import.meta.dirname, '../lib')
const files = readdirSync(LIB, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /^[a-z]+[\\/]schema(\.ts|[\\/][a-z-]+\.ts)$/.test(file),
)
const modules: Record<string, unknown>[] = await Promise.all(
  files.map((file) => import(pathToFileURL(path.join(LIB, file)).href)),
)
const contracts = modules.flatMap((module) => Object.values(module)).filter(isContract)

console.log(JSON.stringify(toOpenApi(contracts), null, 2))

function isContract(value: unknown): value is Contract {
  return typeof value === 'object' && value !== null && 'at' in value && 'spec' in value
}
