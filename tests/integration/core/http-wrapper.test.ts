import { beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { guestCookie } from '#lib/auth/customer-session.ts'
import { hashToken } from '#lib/core/crypto/tokens.ts'
import { answering, serve } from '#lib/core/http/route.ts'
import { db } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { defineCall } from '#lib/core/rules/contract.ts'
import { newId, newToken } from '#lib/core/rules/ids.ts'
import { ORIGIN, ownRequest, startHttpWorld } from '#tests/support/http-world.ts'
import { jar } from '#tests/support/request-context.ts'
import { changeSettings, duringTests } from '#tests/support/shop.ts'

duringTests(startHttpWorld)

beforeEach(async () => {
  jar.clear()
  await db().rateLimit.deleteMany()
})

const context = { params: Promise.resolve({}) }
const echo = serve(
  defineCall('POST /api/echo', {
    summary: 'Says a word again.',
    caller: 'any',
    body: z.strictObject({ word: z.string().max(20) }),
    reply: z.object({ word: z.string() }),
  }),
  async ({ body }) => ({ ...body, secret: 'must not leave' }),
)

async function codeOf(response: Response): Promise<string> {
  return (await response.json()).error.code
}

describe('a request that changes something', () => {
  test('is answered when a page of ours sent it', async () => {
    const response = await echo(ownRequest({ body: { word: 'hello' } }), context)

    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ data: { word: 'hello' } })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
  })

  test('is answered at an address without variable parts, which comes without params', async () => {
    const response = await echo(ownRequest({ body: { word: 'hello' } }), { params: Promise.resolve(undefined) })

    expect(response.status).toBe(200)
  })

  test.each([
    ['without an origin', { origin: undefined }],
    ['from another origin', { origin: 'http://elsewhere.test' }],
    ['from another origin with ours as a beginning', { origin: `${ORIGIN}.elsewhere.test` }],
    ['from another site, by what the browser says', { 'sec-fetch-site': 'cross-site' }],
    ['from a sibling site', { 'sec-fetch-site': 'same-site' }],
  ])('is refused %s', async (_, headers) => {
    const response = await echo(ownRequest({ headers, body: { word: 'hello' } }), context)

    expect(response.status).toBe(403)
    expect(await codeOf(response)).toBe('forbidden')
  })

  test.each([
    ['a form', { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'word=hello' }],
    ['plain text', { headers: { 'content-type': 'text/plain' }, body: '{"word":"hello"}' }],
    ['broken JSON', { body: '{"word":' }],
    ['an unknown key', { body: { word: 'hello', price: 1 } }],
    ['a missing key', { body: {} }],
    ['another type', { body: { word: 5 } }],
    ['null', { body: 'null' }],
  ])('is refused with %s in its body', async (_, sent) => {
    const response = await echo(ownRequest(sent), context)

    expect(response.status).toBe(400)
    expect(await codeOf(response)).toBe('bad_input')
  })

  test('is refused when its body is larger than 64 KB', async () => {
    const response = await echo(ownRequest({ body: { word: 'x'.repeat(70_000) } }), context)

    expect(response.status).toBe(413)
  })

  test('names the fields that were not accepted, never their values', async () => {
    const response = await echo(ownRequest({ body: { word: 'a word that is far too long' } }), context)
    const { error } = await response.json()

    expect(error.details.fields).toEqual(['word'])
    expect(JSON.stringify(error)).not.toContain('far too long')
  })
})

describe('a failure', () => {
  const failing = (error: unknown) =>
    serve(defineCall('POST /api/fail', { summary: 'Fails.', caller: 'any' }), async () => {
      throw error
    })

  test('of ours is told with its code, its details and a reference', async () => {
    const refusal = new AppError('price_changed', 'Price went up.', { before: 100, now: 120 })
    const response = await failing(refusal)(ownRequest(), context)
    const { error } = await response.json()

    expect(response.status).toBe(409)
    expect(error).toMatchObject({ code: 'price_changed', details: { before: 100, now: 120 } })
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('that nobody foresaw says nothing about its cause', async () => {
    const response = await failing(new Error('password=hunter2'))(ownRequest(), context)

    expect(response.status).toBe(500)
    expect(await response.text()).not.toContain('hunter2')
  })
})

describe('an act that must happen once', () => {
  const once = serve(
    defineCall('POST /api/once', {
      summary: 'Counts once.',
      caller: 'any',
      once: true,
      body: z.object({ word: z.string() }),
      reply: z.object({ mark: z.string() }),
    }),
    async ({ once: { key, fingerprint } }) => ({ mark: `${key}:${fingerprint}` }),
  )
  const send = async (key: string | undefined, word: string) =>
    once(ownRequest({ headers: { 'idempotency-key': key }, body: { word } }), context)

  test.each([undefined, 'short', 'x'.repeat(65), 'has spaces in the middle'])(
    'is refused with the key %j',
    async (key) => {
      expect((await send(key, 'a')).status).toBe(400)
    },
  )

  test('has the same fingerprint for the same request, another for another request', async () => {
    const key = 'k'.repeat(32)
    const first = await (await send(key, 'a')).json()

    expect(await (await send(key, 'a')).json()).toEqual(first)
    expect(await (await send(key, 'b')).json()).not.toEqual(first)
  })
})

describe('a limit', () => {
  const limited = serve(
    defineCall('POST /api/limited', { summary: 'Is limited.', caller: 'any', limit: 'find' }),
    async () => ({}),
  )
  const from = (address: string) => limited(ownRequest({ headers: { 'x-forwarded-for': address } }), context)

  test('refuses the eleventh request of one sender, and says when to come back', async () => {
    const answers = await Promise.all(Array.from({ length: 11 }, () => from('192.0.2.1')))
    const refused = answers.filter((answer) => answer.status === 429)

    expect(refused).toHaveLength(1)
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('counts requests that are refused for another reason as well', async () => {
    const foreign = () =>
      limited(ownRequest({ headers: { origin: undefined, 'x-forwarded-for': '192.0.2.2' } }), context)
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await foreign()).status))

    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
  })

  test('counts each sender apart, and one IPv6 network as one sender', async () => {
    await Promise.all(Array.from({ length: 10 }, (_, n) => from(`2001:db8:1:1::${n}`)))

    expect((await from('2001:db8:1:1::ffff')).status).toBe(429)
    expect((await from('2001:db8:1:2::1')).status).toBe(200)
  })

  test('counts the networks of one /48 together, with five times as many points', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, (_, n) => from(`2001:db8:9:${n.toString(16)}::1`)))

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    expect((await from('2001:db8:a::1')).status).toBe(200)
  })

  test('counts an IPv6 network as one sender however its zeros are written', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, n) => from(`2001:db8::${n + 1}:2:3:4`)))
    await Promise.all(Array.from({ length: 5 }, (_, n) => from(`2001:0DB8:0:0:${n + 1}:0:0:4`)))

    expect((await from('2001:db8::ffff')).status).toBe(429)
    expect((await from('2001:db8:0:1::1')).status).toBe(200)
  })

  test('believes only the nearest hop about who sent a request', async () => {
    const answers = await Promise.all(Array.from({ length: 11 }, (_, n) => from(`198.51.100.${n}, 192.0.2.3`)))

    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(1)
  })

  test('keeps no address in the database', async () => {
    await from('192.0.2.4')
    const rows = await db().rateLimit.findMany()

    expect(rows).toHaveLength(1)
    expect(rows[0]?.key).not.toContain('192.0.2.4')
  })
})

describe('a guest', () => {
  const whoami = serve(
    defineCall('GET /api/me', { summary: 'Who asks.', caller: 'any', reply: z.object({ kind: z.string() }) }),
    async ({ caller }) => ({ kind: caller.kind }),
  )
  const buyersOnly = serve(defineCall('GET /api/buyer', { summary: 'For some.', caller: 'buyer' }), async () => ({}))
  const staffOnly = serve(defineCall('GET /api/staff', { summary: 'For some.', caller: 'staff' }), async () => ({}))
  const get = () => ownRequest({ method: 'GET', headers: { origin: undefined } })
  const kind = async () => (await (await whoami(get(), context)).json()).data.kind

  async function session(expiresAt: Date): Promise<string> {
    const token = newToken()
    await db().guestSession.create({ data: { id: newId('gst'), tokenHash: hashToken(token), expiresAt } })

    return token
  }

  test('is known by the token in the cookie', async () => {
    jar.set('guest', await session(new Date(Date.now() + 60_000)))

    expect(await kind()).toBe('guest')
  })

  test.each(['', 'a'.repeat(43), 'x'.repeat(5_000), '../../etc'])('is nobody with the cookie %j', async (cookie) => {
    jar.set('guest', cookie)

    expect(await kind()).toBe('anonymous')
  })

  test('is nobody once the session has ended', async () => {
    jar.set('guest', await session(new Date(Date.now() - 1)))

    expect(await kind()).toBe('anonymous')
  })

  test('without an order is no buyer, and no guest is staff', async () => {
    jar.set('guest', await session(new Date(Date.now() + 60_000)))

    expect((await buyersOnly(get(), context)).status).toBe(401)
    expect((await staffOnly(get(), context)).status).toBe(401)
  })

  test('holds a cookie that scripts cannot read and other sites cannot use', () => {
    expect(guestCookie('t')).toBe('guest=t; Path=/; Max-Age=7776000; SameSite=Lax; HttpOnly')
  })

  test('holds a cookie bound to this host over HTTPS only, where the shop has HTTPS', () => {
    changeSettings({ PUBLIC_URL: 'https://shop.test' })

    expect(guestCookie('t')).toBe('__Host-guest=t; Path=/; Max-Age=7776000; SameSite=Lax; Secure; HttpOnly')
    changeSettings({ PUBLIC_URL: ORIGIN })
  })
})

describe('a file that answers many calls', () => {
  const word = z.object({ word: z.string() })
  const { GET } = answering([
    serve(defineCall('GET /api/things/[id]', { summary: 'One.', caller: 'any', reply: word }), async ({ params }) => ({
      word: `one: ${params.id}`,
    })),
    serve(defineCall('GET /api/things/all', { summary: 'All.', caller: 'any', reply: word }), async () => ({
      word: 'all',
    })),
    serve(defineCall('DELETE /api/things/[id]', { summary: 'Less.', caller: 'any' }), async () => {}),
  ])
  const ask = (path: string, method = 'GET') =>
    GET(new Request(`${ORIGIN}${path}`, { method, headers: { origin: ORIGIN } }), context)
  const wordOf = async (path: string) => (await (await ask(path)).json()).data.word

  test('finds a call by its path, a plain word before a part that takes any', async () => {
    expect(await wordOf('/api/things/all')).toBe('all')
    expect(await wordOf('/api/things/al')).toBe('one: al')
    expect(await wordOf('/api/things/a%20b?all')).toBe('one: a b')
  })

  test('answers the head of what can be got', async () => {
    expect((await ask('/api/things/all', 'HEAD')).status).toBe(200)
  })

  test.each(['/api/things', '/api/things/a/b', '/api/things/', '/api/thingsXall', '/api/THINGS/all'])(
    'has nothing at %s',
    async (path) => {
      const response = await ask(path)

      expect([response.status, await codeOf(response)]).toEqual([404, 'not_found'])
    },
  )

  test('names the methods that a path takes to whoever uses another', async () => {
    const [one, all] = await Promise.all([ask('/api/things/a', 'PATCH'), ask('/api/things/all', 'DELETE')])

    expect([one.status, one.headers.get('allow')]).toEqual([405, 'GET, DELETE'])
    expect([all.status, all.headers.get('allow')]).toEqual([405, 'GET'])
  })

  test('tells which methods a path takes', async () => {
    const response = await ask('/api/things/a', 'OPTIONS')

    expect([response.status, response.headers.get('allow')]).toEqual([204, 'GET, DELETE'])
  })

  test('refuses an address that is no text', async () => {
    const response = await ask('/api/things/%E0%A4%A')

    expect([response.status, await codeOf(response)]).toEqual([400, 'bad_input'])
  })
})
