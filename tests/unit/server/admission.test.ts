import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { BODY_BYTES, LARGER_BODIES, refusalOf } from '#lib/server/admission.ts'
import { CONTRACTS } from '#tests/support/routes.ts'
import { type Front, startFront } from './fake-next.ts'

const open = (next: Parameters<typeof startFront>[0] = (_, response) => response.end('ok')) => startFront(next)

/** Sends a request as it stands, also one that no browser would write, and reads the head of the answer. */
function raw({ url }: Front, head: string): Promise<string> {
  const { port } = new URL(url)

  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(`${head}\r\n\r\n`))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (text.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
  })
}

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND', 'TRACE'])(
  'a private page is read: %s never reaches the renderer',
  async (method) => {
    const front = await open()

    const answer = await raw(front, `${method} /o/ord_1 HTTP/1.1\r\nhost: shop.test\r\ncontent-length: 0`)

    expect(answer).toMatch(/^HTTP\/1.1 405 /)
    expect(answer).toMatch(/\r\nallow: GET, HEAD\r\n/i)
    expect(front.seen).toEqual([])
  },
)

test.each([
  ['GET /o/ord_1', 1],
  ['GET /help', 1],
  ['GET /flags/jp.svg', 1],
  ['POST /api/orders', BODY_BYTES + 1],
  ['GET /api/orders/ord_1', 1],
  ['POST /api/admin/settings/pictures', 400_001],
])('%s with a body of %d bytes is refused by its head, and its body is not waited for', async (item, bytes) => {
  const front = await open()

  const answer = await raw(front, `${item} HTTP/1.1\r\nhost: shop.test\r\ncontent-length: ${bytes}`)

  expect(answer).toMatch(/^HTTP\/1.1 413 /)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(front.seen).toEqual([])
})

test.each([
  ['POST /api/orders', 411],
  ['GET /o/ord_1', 413],
])('%s with a body of unknown length is answered %d', async (item, status) => {
  const front = await open()

  const answer = await raw(front, `${item} HTTP/1.1\r\nhost: shop.test\r\ntransfer-encoding: chunked`)

  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
  expect(front.seen).toEqual([])
})

test('what a handler takes reaches it', async () => {
  const { ask, seen } = await open()

  const body = 'x'.repeat(BODY_BYTES)
  const answers = [await ask('/api/orders', { method: 'POST', body }), await ask('/api/orders', { method: 'DELETE' })]

  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(seen).toHaveLength(2)
})

test('every handler that takes more than others is let have it, and no address beside them', () => {
  const larger = [...CONTRACTS.values()].flatMap(({ path, spec }) =>
    spec.maxBytes ? [{ path: path.replace('[id]', 'des_1'), bytes: spec.maxBytes }] : [],
  )
  const judge = (path: string, bytes: number) =>
    refusalOf({ method: 'POST', headers: { 'content-length': String(bytes) } }, 'handler', path)?.status

  expect(larger.length).toBeGreaterThanOrEqual(LARGER_BODIES.length)
  for (const { path, bytes } of larger)
    expect([path, judge(path, bytes), judge(path, bytes + 1)]).toEqual([path, undefined, 413])
  expect(judge('/api/orders', BODY_BYTES + 1)).toBe(413)
})

test.each([
  ['/o/%', 'a broken percent code'],
  ['/o/%zz', 'a percent code of no number'],
  ['/o/%ff', 'a byte that is no UTF-8'],
  ['/o/a%00b', 'NUL'],
  ['/o/a%0ab', 'a control character'],
  ['/api/orders/ord?month=%00', 'NUL in a parameter'],
  ['/help/%c3%28', 'a torn letter'],
])('%s is no address: %s is refused before Next', async (path) => {
  const front = await open()

  const answer = await raw(front, `GET ${path} HTTP/1.1\r\nhost: shop.test`)

  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(front.seen).toEqual([])
})

test.each([
  ['host: a/b', 'a host that is none'],
  ['host: shop.test\r\nrsc: 1\r\nnext-router-state-tree: %', 'a state that is no percent code'],
  ['host: shop.test\r\nrsc: 1\r\nnext-router-state-tree: {}', 'a state of another shape'],
  ['host: shop.test\r\nrsc: 1\r\nnext-router-state-tree: [1]\r\nnext-router-state-tree: [2]', 'two states'],
])('%j is refused before Next: %s', async (headers) => {
  const front = await open()

  const answer = await raw(front, `GET /o/ord_1 HTTP/1.1\r\n${headers}`)

  expect(answer).toMatch(/^HTTP\/1.1 400 /)
  expect(front.seen).toEqual([])
})

test.each([
  '/_next/static/gone.js',
  '/_next/image?url=x',
  '/flags/none.svg',
  '/icons/x.svg',
  '/api/none',
  '/brand/a/b',
])('%s, which is not there, is answered from a list and kept by nobody', async (path) => {
  const front = await startFront(
    (_, response) => {
      response.writeHead(404, { 'cache-control': 's-maxage=31536000, stale-while-revalidate' })
      response.end('nothing')
    },
    { kindOf: () => null },
  )

  const answer = await front.ask(path)

  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  expect(front.seen).toEqual([])
})

test.each(['/_next/static/here.js', '/flags/jp.svg', '/worker.js', '/o/ord_1', '/api/orders'])(
  'a failure at %s is kept by no cache and brings the headers of every answer, whatever Next wrote',
  async (path) => {
    const front = await open((_, response) => {
      for (const name of response.getHeaderNames()) response.removeHeader(name)
      response.statusCode = 404
      response.setHeader('cache-control', 'public, max-age=86400, s-maxage=31536000')
      response.setHeader('content-type', 'text/html')
      response.end('<h1>nothing</h1>')
    })

    const { status, headers } = await front.ask(path)

    expect(status).toBe(404)
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  },
)

test('made-up pages of help and law are one render for all of them', async () => {
  const { ask, seen } = await open((_, response) => {
    response.writeHead(404, { 'content-type': 'text/html', 'cache-control': 'private, no-store' })
    response.end('<!DOCTYPE html><html><body>nothing here</body></html>')
  })

  const paths = Array.from({ length: 20 }, (_, at) => [`/help/Made-up-${at}`, `/legal/made-up-${at}`]).flat()
  const answers = await Promise.all(paths.map((path) => ask(path)))

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404]))
  expect(new Set(answers.map(({ headers }) => headers.get('cache-control')))).toEqual(new Set(['private, no-store']))
  expect(seen.map(({ url }) => url)).toEqual(['/destinations/-'])
})

test('a body that ends too late for a refused request harms nobody', async () => {
  const front = await open()
  const { port } = new URL(front.url)
  const status = await new Promise((resolve) => {
    const outgoing = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/o/ord_1',
      headers: { 'content-length': 9_000 },
    })
    outgoing.on('response', (incoming) => resolve(incoming.resume().statusCode))
    outgoing.on('error', () => undefined)
    outgoing.write('x'.repeat(100))
  })

  expect([status, (await front.ask('/o/ord_1')).status]).toEqual([405, 200])
})
