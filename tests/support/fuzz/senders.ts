import { randomUUID } from 'node:crypto'
import { db } from '#lib/core/repository/client.ts'
import { type Actor, actorAt, forgetActors, sellOne } from '#tests/support/access-world.ts'
import type { Fuzzed, Sender } from '#tests/support/fuzz/requests.ts'
import type { RawRequest } from '#tests/support/fuzz/send-raw.ts'

const ACTORS: Record<Sender, Actor> = {
  anonymous: 'anonymous',
  guest: 'guest_paid',
  customer: 'customer',
  half_customer: 'half_customer',
  half: 'half',
  owner: 'owner',
}

type Carried = { cookie: string; ids: Record<string, string> }
type Senders = Record<Sender, Carried>

/** New sessions of everybody who sends, and a sold order that the buyers among them hold. */
export async function enterAll(): Promise<Senders> {
  forgetActors()
  // The destination of sold orders has an address of its own here: the catalogue has the usual one.
  const destination = {
    id: 1,
    slug: 'sold-by-hand',
    upstreamName: 'Japan',
    regionCode: '392',
    iso2: 'JP',
    shelf: 'asia',
  } as const
  await db().sku.createMany({ data: [destination], skipDuplicates: true })
  const other = await sellOne()
  const entries = Object.entries(ACTORS) as [Sender, Actor][]
  const all: [Sender, Carried][] = []
  for (const [sender, actor] of entries) {
    const { sold, cookies } = await actorAt('GET', actor, other.id)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { id, lineId, cardId, shareId } = sold
    all.push([
      sender,
      {
        cookie,
        ids: { id, orderId: id, order: id, lineId, line: lineId, cardId, card: cardId, esimId: cardId, shareId },
      },
    ])
  }

  return Object.fromEntries(all) as Senders
}

let sent = 0

/** The request as its sender sends it: with a session, from a network of its own, so that no limit ends it early. */
export function dress({ request, sender, isPage }: Fuzzed, senders: Senders, origin: string): RawRequest {
  sent += 1
  const { cookie, ids } = senders[sender]
  const known: Record<string, string> = { ...ids, someone: `someone-${sent}@example.com` }
  // A card has an address of its own kind; everything else that is called by an id is an order or is not there.
  if (/\/(esims|cards)\//.test(request.target)) known.id = ids.cardId ?? ''
  if (/\/shares\//.test(request.target)) known.id = ids.shareId ?? ''
  const fill = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name) => known[name] ?? 'none')
  const own: Record<string, string> = {
    host: new URL(origin).host,
    'x-forwarded-for': `10.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`,
    ...(cookie ? { cookie } : {}),
    ...(isPage ? {} : { origin, 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
  }
  const given = request.headers.map(([name, value]): [string, string] =>
    // A wrong cookie comes beside the right ones.
    name === 'cookie' && cookie ? [name, `${value}; ${cookie}`] : [name, value],
  )
  const names = new Set(given.map(([name]) => name))
  const headers = [...Object.entries(own).filter(([name]) => !names.has(name)), ...given]

  return {
    method: request.method,
    target: fill(request.target),
    headers,
    body:
      request.body && request.body.length < 2_000
        ? Buffer.from(fill(request.body.toString('latin1')), 'latin1')
        : request.body,
  }
}
