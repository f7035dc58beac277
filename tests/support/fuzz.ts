import { connect } from 'node:net'
import { PAGE_ACCESS } from '#lib/auth/rules/page-access.ts'
import type { Actor } from '#tests/support/access-world.ts'
import { ACCESS_ROWS, pagesInTree, type RouteAccess, routeOfRow } from '#tests/support/routes.ts'
import { readTree } from '#tests/support/tree.ts'

const LONG = 100 * 1024

/** What may stand in the place of a value in an address, percent codes as they are sent. `{n}` is told apart from the rest. */
export const ADDRESS_POISONS: Record<string, string> = {
  nul: 'a%00b',
  'bad utf-8': '%c3%28',
  'lone byte': '%ff%fe',
  'half a letter': '%ed%a0%80',
  'bad percent': '%zz',
  'broken percent': '%',
  '100 KB': 'a'.repeat(LONG),
  '12 KB': 'b'.repeat(12_000),
  empty: '',
  'control characters': '%0d%0a%1b%7f',
  'a number': '-1',
  'a huge number': '9'.repeat(30),
  'no number': 'NaN',
  'a key of a prototype': '[object Object]',
  'an impossible day': '0000-00-00',
  'the last day': '9999-12-31',
  'a day of year zero': '0000-01-01T00:00:00Z',
  'a key with a dot': '99999999999999.999999999999999999',
  'another key with a dot': '999999999999999.x',
  'a list': '[]',
  'an object': '%7B%22a%22%3A1%7D',
  'text of SQL': '%27%20OR%201%3D1--',
  'a wildcard': '%25_%5C',
  'a path': '..%2f..%2fetc',
  'right to left': '%E2%80%AEabc%F0%9F%98%80',
}

/** What may stand in a header: bytes that HTTP itself forbids are among them. */
const HEADER_POISONS: Record<string, string> = {
  nul: 'a\0b',
  'nul as a percent code': 'a%00b',
  'bad utf-8': 'a\u00c3\u0028',
  'bytes beyond ASCII': '\u00ff\u00fe\u0080',
  'bad percent': '%zz%',
  '100 KB': 'a'.repeat(LONG),
  '12 KB': 'b'.repeat(12_000),
  empty: '',
  'a number': '-1',
  'a huge number': '9'.repeat(30),
  'an object': '{"a":1}',
  'a list': '[["",{}],"x"]',
  'half a state': '%5B%22%22%2C%7B%22children%22%3A%5B',
  separators: ',,;;==,;q=',
  'a foreign address': 'https://evil.example/%00',
  'no address': 'http://[::1',
  'a broken escape': '"\\u0000\\ud800"',
}

/** What may stand in the place of a value of a JSON body. */
const VALUE_POISONS: Record<string, unknown> = {
  nul: 'a\0b',
  'half a letter': 'a\ud800',
  '100 KB': 'a'.repeat(LONG),
  '40 KB': 'b'.repeat(40_000),
  empty: '',
  'a number': -1,
  'a huge number': 9_007_199_254_740_991,
  'a number beyond all': 1e308,
  'a fraction': 0.1,
  'a long number as text': '9'.repeat(30),
  'the largest int and one': 2_147_483_648,
  nothing: null,
  true: true,
  'a list': [],
  'a list of itself': [[[[]]]],
  'an object': { a: { b: 1 } },
  'a key of a prototype': { constructor: { prototype: 1 } },
  'an impossible day': '0000-00-00',
  'the last day': '9999-12-31',
  'the first instant': '0000-01-01T00:00:00Z',
  'an address': 'javascript:alert(1)',
  'right to left': '\u202eabc\u{1f600}',
}

/** Bodies that are no JSON at all, or not what JSON may be here. */
const BODY_POISONS: Record<string, Buffer> = {
  nothing: Buffer.alloc(0),
  nul: Buffer.from('\0'),
  'nul in JSON': Buffer.from('{"a":"\\u0000","\\u0000":1}'),
  'half a letter': Buffer.from('{"a":"\\ud800"}'),
  'bad utf-8': Buffer.from([0x7b, 0x22, 0xff, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]),
  'half of it': Buffer.from('{"a":'),
  'a list': Buffer.from('[]'),
  'a text': Buffer.from('"a"'),
  null: Buffer.from('null'),
  'a number': Buffer.from('1e999'),
  deep: Buffer.from('['.repeat(30_000)),
  'a deep object': Buffer.from(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`),
  '100 KB': Buffer.from(JSON.stringify({ a: 'a'.repeat(LONG) })),
  'the same key twice': Buffer.from('{"id":1,"id":[],"email":1,"email":{}}'),
  'a prototype': Buffer.from('{"__proto__":{"a":1},"constructor":1}'),
  'a form': Buffer.from('a=%00&b=%zz&email=%ff'),
}

/** A request as bytes: nothing cleans its address or its headers on the way out. */
export type RawRequest = {
  method: string
  target: string
  headers: [name: string, value: string][]
  body: Buffer | null
}

/** `status` 0: the connection ended without an answer. `isTorn`: the answer ended before its body was whole. */
type RawAnswer = { status: number; text: string; isTorn: boolean }

const PATIENCE_MS = 60_000

/** Sends one request over a connection of its own and reads the whole answer. */
export function sendRaw(port: number, { method, target, headers, body }: RawRequest): Promise<RawAnswer> {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
    'connection: close',
    ...(body ? [`content-length: ${body.length}`] : []),
  ]

  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'))
      if (body) socket.write(body)
    })
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('no answer came')))
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server that refuses by the head may close while the body is still on its way.
    socket.on('error', (error) => ('code' in error ? socket.destroy() : reject(error)))
    socket.on('close', () => resolve(read(Buffer.concat(chunks))))
  })
}

function read(bytes: Buffer): RawAnswer {
  const text = bytes.toString('latin1')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isChunked = /\r\ntransfer-encoding: chunked/i.test(head)
  const isTorn = isChunked ? !body.endsWith('0\r\n\r\n') : length !== undefined && body.length < Number(length)

  return { status, text: text.slice(0, 2_000), isTorn: status === 200 && isTorn }
}

/** Who sends a request, so that it comes as far as it can. */
export const ACTOR_OF = {
  anonymous: 'anonymous',
  guest: 'guest_paid',
  customer: 'customer',
  half_customer: 'half_customer',
  half: 'half',
  owner: 'owner',
} as const satisfies Record<string, Actor>
export type Sender = keyof typeof ACTOR_OF

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
