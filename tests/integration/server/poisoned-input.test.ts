import { NextRequest } from 'next/server'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { EXPORTED_LISTS } from '#lib/core/rules/lists.ts'
import { enterAs, ORIGIN, requestOf, startAccessShop } from '#tests/support/access-world.ts'
import { ACTOR_OF, ADDRESS_POISONS, sampleRequests } from '#tests/support/fuzz.ts'
import { jar } from '#tests/support/request-context.ts'
import { ACCESS_ROWS, handlerAt, routeOfRow, routesInTree } from '#tests/support/routes.ts'
import { duringTests } from '#tests/support/shop.ts'

const SAMPLE = 150

const shop = duringTests(startAccessShop)
const tree = new Map(routesInTree().map((route) => [route.at, route]))

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
    const { sold } = await enterAs(ACTOR_OF[sender], { at, otherId: shop.other.id })
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
  await enterAs('owner', { at: 'GET', otherId: shop.other.id })
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
