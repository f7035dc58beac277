import { PAGE_ACCESS } from '#lib/auth/rules/page-access.ts'
import { ACCESS_ROWS, routeOfRow } from '#tests/support/access-rows.ts'
import { ADDRESS_POISONS, BODY_POISONS, HEADER_POISONS, VALUE_POISONS } from '#tests/support/fuzz/poisons.ts'
import type { RawRequest } from '#tests/support/fuzz/send-raw.ts'
import type { RouteAccess } from '#tests/support/route-access.ts'
import { pagesInTree } from '#tests/support/route-tree.ts'
import { readTree } from '#tests/support/tree.ts'

/** Who sends a request, so that it comes as far as it can. */
export type Sender = 'anonymous' | 'guest' | 'customer' | 'half_customer' | 'half' | 'owner'

/** One request with one thing wrong, in words; `$id` and the like are filled in by whoever sends it. */
export type Fuzzed = { what: string; sender: Sender; isPage: boolean; request: RawRequest }

const COOKIES = ['guest', 'staff', 'account', 'share', 'device', 'lang', 'tz', 'csrf-staff', 'back-staff']

const HEADERS = [
  ...['accept', 'accept-language', 'accept-encoding', 'user-agent', 'referer', 'origin', 'content-type', 'host'],
  ...[
    'authorization',
    'idempotency-key',
    'if-none-match',
    'if-modified-since',
    'if-match',
    'range',
    'expect',
    'upgrade',
  ],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port', 'forwarded', 'x-real-ip', 'via'],
  ...[
    'rsc',
    'next-router-state-tree',
    'next-router-prefetch',
    'next-router-segment-prefetch',
    'next-url',
    'next-action',
  ],
  ...['next-hmr-refresh', 'x-nextjs-data', 'x-nextjs-postponed', 'x-middleware-subrequest', 'x-invoke-path', 'x-nonce'],
  ...['sec-fetch-site', 'sec-fetch-mode', 'stripe-signature', 'test-payments-signature', 'content-encoding', 'cookie'],
  ...['transfer-encoding', 'content-length', 'connection', 'x-http-method-override', 'purpose', 'x-csrf-token'],
]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'get']

const OTHER_NAMES = [
  ...[
    'q',
    'after',
    'before',
    'from',
    'to',
    'id',
    'ids',
    'lang',
    'locale',
    '_rsc',
    'callbackUrl',
    'esim',
    'card',
    'link',
  ],
  ...['letters', 'readings', 'endpoint', 'class', 'code', 'what', 'act', 'actor', 'subject', 'assignee', 'promotion'],
  ...['customer', 'currency', 'difference', 'opened', 'ended', 'draft', 'page', 'slug', 'destination', 'nextauth'],
]

/** Every word that an address may say behind its question mark, as the schemas and pages of the tree name them. */
function queryNames(): string[] {
  const files = readTree().filter(({ file }) => /^(app|lib)\/.*\.(ts|tsx)$/.test(file))
  const named = files.flatMap(({ text }) => [
    ...[...text.matchAll(/^ {2}(\w{1,20}): .*\.catch\(/gm)].map(([, name = '']) => name),
    ...[...text.matchAll(/searchParams\.get\('(\w+)'\)/g)].map(([, name = '']) => name),
    ...[...text.matchAll(/const \{([^}]+)\} = await searchParams/g)].flatMap(([, names = '']) =>
      names.split(',').map((name) => name.split(':')[0]?.trim() ?? ''),
    ),
  ])

  return [...new Set([...named, ...OTHER_NAMES])].filter((name) => name !== '').sort()
}

const SENDERS: Partial<Record<RouteAccess, Sender>> = {
  public: 'anonymous',
  signature: 'anonymous',
  secret: 'anonymous',
  library: 'anonymous',
  customer: 'customer',
  half_customer: 'half_customer',
  half: 'half',
  order: 'guest',
  card: 'guest',
  shared_card: 'guest',
  share: 'guest',
  payer: 'guest',
}
const senderOf = (access: RouteAccess): Sender => SENDERS[access] ?? 'owner'

// Values that are there, so that a request goes past them to what is wrong in it.
const KNOWN_PARTS: Record<string, string> = {
  locale: 'en',
  list: 'orders',
  section: 'shop',
  topic: 'no-service',
  page: 'terms',
  slug: 'japan',
  nextauth: 'session',
  rest: 'none',
}

type Target = {
  parts: Record<string, string>
  at: string
  method: string
  address: string
  sender: Sender
  isPage: boolean
  body: object | null
}

function targets(): Target[] {
  const pages = pagesInTree().map(({ address }) => {
    const path = address.replace('/[locale]', '') || '/'

    return {
      at: `GET ${address}`,
      method: 'GET',
      address: path,
      sender: senderOf(PAGE_ACCESS[address] ?? 'public'),
      isPage: true,
      parts: KNOWN_PARTS,
      body: null,
    }
  })
  // A unit test sees to it that every handler has a row.
  const rows = Object.entries(ACCESS_ROWS).map(([at, { access, body = {}, params = {} }]) => {
    const [method = '', address = ''] = routeOfRow(at).split(' ')
    const sent = method === 'GET' ? null : body

    return {
      at,
      method,
      address,
      sender: senderOf(access),
      isPage: false,
      parts: { ...KNOWN_PARTS, ...params },
      body: sent,
    }
  })

  return [...pages, ...rows]
}

const NAME_OF_PART = /\[{1,2}(?:\.\.\.)?(\w+)\]{1,2}/g

function toRequest(
  target: Target,
  {
    path,
    query,
    headers = [],
    body,
    method,
  }: Partial<{ path: string; query: string; headers: [string, string][]; body: Buffer; method: string }>,
): RawRequest {
  const clean = path ?? target.address.replaceAll(NAME_OF_PART, (_, name) => target.parts[name] ?? `$${name}`)
  const sent = body ?? (target.body ? Buffer.from(JSON.stringify(target.body)) : null)
  const verb = method ?? target.method

  return {
    method: verb,
    target: query === undefined ? clean : `${clean}?${query}`,
    headers,
    body: ['GET', 'HEAD'].includes(verb) && body === undefined ? null : sent,
  }
}

/** Every request that has one thing wrong: each target x each part, word, header, cookie and value x each poison. */
function* everyRequest(): Generator<Fuzzed> {
  const names = queryNames()
  for (const target of targets()) {
    const one = (what: string, change: Parameters<typeof toRequest>[1]): Fuzzed => ({
      what: `${target.at}: ${what}`,
      sender: target.sender,
      isPage: target.isPage,
      request: toRequest(target, change),
    })
    yield one('as it should be', {})
    for (const method of METHODS) yield one(`method ${method}`, { method })
    for (const [, part = ''] of target.address.matchAll(NAME_OF_PART)) {
      for (const [name, poison] of Object.entries(ADDRESS_POISONS)) {
        const path = target.address.replaceAll(NAME_OF_PART, (_, other) =>
          other === part ? poison : (target.parts[other] ?? `$${other}`),
        )
        yield one(`${part} is ${name}`, { path })
      }
    }
    if (target.method === 'GET') {
      for (const word of names) {
        for (const [name, poison] of Object.entries(ADDRESS_POISONS))
          yield one(`?${word} is ${name}`, { query: `${word}=${poison}` })
        yield one(`?${word} comes twice`, { query: `${word}=a&${word}=b` })
        yield one(`?${word} is an object`, { query: `${word}[a]=1&${word}[]=2` })
      }
    }
    for (const header of HEADERS) {
      for (const [name, poison] of Object.entries(HEADER_POISONS))
        yield one(`${header} is ${name}`, { headers: [[header, poison]] })
      yield one(`${header} comes twice`, {
        headers: [
          [header, '1'],
          [header, '2'],
        ],
      })
    }
    for (const cookie of COOKIES) {
      for (const [name, poison] of Object.entries(HEADER_POISONS))
        yield one(`cookie ${cookie} is ${name}`, { headers: [['cookie', `${cookie}=${poison}`]] })
      yield one(`cookie ${cookie} comes twice`, { headers: [['cookie', `${cookie}=a; ${cookie}=b`]] })
    }
    if (!target.body) continue
    for (const [name, body] of Object.entries(BODY_POISONS)) yield one(`the body is ${name}`, { body })
    for (const { key, put } of placesIn(target.body)) {
      for (const [name, poison] of Object.entries(VALUE_POISONS))
        yield one(`${key} is ${name}`, { body: Buffer.from(JSON.stringify(put(poison))) })
    }
  }
}

type Place = { key: string; put: (value: unknown) => unknown }

// Each value of a body, wherever it stands, one at a time; and a key that nobody asked for.
function placesIn(value: unknown, key = 'body', put: Place['put'] = (one) => one): Place[] {
  if (Array.isArray(value))
    return [
      { key, put },
      ...value.flatMap((one, at) => placesIn(one, `${key}.${at}`, (new_) => put(value.with(at, new_)))),
    ]
  if (typeof value !== 'object' || value === null) return [{ key, put }]
  const inner = Object.entries(value).flatMap(([name, one]) =>
    placesIn(one, `${key}.${name}`, (new_) => put({ ...value, [name]: new_ })),
  )

  return [{ key, put }, ...inner, { key: `${key}.stranger`, put: (new_) => put({ ...value, stranger: new_ }) }]
}

/** A sample of them, drawn evenly over all targets by a seed. */
export function sampleRequests(count: number, seed: number): Fuzzed[] {
  const all = [...everyRequest()]
  let state = seed >>> 0
  for (let at = all.length - 1; at > 0; at--) {
    // A linear congruential generator: the same seed draws the same sample on every machine.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    const other = Math.floor((state / 2 ** 32) * (at + 1))
    const kept = all[at]
    all[at] = all[other] as Fuzzed
    all[other] = kept as Fuzzed
  }

  return all.slice(0, count)
}
