import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { describe, expect, test, vi } from 'vitest'
import { currentTrace, type Trace } from '#lib/core/trace.ts'
import { createPageCache } from '#lib/server/page-cache.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'
import { documentOf, sendStatic, startFront } from './fake-next.ts'

test('a page is rendered once and then answered with the same bytes to everybody', async () => {
  const { ask, seen } = await startFront((_, response, all) => sendStatic(response, documentOf(`render ${all.length}`)))

  const first = await ask('/destinations/japan', { headers: { cookie: 'guest=alice' } })
  const second = await ask('/destinations/japan?utm=1', { headers: { cookie: 'guest=bob' } })

  expect(await second.text()).toBe(await first.text())
  expect(seen).toHaveLength(1)
})

test('no byte of a visitor reaches the render of a public page', async () => {
  const { ask, seen } = await startFront((_, response) => sendStatic(response, documentOf('x')))

  await ask('/?mail=a@b.example', {
    headers: {
      cookie: 'guest=alice',
      authorization: 'Bearer x',
      'accept-language': 'ar',
      'x-forwarded-for': '9.9.9.9',
    },
  })

  expect(seen[0]?.url).toBe('/')
  expect(Object.keys(seen[0]?.headers ?? {}).sort()).toEqual(['accept', 'connection', 'host', 'x-forwarded-proto'])
  expect(seen[0]?.headers.host).toBe('shop.test')
})

test.each<[string, Record<string, string>]>([
  ['sets a cookie', { 'set-cookie': 'guest=alice' }],
  ['refuses caches', { 'cache-control': 'private, no-store' }],
  ['carries a nonce', { 'content-security-policy': "script-src 'nonce-abc'" }],
])('an answer that %s is made for one visitor: never kept, never shared', async (_, headers) => {
  const { ask, cache } = await startFront((request, response) =>
    sendStatic(response, documentOf(`for ${request.headers.cookie ?? 'nobody'}`), headers),
  )

  const [alice, bob] = await Promise.all(['alice', 'bob'].map((name) => ask('/trip', { headers: { cookie: name } })))

  expect([await alice?.text(), await bob?.text()]).toEqual([documentOf('for alice'), documentOf('for bob')])
  expect(cache.bytes).toBe(0)
})

test('an answer with a strange inline script is not kept, and its policy does not bless that script', async () => {
  const { ask, cache } = await startFront((_, response) =>
    sendStatic(response, `${documentOf('x')}<script>steal()</script>`),
  )

  const answer = await ask('/')

  expect(cache.bytes).toBe(0)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('content-security-policy')).not.toContain(hashOf('steal()'))
})

test.each([301, 404, 500, 503])('an answer with status %d is passed on and not kept', async (status) => {
  const { ask, cache } = await startFront((_, response) => {
    response.writeHead(status, { 'content-type': 'text/html', location: '/help' })
    response.end(documentOf('x'))
  })

  const answer = await ask('/plans/pln_1')

  expect(answer.status).toBe(status)
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(cache.bytes).toBe(0)
})

test('a page that says its subject is gone answers 410, is made once and offered to no other cache', async () => {
  const { ask, seen } = await startFront((_, response) =>
    sendStatic(response, documentOf('x').replace('</head>', '<meta name="gone" content="410"/></head>')),
  )

  const answers = [await ask('/plans/pln_1'), await ask('/plans/pln_1')]

  expect(answers.map(({ status }) => status)).toEqual([410, 410])
  expect(answers[0]?.headers.get('cache-control')).toBe('private, no-store')
  expect(seen).toHaveLength(1)
})

test('the policy names exactly the inline script of the page and allows nothing inline', async () => {
  const { ask } = await startFront((_, response) => sendStatic(response, documentOf('x')))

  const policy = (await ask('/')).headers.get('content-security-policy') ?? ''

  expect(policy).toContain(`script-src 'self' ${hashOf('self.__next_f.push([1,"x"])')};`)
  expect(policy).not.toMatch(/script-src[^;]*unsafe|nonce-|\*/)
})

test('a browser that has this revision gets 304 with the same policy', async () => {
  const { ask } = await startFront((_, response) => sendStatic(response, documentOf('x')))
  const first = await ask('/', { headers: { 'accept-encoding': 'br' } })

  const again = await ask('/', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })

  expect(again.status).toBe(304)
  expect(again.headers.get('content-security-policy')).toBe(first.headers.get('content-security-policy'))
})

test('document, payload and prefetched segment are three answers, each kept by itself', async () => {
  const { ask, seen } = await startFront((incoming, response) =>
    sendStatic(response, documentOf(JSON.stringify(incoming.headers.rsc ?? 'html'))),
  )
  const variants = [
    {},
    { rsc: '1' },
    { rsc: '1', 'next-router-prefetch': '1', 'next-router-segment-prefetch': '/_tree' },
  ]

  for (const headers of [...variants, ...variants]) await ask('/?_rsc=1', { headers })

  expect(seen).toHaveLength(3)
})

test('what is no page is made once, whatever form of it is asked for', async () => {
  const { ask, seen } = await startFront((_, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end('<urlset/>')
  })
  const forms = ['/a1', '/a2', '/_tree'].map((segment) => ({ rsc: '1', 'next-router-segment-prefetch': segment }))

  const answers = []
  for (const headers of [{}, { rsc: '1' }, ...forms]) answers.push(await ask('/sitemaps/en-0.xml', { headers }))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  expect(seen).toHaveLength(1)
})

test('a part that a page does not have is not asked for', async () => {
  const { ask, seen } = await startFront((_, response) => sendStatic(response, documentOf('x')))

  const answer = await ask('/', { headers: { rsc: '1', 'next-router-segment-prefetch': '/a1' } })

  expect([answer.status, seen.length]).toEqual([400, 0])
})

test('a page whose visitor has hung up is not finished, and one that is awaited by another is', async () => {
  const { promise: rendered, resolve: finish } = Promise.withResolvers<void>()
  const { ask, seen, cache } = await startFront((_, response) => {
    void rendered.then(() => sendStatic(response, documentOf('x')))
  })
  const leave = new AbortController()
  const left = ['/trip', '/compare'].map((path) => ask(path, { signal: leave.signal }).catch(() => null))
  await vi.waitFor(() => expect(seen).toHaveLength(2), PATIENCE_MS)
  const staying = ask('/trip')
  await new Promise((resolve) => setTimeout(resolve, 50))

  leave.abort()
  await Promise.all(left)
  await new Promise((resolve) => setTimeout(resolve, 50))
  finish()

  expect((await staying).status).toBe(200)
  await vi.waitFor(() => expect(cache.allMade()).toBeNull(), PATIENCE_MS)
  expect([cache.peek('html /trip'), cache.peek('html /compare')]).toEqual([expect.anything(), null])
})

test('few pages are made at once, the others wait, and whoever would wait too long is told so', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let running = 0
  let most = 0
  const { ask } = await startFront((_, response) => {
    running += 1
    most = Math.max(most, running)
    void begun.then(() => {
      running -= 1
      sendStatic(response, documentOf('x'))
    })
  })

  const sentAway: unknown[] = []
  const answers = Array.from({ length: 230 }, async (_, n) => {
    const { status, headers } = await ask(`/plans/pln_${n}`)
    if (status === 503) sentAway.push(headers.get('retry-after'))

    return status
  })
  await vi.waitFor(() => expect(sentAway).toEqual(Array.from({ length: 22 }, () => '5')), PATIENCE_MS)
  begin()
  const statuses = await Promise.all(answers)

  expect(most).toBe(8)
  expect(statuses.filter((status) => status === 200)).toHaveLength(208)
})

test.each(['br', 'gzip', 'identity'])('the page is the same in encoding %s', async (encoding) => {
  const { ask } = await startFront((_, response) => sendStatic(response, documentOf('ä'.repeat(500))))

  const answer = await ask('/', { headers: { 'accept-encoding': encoding } })

  expect(await answer.text()).toBe(documentOf('ä'.repeat(500)))
  expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
})

test('a path that the mirror does not have gets its 404 without a render of its own', async () => {
  const { ask, seen } = await startFront(
    (_, response) => {
      response.writeHead(404, { 'content-type': 'text/html', 'cache-control': 'private, no-store' })
      response.end(documentOf('nothing here'))
    },
    { knowsSubject: async () => false },
  )

  const answers = await Promise.all(
    ['/destinations/a', '/plans/b', '/xx/yy', '/wp-login.php', '/nope'].map((path) => ask(path)),
  )

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect(seen.map(({ url }) => url)).toEqual(['/destinations/-'])
})

test('everything that is not public passes through untouched, without headers that steer the framework', async () => {
  const { ask, seen } = await startFront((_, response) => response.end('ok'))

  await ask('/o/ord_1?x=1', {
    headers: {
      cookie: 'guest=alice',
      'x-nonce': 'a',
      'content-security-policy': 'x',
      'x-middleware-subrequest': 'proxy',
      'x-internal-call': '1',
      'x-forwarded-for': '9.9.9.9',
    },
  })

  expect(seen[0]).toMatchObject({
    url: '/o/ord_1?x=1',
    headers: { cookie: 'guest=alice', 'x-forwarded-for': '127.0.0.1' },
  })
  const steering = Object.keys(seen[0]?.headers ?? {}).filter((name) => /nonce|policy|middleware|internal/.test(name))
  expect(steering).toEqual([])
})

test('our own inner address cannot be reached through the socket', async () => {
  const { ask, seen } = await startFront((_, response) => response.end('ok'))

  const answer = await ask('/api/internal/revalidate', { method: 'POST' })

  expect([answer.status, seen.length]).toEqual([404, 0])
})

test.each([
  ['/en', '/'],
  ['/en/help?a=1', '/help?a=1'],
  ['/help/', '/help'],
  ['/admin/cards', '/admin/esims'],
  ['/admin/cards/crd_1?q=2', '/admin/esims/crd_1?q=2'],
])('%s has one address: %s', async (path, target) => {
  const { ask } = await startFront((_, response) => response.end())

  const answer = await ask(path)

  expect([answer.status, answer.headers.get('location')]).toEqual([308, target])
})

test.each(['//evil.example', '/\\evil.example', '/en//evil.example'])('%s leads to no other host', async (path) => {
  const { url } = await startFront((_, response) => response.end())

  const { status, location } = await raw(url, 'GET', path)

  expect(status).toBeGreaterThanOrEqual(400)
  expect(location).toBeUndefined()
})

test('while the database is away a page that was kept is shown, and what is missing is missing', async () => {
  let isAway = false
  const askDatabase = async () => {
    if (isAway) throw new Error('The database is away.')
  }
  const { ask, cache } = await startFront(
    (request, response) => {
      if (isAway) return response.destroy()
      if (!request.url?.endsWith('/-')) return sendStatic(response, documentOf('Japan'))
      response.writeHead(404, { 'content-type': 'text/html', 'cache-control': 'private, no-store' })
      response.end(documentOf('nothing here'))
    },
    {
      knowsSubject: () => askDatabase().then(() => true),
      findRedirect: () => askDatabase().then(() => null),
    },
  )
  await ask('/destinations/japan')
  await ask('/nope')
  isAway = true
  cache.outdate()

  const kept = await ask('/destinations/japan')
  const missing = await ask('/nope')

  expect([kept.status, await kept.text()]).toEqual([200, documentOf('Japan')])
  expect(missing.status).toBe(404)
  expect((await ask('/destinations/korea')).status).toBe(500)
})

test.each([
  ['TRACE', '/'],
  ['POST', '/'],
  ['DELETE', '/destinations/japan'],
])('%s %s is not allowed', async (method, path) => {
  const { url } = await startFront((_, response) => response.end())

  expect((await raw(url, method, path)).status).toBe(405)
})

test('with the cache switched off every page is rendered, with a policy of its own', async () => {
  const { ask, seen } = await startFront((_, response, all) => sendStatic(response, documentOf(String(all.length))), {
    cache: createPageCache({ maxBytes: 0 }),
  })

  await ask('/')
  const second = await ask('/')

  expect(seen).toHaveLength(2)
  expect(second.headers.get('content-security-policy')).toContain(hashOf('self.__next_f.push([1,"2"])'))
})

test('a render that fails is answered without a word about the inside', async () => {
  const { ask } = await startFront((_, response) => response.destroy())

  const answer = await ask('/')

  expect([answer.status, await answer.text()]).toEqual([500, 'Something went wrong\n'])
})

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

/** `fetch` cleans addresses and refuses some methods; this sends them as they are. */
function raw(url: string, method: string, path: string) {
  const { port } = new URL(url)

  return new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    const outgoing = request({ port, method, path, host: '127.0.0.1' }, (incoming) => {
      incoming.resume()
      resolve({ status: incoming.statusCode ?? 0, location: incoming.headers.location })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

test.each<[string, Record<string, string>, string | undefined]>([
  ['begun on this machine is vouched for', {}, 'inner'],
  ['handed on by a proxy on this machine is not', { 'x-forwarded-for': '127.0.0.1' }, undefined],
  ['handed on under another name is not', { via: '1.1 proxy' }, undefined],
  [
    'that vouches for itself is believed no more than others',
    { 'x-landfall-local': 'yes', via: '1.1 proxy' },
    undefined,
  ],
])('a request for figures %s', async (_, headers, expected) => {
  const { ask, seen } = await startFront((_request, response) => response.end('ok'))

  await ask('/api/metrics', { headers })

  expect(seen[0]?.headers['x-landfall-local']).toBe(expected)
})

describe('the id of a request', () => {
  const asked = async (trustProxy: boolean, given: string) => {
    const traces: Trace[] = []
    const { ask } = await startFront(
      (_, response) => {
        traces.push(currentTrace())
        response.end('{}')
      },
      { trustProxy },
    )
    await ask('/api/orders', { method: 'POST', headers: { 'x-request-id': given } })

    return traces[0]?.requestId
  }

  test('goes along with everything that is done for it', async () => {
    expect(await asked(false, 'of-a-visitor')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('is the one that a trusted proxy gave, when it has the shape of one', async () => {
    expect(await asked(true, 'edge-0123456789')).toBe('edge-0123456789')
    expect(await asked(true, 'x y"}')).toMatch(/^[0-9a-f-]{36}$/)
  })
})
