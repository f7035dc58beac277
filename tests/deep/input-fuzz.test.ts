import { randomInt, randomUUID } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgetEnvironment } from '#lib/core/env.ts'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { openWorld } from '#scripts/chaos/world.mjs'
import { ensureBuild } from '#scripts/store/build.mjs'
import { ROOT } from '#scripts/store/supervisor.mjs'
import { type Actor, actorAt, forgetActors, sellOne } from '#tests/support/access-world.ts'
import { ACTOR_OF, type Fuzzed, type RawRequest, type Sender, sampleRequests, sendRaw } from '#tests/support/fuzz.ts'

type Carried = { cookie: string; ids: Record<string, string> }
type Senders = Record<Sender, Carried>

/** New sessions of everybody who sends, and a sold order that the buyers among them hold. */
async function enterAll(): Promise<Senders> {
  forgetActors()
  // The destination of sold orders has an address of its own here: the catalogue has the usual one.
  const destination = {
    id: 1,
    slug: 'sold-by-hand',
    providerName: 'Japan',
    regionCode: '392',
    iso2: 'JP',
    shelf: 'asia',
  } as const
  await db().destination.createMany({ data: [destination], skipDuplicates: true })
  const other = await sellOne()
  const entries = Object.entries(ACTOR_OF) as [Sender, Actor][]
  const all: [Sender, Carried][] = []
  for (const [sender, actor] of entries) {
    const { sold, cookies } = await actorAt('GET', actor, other.id)
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const { id, itemId, esimId, shareId } = sold
    all.push([
      sender,
      {
        cookie,
        ids: { id, orderId: id, order: id, itemId, item: itemId, esimId, esim: esimId, shareId },
      },
    ])
  }

  return Object.fromEntries(all) as Senders
}

let sent = 0

/** The request as its sender sends it: with a session, from a network of its own, so that no limit ends it early. */
function dress({ request, sender, isPage }: Fuzzed, senders: Senders, origin: string): RawRequest {
  sent += 1
  const { cookie, ids } = senders[sender]
  const known: Record<string, string> = { ...ids, someone: `someone-${sent}@example.com` }
  // An eSIM has an address of its own kind; everything else that is called by an id is an order or is not there.
  if (/\/(esims|cards)\//.test(request.target)) known.id = ids.esimId ?? ''
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

const COUNT = Number(process.env.FUZZ_REQUESTS ?? 50_000)
const SEED = Number(process.env.FUZZ_SEED ?? 1)
const AT_ONCE = 8
/** Acts end sessions: everybody comes in anew after so many requests. */
const ROUND = 1_000

let world: Awaited<ReturnType<typeof openWorld>>

beforeAll(async () => {
  const say = () => undefined
  await ensureBuild({ root: ROOT, ...(process.env.NEXT_DIST_DIR ? { distDir: process.env.NEXT_DIST_DIR } : {}), say })
  world = await openWorld({
    drive: 'http',
    timeScale: 1,
    workers: 0,
    say,
    onDeath: say,
    isCuttable: false,
    settings: { LOG_LEVEL: 'error' },
  })
  Object.assign(process.env, world.direct)
  forgetEnvironment()
}, 1_200_000)

afterAll(async () => {
  await closeDatabase()
  await world.close()
})

/** Makes the provider know the eSIMs of the orders written by hand: it is no failure of an input that it does not. */
async function makeKnown(esimIds: string[]): Promise<void> {
  for (const [place, id] of esimIds.entries()) {
    const { iccid } = await world.upstream.post('card', { dpId: 11, place })
    await db().esim.updateMany({ where: { iccid }, data: { iccid: `89${randomInt(1e9)}${Date.now()}`.slice(0, 19) } })
    await db().esim.update({ where: { id }, data: { iccid } })
  }
}

test(`none of ${COUNT} requests with something wrong in them is answered by a failure of ours`, {
  timeout: 7_200_000,
}, async () => {
  const { port, origin } = new URL(world.url)
  const requests = sampleRequests(COUNT, SEED)
  const statuses = new Map<number, number>()
  const failures: string[] = []
  const startedAt = Date.now()
  const report = () => {
    const counted = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
    const total = [...statuses.values()].reduce((sum, times) => sum + times, 0)
    const seconds = Math.round((Date.now() - startedAt) / 1_000)

    return [`${total} requests in ${seconds} s, seed ${SEED}`, ...counted, `failures: ${failures.length}`, ...failures]
  }
  for (let from = 0; from < requests.length; from += ROUND) {
    const senders = await enterAll()
    await makeKnown(Object.values(senders).map(({ ids }) => ids.esimId ?? ''))
    const round = requests.slice(from, from + ROUND)
    const work = async () => {
      for (let one = round.shift(); one; one = round.shift()) {
        const { status, text, isTorn } = await sendRaw(Number(port), dress(one, senders, origin))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        // No answer at all is what a head that is no HTTP may get, and nothing else.
        if (status >= 500 || isTorn)
          failures.push(`${status}${isTorn ? ' torn' : ''} ${one.what} ${text.slice(0, 160)}`)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    if (process.env.FUZZ_REPORT) fs.writeFileSync(path.resolve(process.env.FUZZ_REPORT), `${report().join('\n')}\n`)
  }
  console.log(report().slice(0, 30).join('\n'))

  expect(requests).toHaveLength(COUNT)
  expect(failures).toEqual([])
  expect(statuses.get(200) ?? 0).toBeGreaterThan(COUNT / 50)
})
