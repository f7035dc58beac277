import { beforeEach, expect, test } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { ACTORS, answerOf, enterAs, expected, ORIGIN, requestOf, startAccessShop } from '#tests/support/access-world.ts'
import { jar } from '#tests/support/request-context.ts'
import { ACCESS_ROWS, CONTRACTS, contractsOf, handlerAt, routeOfRow, routesInTree } from '#tests/support/routes.ts'
import { duringTests } from '#tests/support/shop.ts'

const shop = duringTests(startAccessShop)

// The sign-in library answers inside a running server alone: the browser tests go through its door.
// A row about a route that is gone is found by the unit test.
const tree = new Map(routesInTree().map((route) => [route.at, route]))
const routes = Object.entries(ACCESS_ROWS)
  .filter(([, { access }]) => access !== 'library')
  .flatMap(([at]) => {
    const route = tree.get(routeOfRow(at))

    return route ? [{ ...route, at }] : []
  })
const events = routes.filter(({ at, method }) => method !== 'GET' && !['signature', 'secret'].includes(routeAccess(at)))

function routeAccess(at: string) {
  return ACCESS_ROWS[at]?.access ?? 'library'
}

beforeEach(async () => {
  jar.clear()
  await db().setting.upsert({
    where: { key: 'staff.second_factor' },
    create: { key: 'staff.second_factor', value: 'required', updatedBy: 'test' },
    update: { value: 'required' },
  })
  await db().rateLimit.deleteMany()
})

async function answers(at: string): Promise<Record<string, string>> {
  const row = ACCESS_ROWS[at]
  const handler = await handlerAt(routeOfRow(at))
  const found: Record<string, string> = {}
  for (const actor of ACTORS) {
    const { sold } = await enterAs(actor, { at, otherId: shop.other.id })
    const { request, context } = requestOf(at, sold)
    const response = await handler(request, context)
    found[actor] = row ? answerOf(row, response.status) : 'no row'
    if (found[actor] !== expected(routeAccess(at), actor))
      found[actor] += ` ${response.status} ${await response.text()}`
  }

  return found
}

test('every route is served from the contract of its address', async () => {
  const served = await Promise.all([...new Set(routesInTree().map(({ file }) => file))].map(contractsOf))

  expect(
    served
      .flat()
      .map(({ at }) => at)
      .sort(),
  ).toEqual([...CONTRACTS.keys()].sort())
})

test.each(routes)('$at answers everybody as its contract says', async ({ at }) => {
  const wanted = Object.fromEntries(ACTORS.map((actor) => [actor, expected(routeAccess(at), actor)]))

  expect(await answers(at)).toEqual(wanted)
})

const FORM = 'application/x-www-form-urlencoded'
const FOREIGN: [string, Record<string, string | null>][] = [
  ['no origin', { origin: null }],
  ['a foreign origin', { origin: 'https://evil.example' }],
  ['the origin null', { origin: 'null' }],
  ['another site by the word of the browser', { 'sec-fetch-site': 'cross-site' }],
  ['plain text', { 'content-type': 'text/plain' }],
  ['a form', { 'content-type': FORM }],
  ['no type at all', { 'content-type': '' }],
]

// A report of the browser itself comes with neither.
test.each(events.filter(({ at }) => at !== 'POST /api/csp-report'))(
  '$at refuses a request of another site, whoever is signed in',
  async ({ at, address }) => {
    const handler = await handlerAt(routeOfRow(at))
    const access = routeAccess(at)
    const isBuyers = ['order', 'card', 'shared_card', 'share', 'payer'].includes(access)
    const actor =
      access === 'half' || access === 'customer' || access === 'half_customer'
        ? access
        : isBuyers
          ? 'guest_paid'
          : 'owner'
    const { sold } = await enterAs(actor, { at: 'GET', otherId: shop.other.id })

    const statuses: Record<string, number> = {}
    for (const [what, headers] of FOREIGN) {
      const { request, context } = requestOf(at, sold, headers)
      statuses[what] = (await handler(request, context)).status
    }

    expect(statuses).toEqual(
      Object.fromEntries(FOREIGN.map(([what, sent]) => [what, 'content-type' in sent ? 400 : 403])),
    )
    // What changes something has no GET of its own; where there is one, it has its own row.
    const readable = tree.has(`GET ${address}`)
    expect(readable).toBe(`GET ${address}` in ACCESS_ROWS)
  },
)

test('the sign-in library is not asked by another site either', async () => {
  const handler = await handlerAt('POST /api/auth/[...nextauth]')
  const url = `${ORIGIN}/api/auth/signout`

  for (const origin of [null, 'null', 'https://evil.example']) {
    const headers = { 'content-type': FORM, ...(origin ? { origin } : {}) }
    const response = await handler(new Request(url, { method: 'POST', headers, body: 'email=a' }), {
      params: Promise.resolve({ nextauth: ['signout'] }),
    })
    expect(response.status).toBe(403)
  }
})
