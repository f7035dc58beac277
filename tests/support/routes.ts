import path from 'node:path'
import { type Access, accessOf, type Contract } from '#lib/core/rules/contract.ts'
import { CALL_SAMPLES, type CallSample } from '#tests/support/call-samples.ts'
import { readTree } from '#tests/support/tree.ts'

/** As `Access`. `signature`, `secret`: no person at all. `library`: the sign-in library. */
export type RouteAccess = Access | 'signature' | 'secret' | 'library'

/** Who is let in at a route that no contract describes. */
export const ROUTE_ACCESS: Record<string, RouteAccess> = {
  'GET /l/[token]': 'public',
  'GET /brand/[file]': 'public',
  'GET /og/[locale]/[...name]': 'public',
  'GET /sitemap.xml': 'public',
  'GET /sitemaps/[file]': 'public',
  'GET /api/health/live': 'public',
  'GET /api/health/ready': 'public',
  'GET /api/metrics': 'secret',
  'GET /api/catalogue/search-index/[locale]': 'public',
  'GET /api/catalogue/plans/[locale]/[slug]': 'public',
  'POST /api/csp-report': 'public',
  'GET /api/reminders/[token]': 'public',
  'POST /api/reminders/[token]': 'signature',
  'POST /api/webhooks/stripe': 'signature',
  'POST /api/webhooks/test-payments': 'signature',
  'POST /api/internal/revalidate': 'secret',
  'GET /api/auth/[...nextauth]': 'library',
  'POST /api/auth/[...nextauth]': 'library',
}

/** A handler as it stands in the tree: `POST /api/quotes`, the file that exports it, and its own part of that file. */
export type RouteInTree = { at: string; method: string; address: string; file: string; text: string }

const METHODS = /export (?:const|async function|function) (GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)\b/g

let routes: readonly RouteInTree[] | undefined

/** Every handler of the app, from the files themselves: where one answers many calls, each call that it serves. */
export function routesInTree(): readonly RouteInTree[] {
  routes ??= findRoutes()

  return routes
}

function findRoutes(): RouteInTree[] {
  const tree = readTree()
  const schemas = tree.filter(({ file }) => /^lib\/[a-z]+\/schema\.ts$/.test(file)).map(({ text }) => text)
  const described = schemas.flatMap((text) => [...text.matchAll(/export const (\w+Call) = defineCall\(\s*'([^']+)'/g)])
  const calls = new Map(described.map(([, name = '', at = '']) => [name, at]))

  return tree
    .filter(({ file }) => /^app\/.*route\.tsx?$/.test(file))
    .flatMap(({ file, text }) => {
      const [, served] = text.split('= answering([')
      const found = served
        ? [...served.matchAll(/^ {2}\w+\((\w+Call)\b[\s\S]*?\),$/gm)].map(([own, name = '']) => [
            calls.get(name) ?? name,
            own,
          ])
        : [...text.matchAll(METHODS)].map(([, method = '']) => [`${method} ${addressOf(file)}`, text])

      return found.map(([at = '', own = '']) => {
        const [method = '', address = ''] = at.split(' ')

        return { at, method, address, file, text: own }
      })
    })
}

type Handler = (request: Request, context: { params: Promise<unknown> }) => Promise<Response>
type RouteFile = Record<string, Handler & { contract?: Contract; contracts?: Contract[] }>

/** The contracts that a file of routes answers by; none where none describes it. */
export async function contractsOf(file: string): Promise<Contract[]> {
  const handlers = new Set(Object.values(await routeFile(file)))

  return [...handlers].flatMap(({ contract, contracts }) => contracts ?? contract ?? [])
}

/** The handler of a route, by its method and path. It is asked at that path, whatever address the request names. */
export async function handlerAt(at: string): Promise<Handler> {
  const route = routesInTree().find((one) => one.at === at)
  const handler = route && (await routeFile(route.file))[route.method]
  if (!handler) throw new Error(`Nothing answers ${at}.`)
  if (!handler.contracts) return handler

  return async (request, context) => {
    const params = ((await context?.params) ?? {}) as Record<string, string>
    const url = new URL(request.url)
    url.pathname = route.address.replaceAll(/\[(\w+)\]/g, (_, name) => encodeURIComponent(params[name] ?? ''))

    return handler(new Request(url, request), context)
  }
}

async function routeFile(file: string): Promise<RouteFile> {
  return (await import(/* @vite-ignore */ path.resolve(file))) as RouteFile
}

/** The address of every page of the app, from the files themselves. */
export function pagesInTree(): { address: string; file: string; text: string }[] {
  return readTree()
    .filter(({ file }) => /^app\/.*page\.tsx$/.test(file))
    .map(({ file, text }) => ({ address: addressOf(file), file, text }))
}

// A folder in brackets groups files and is no part of the address.
function addressOf(file: string): string {
  const parts = path.posix.dirname(file).split('/').slice(1)

  return `/${parts.filter((part) => !/^\(.*\)$/.test(part)).join('/')}`
}

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
