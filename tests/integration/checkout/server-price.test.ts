import { expect, test } from 'vitest'
import { PERMISSIONS } from '#lib/core/rules/caller.ts'
import { type Actor, actorAt, requestOf, startAccessShop } from '#tests/support/access-world.ts'
import { jar } from '#tests/support/request-context.ts'
import { ACCESS_ROWS, handlerAt, routeOfRow, routesInTree } from '#tests/support/routes.ts'
import { duringTests } from '#tests/support/shop.ts'

/** What a sale is worth, to whom it belongs and how far it is: the server's own to say. */
const OURS: Record<string, unknown> = { price: 1, amountMinor: 1, currency: 'JPY', cost: '0.01', state: 'DELIVERED' }

const shop = duringTests(startAccessShop)

const routeAccess = (at: string) => ACCESS_ROWS[at]?.access ?? 'library'
// Signed by others, asked by ourselves alone, or answered by the sign-in library.
const NOT_OURS = ['signature', 'secret', 'library']
const tree = new Map(routesInTree().map((route) => [route.at, route]))
const events = Object.keys(ACCESS_ROWS).flatMap((at) => {
  const route = tree.get(routeOfRow(at))
  // Permissions of staff have a test of their own.
  const isAction =
    route &&
    !(routeAccess(at) in PERMISSIONS) &&
    route.method !== 'GET' &&
    !NOT_OURS.includes(routeAccess(at)) &&
    at !== 'POST /api/csp-report'

  return isAction ? [{ ...route, at }] : []
})

function whoMay(at: string): Actor {
  const access = routeAccess(at)
  if (access === 'staff' || access === 'enrolling') return 'owner'
  if (access === 'customer' || access === 'half' || access === 'half_customer') return access

  return 'guest_paid'
}

/** A body with one more key, once in each object that it holds. */
function bodiesWith(body: unknown, key: string): { where: string; body: unknown }[] {
  if (Array.isArray(body)) {
    return body.flatMap((item, index) =>
      bodiesWith(item, key).map((inner) => ({
        where: `${index}.${inner.where}`,
        body: body.with(index, inner.body),
      })),
    )
  }
  if (typeof body !== 'object' || body === null) return []
  const inside = Object.entries(body).flatMap(([name, value]) =>
    bodiesWith(value, key).map((inner) => ({ where: `${name}.${inner.where}`, body: { ...body, [name]: inner.body } })),
  )

  return key in body ? inside : [{ where: '', body: { ...body, [key]: OURS[key] } }, ...inside]
}

// Whoever asks for an offer says in which currency; what it costs there, and whether it is sold there, the server says.
const ASKS_IN = [
  'POST /api/quotes',
  'POST /api/carts',
  'POST /api/esims/[id]/top-ups',
  'POST /api/sim-cards/[id]/quotes',
]

/** The keys that a route did not refuse as one it does not know, by where they stood. */
async function accepted({ at, method }: (typeof events)[number]): Promise<string[]> {
  const handler = await handlerAt(routeOfRow(at))
  const { sold, cookies } = await actorAt('GET', whoMay(at), shop.other.id)
  jar.clear()
  for (const [name, value] of cookies) jar.set(name, value)
  const known: string[] = []
  for (const key of Object.keys(OURS)) {
    const { request } = requestOf(at, sold)
    for (const { where, body } of bodiesWith(await request.json(), key)) {
      if (key === 'currency' && where === '' && ASKS_IN.includes(at)) continue
      const { request: plain, context } = requestOf(at, sold)
      const sent = new Request(plain.url, { method, headers: plain.headers, body: JSON.stringify(body) })
      const response = await handler(sent, context)
      const { error } = (await response.json()) as { error?: { details?: { fields?: string[] } } }
      const fields = error?.details?.fields ?? []
      // What is wrong is the key alone, by the object it stands in or one around it: the rest is what the route takes.
      const [field = ''] = fields
      const isTold = field === '(body)' || where.startsWith(`${field}.`)
      const isRefused = response.status === 400 && fields.length === 1 && isTold
      if (!isRefused) known.push(`${where}${key}: ${response.status} ${fields}`)
    }
  }

  return known
}

test('the list is generated: every act of the shop is on it', () => {
  expect(events.length).toBeGreaterThan(60)
  expect(events.map(({ at }) => at)).toContain('POST /api/orders')
})

test.each(events)('D14 $at refuses every word about price, money, state and owner', async (action) => {
  expect(await accepted(action)).toEqual([])
})
