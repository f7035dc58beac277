import { NextRequest } from 'next/server'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { EXPORTED_LISTS } from '#lib/core/rules/lists.ts'
import { type Actor, enterAs, forgetActors, ORIGIN, requestOf, sellOne } from '#tests/support/access-world.ts'
import { ADDRESS_POISONS, type Sender, sampleRequests } from '#tests/support/fuzz.ts'
import { jar } from '#tests/support/request-context.ts'
import { ACCESS_ROWS, handlerAt, routeOfRow, routesInTree } from '#tests/support/routes.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'

const SETTINGS = {
  SESSION_SECRET: 'a session secret of a test, long enough',
  PUBLIC_URL: ORIGIN,
  INTERNAL_SECRET: 'inner',
  TEST_PAYMENTS_URL: 'http://127.0.0.1:9',
  TEST_PAYMENTS_KEY: 'key_test',
  TEST_PAYMENTS_WEBHOOK_SECRET: 'a secret of the provider',
}
const ACTORS: Record<Sender, Actor> = {
  anonymous: 'anonymous',
  guest: 'guest_paid',
  customer: 'customer',
  half_customer: 'half_customer',
  half: 'half',
  owner: 'owner',
}
const SAMPLE = 150

let shop: Shop
let other: Awaited<ReturnType<typeof sellOne>>
const tree = new Map(routesInTree().map((route) => [route.at, route]))

beforeAll(async () => {
  shop = await startShop(SETTINGS)
  forgetActors()
  other = await sellOne()
})

afterAll(async () => {
  await vi.waitFor(async () => expect(await db().syncRun.count({ where: { state: 'running' } })).toBe(0), 60_000)
  await shop.close()
})

beforeEach(async () => {
  jar.clear()
  await db().rateLimit.deleteMany()
})

/** The status, and whether the answer broke while it was read. */
async function statusOf(response: Response): Promise<number> {
  try {
    await response.text()
  } catch {
    return 599
  }

  return response.status
}

test(`${SAMPLE} acts with something wrong in their body are answered by no failure of ours`, async () => {
  const events = sampleRequests(Number.POSITIVE_INFINITY, 7)
    .filter(({ request, what }) => request.headers.length === 0 && request.body && /: (body\b|the body)/.test(what))
    .filter(({ what }) => ACCESS_ROWS[what.split(': ')[0] ?? '']?.access !== 'library')
    .slice(0, SAMPLE)
  const failures: string[] = []
  for (const { what, sender, request } of events) {
    const at = what.split(': ')[0] ?? ''
    const route = tree.get(routeOfRow(at))
    if (!route) continue
    const { sold } = await enterAs(ACTORS[sender], { at, otherId: other.id })
    const { request: dressed, context } = requestOf(at, sold)
    const poisoned = new Request(dressed.url, {
      method: dressed.method,
      headers: dressed.headers,
      body: request.body as Buffer<ArrayBuffer>,
    })
    const handler = await handlerAt(route.at)
    const status = await statusOf(await handler(poisoned, context))
    // A neighbour of the store that is away is no failure of ours: none of them runs here.
    if (status >= 500 && status !== 503) failures.push(`${status} ${what}`)
  }

  expect(events).toHaveLength(SAMPLE)
  expect(failures).toEqual([])
})

test.each(EXPORTED_LISTS)('the file of %s is whole or refused, whatever its address says', async (list) => {
  const handler = await handlerAt('GET /api/admin/export/[list]')
  await enterAs('owner', { at: 'GET', otherId: other.id })
  const words = ['q', 'from', 'to', 'since', 'until', 'id', 'after', 'book', 'what', 'locale']
  // Addresses that are no text stop at the server.
  const poisons = Object.values(ADDRESS_POISONS).filter((one) => !one.includes('%00') && one.length < 1_000)
  const turn = EXPORTED_LISTS.indexOf(list)
  const addresses = ['', ...words.map((word, at) => `?${word}=${poisons[(turn * words.length + at) % poisons.length]}`)]
  const failures: string[] = []
  for (const address of addresses) {
    const response = await handler(new Request(`${ORIGIN}/api/admin/export/${list}${address}`), {
      params: Promise.resolve({ list }),
    })
    const status = await statusOf(response)
    if (status >= 500) failures.push(`${status} ${address}`)
  }

  expect(failures).toEqual([])
})

test('a sign-in whose JSON breaks off is refused, not a failure of ours', async () => {
  const handler = await handlerAt('POST /api/auth/[...nextauth]')
  const headers = { origin: ORIGIN, 'content-type': 'application/json' }
  const request = new NextRequest(`${ORIGIN}/api/auth/signout`, { method: 'POST', headers, body: '{"csrf' })

  const context = { params: Promise.resolve({ nextauth: ['signout'] }) }
  expect((await handler(request, context)).status).toBe(400)
})
