import { vi } from 'vitest'
import { addAccountSession, endAccountSessions } from '#lib/auth/repository/account-sessions.ts'
import { ensureAccount, proveAccount } from '#lib/auth/repository/accounts.ts'
import { saveTotp } from '#lib/auth/repository/factors.ts'
import { grantOrder } from '#lib/auth/repository/links.ts'
import { addSession } from '#lib/auth/repository/staff-sessions.ts'
import { encryptClaims } from '#lib/auth/staff-cookie.ts'
import { afterAnswersDone } from '#lib/core/commands/after-answer.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { encryptValue } from '#lib/core/repository/encrypted.ts'
import { PERMISSIONS, STAFF_ROLES, type StaffRole } from '#lib/core/rules/caller.ts'
import { placeOf } from '#lib/esims/repository/esims.ts'
import { addShare, addShareSession } from '#lib/esims/repository/shares.ts'
import { jar } from '#tests/support/request-context.ts'
import { ACCESS_ROWS, type AccessRow, type RouteAccess, routeOfRow } from '#tests/support/routes.ts'
import { SESSION_SECRET, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, sessionOf } from '#tests/support/staff.ts'

export const ORIGIN = 'http://localhost:3000'
/** The secret of an authenticator app. */
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'

/** Everybody who may come to an address. */
export const ACTORS = [
  'anonymous',
  'guest_link',
  'guest_paid',
  'other_guest',
  'share_link',
  'other_share_link',
  'customer',
  'other_customer',
  'ended_customer',
  'half_customer',
  ...STAFF_ROLES,
  'disabled',
  'ended_session',
  'half',
  'must_set_up',
] as const
export type Actor = (typeof ACTORS)[number]

const HOLDERS: readonly Actor[] = ['guest_link', 'guest_paid', 'customer']

/** How an address answers: served (also with a complaint about the request), refused by role, or as if nobody were there. */
export type Answer = 'served' | 'refused' | 'nobody' | 'failed'

/** What the matrix says about an actor at a door. */
export function expected(access: RouteAccess, actor: Actor): Answer {
  if (access === 'public') return 'served'
  if (access === 'signature' || access === 'secret') return 'nobody'
  if (access === 'shared_card' && actor === 'share_link') return 'served'
  if (access === 'order' || access === 'card' || access === 'shared_card' || access === 'share')
    return HOLDERS.includes(actor) ? 'served' : 'nobody'
  if (access === 'customer') return actor === 'customer' || actor === 'other_customer' ? 'served' : 'nobody'
  if (access === 'half_customer') return actor === 'half_customer' ? 'served' : 'nobody'
  if (access === 'payer') return actor === 'guest_paid' ? 'served' : 'nobody'
  if (access === 'half') return actor === 'half' || actor === 'must_set_up' ? 'served' : 'nobody'
  const role = STAFF_ROLES.find((known) => known === actor)
  if (!role) return access === 'enrolling' && actor === 'must_set_up' ? 'served' : 'nobody'
  if (access === 'staff' || access === 'enrolling' || access === 'library') return 'served'
  const allowed: readonly StaffRole[] = PERMISSIONS[access]

  return allowed.includes(role) ? 'served' : 'refused'
}

/** Reads an answer as the matrix speaks of it. */
export function answerOf(row: AccessRow, status: number): Answer {
  if (status === 401) return 'nobody'
  if (status === 403) return 'refused'
  // Somebody else's order does not exist; an unknown object of the store is only missing.
  if (status === 404 && ['order', 'card', 'shared_card', 'share', 'payer', 'secret'].includes(row.access))
    return 'nobody'
  if (row.access === 'signature') return status >= 400 && status !== 500 ? 'nobody' : 'failed'

  return status === 500 ? 'failed' : 'served'
}

/** Makes what an actor carries. */
async function cookiesOf(actor: Actor, orderId: string, otherId: string): Promise<Map<string, string>> {
  if (actor === 'anonymous') return new Map()
  if (actor === 'guest_link' || actor === 'guest_paid' || actor === 'other_guest') {
    const kind = actor === 'guest_paid' ? 'paid_here' : 'link'
    const wanted = actor === 'other_guest' ? otherId : orderId

    return new Map([['guest', await grantOrder({ orderId: wanted, kind, formerSessionId: null })]])
  }
  if (actor.includes('share_link')) {
    const wanted = actor === 'share_link' ? orderId : otherId

    return new Map([['share', await shareSessionOf(wanted)]])
  }
  if (actor.includes('customer')) return new Map([['account', await customerOf(actor, orderId, otherId)]])
  const role = STAFF_ROLES.find((known) => known === actor)
  const { staffId } = await addStaff(role ?? 'owner')
  if (actor === 'half' || actor === 'must_set_up') return new Map([['staff', await halfOf(staffId, actor)]])
  const token = await sessionOf(staffId)
  if (actor === 'disabled') await db().staff.update({ where: { id: staffId }, data: { disabledAt: new Date() } })
  if (actor === 'ended_session') await db().staff.update({ where: { id: staffId }, data: { sessionVersion: 2 } })

  return new Map([['staff', token]])
}

// The browser in which the PIN of the order's one eSIM was typed.
async function shareSessionOf(orderId: string): Promise<string> {
  const share = await db().esimShare.findFirstOrThrow({ where: { esim: { item: { orderId } }, endedAt: null } })

  return transaction((tx) => addShareSession(share.id, tx))
}

// The customer with the address of an order: theirs, or somebody else's.
async function customerOf(actor: Actor, orderId: string, otherId: string): Promise<string> {
  const wanted = actor === 'other_customer' ? otherId : orderId
  const { person } = await db().order.findUniqueOrThrow({ where: { id: wanted }, include: { person: true } })

  return transaction(async (tx) => {
    const { id } = await ensureAccount({ email: person.email, locale: 'en' }, tx)
    await proveAccount(id, tx)
    const factor = actor === 'half_customer' ? null : 'none'
    const token = await addAccountSession(id, { factor, proof: 'link', address: null, browser: null }, tx)
    if (actor === 'ended_customer') await endAccountSessions(id, tx)
    if (actor === 'half_customer') await saveTotp({ accountId: id }, { secret: SECRET, lastStep: 0 }, tx)

    return token
  })
}

type Carried = { sold: Sold; cookies: Map<string, string> }
const carried = new Map<Actor, Carried>()

/** A shop that sells and signs in, with an order of somebody else. */
export async function startAccessShop() {
  const shop = await startShop({
    SESSION_SECRET,
    PUBLIC_URL: ORIGIN,
    INTERNAL_SECRET: 'inner',
    TEST_PAYMENTS_URL: 'http://127.0.0.1:9',
    TEST_PAYMENTS_KEY: 'key_test',
    TEST_PAYMENTS_WEBHOOK_SECRET: 'a secret of the provider',
  })
  forgetActors()

  return {
    other: await sellOne(),
    close: async () => {
      await afterAnswersDone()
      await vi.waitUntil(async () => (await db().syncRun.count({ where: { state: 'running' } })) === 0, 60_000)
      await shop.close()
    },
  }
}

/** Forgets what actors carried, for another database. */
export function forgetActors(): void {
  carried.clear()
}

/**
 * An order that was sold, and what an actor carries who may or may not see it. Both are new where the address acts on them:
 * what one request did must not speak for the next.
 */
export async function actorAt(at: string, actor: Actor, otherId: string): Promise<Carried> {
  const known = carried.get(actor)
  const isGuest = ['guest', 'customer', 'share'].some((kind) => actor.includes(kind))
  const ownActions = isGuest ? /\/api\/(orders|esims|shares|account)\// : /\/api\/staff\//
  const isActing = !at.startsWith('GET ') && ownActions.test(at)
  if (known && !isActing) return known
  const sold = known && !isGuest ? known.sold : await sellOne()
  const made = { sold, cookies: await cookiesOf(actor, sold.id, otherId) }
  if (!isActing) carried.set(actor, made)

  return made
}

/** Lets an actor come to an address: from now on the cookies of this process are theirs. */
export async function enterAs(actor: Actor, { at, otherId }: { at: string; otherId: string }): Promise<Carried> {
  const carried = await actorAt(at, actor, otherId)
  jar.clear()
  for (const [name, value] of carried.cookies) jar.set(name, value)

  return carried
}

/** A session that waits for its second step. */
export async function halfOf(staffId: string, actor: 'half' | 'must_set_up'): Promise<string> {
  // Which of the two it is depends on what they have: without any factor the rule asks for one.
  if (actor === 'half') {
    await transaction((tx) => saveTotp({ staffId }, { secret: SECRET, lastStep: 0 }, tx))
  }
  const staff = { id: staffId, sessionVersion: 1 }
  const sessionId = await addSession({ staff, factor: null, address: null, browser: null })

  return encryptClaims({ staffId, sessionId, signedInAt: Date.now() })
}

/** Sells an order of one eSIM, which has been opened and given to somebody. */
export async function sellOne() {
  const sold = await addSoldOrder()
  const sealedCode = encryptValue('LPA:1$smdp.example$MATCHING-ID', placeOf(sold.esimId))
  await db().esim.update({ where: { id: sold.esimId }, data: { sealedCode, revealedAt: new Date() } })

  const given = { esimId: sold.esimId, pinHash: 'none', now: new Date() }
  const share = await transaction((tx) => addShare(given, tx))

  return { ...sold, shareId: share.id }
}

type Sold = Awaited<ReturnType<typeof sellOne>>
let sender = 0

/** The request of a row about a sold order; every one comes from an address of its own, so that no limit is met. */
export function requestOf(at: string, sold: Sold, headers: Record<string, string | null> = {}) {
  const row = ACCESS_ROWS[at]
  const [method = '', address = ''] = routeOfRow(at).split(' ')
  if (!row) throw new Error(`${at} has no row.`)
  const ids: Record<string, string> = { $order: sold.id, $item: sold.itemId, $esim: sold.esimId }
  sender += 1
  // An address of its own as well: tries for one and the same would have to wait.
  ids.$someone = `someone-${sender}@example.com`
  const all = {
    origin: ORIGIN,
    'content-type': 'application/json',
    'idempotency-key': crypto.randomUUID(),
    'x-forwarded-for': `198.51.${Math.floor(sender / 250)}.${sender % 250}`,
    ...headers,
  }
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null)
  const fill = (_: string, value: unknown) => (typeof value === 'string' ? (ids[value] ?? value) : value)
  const body = JSON.stringify(row.body ?? {}, fill)
  const url = new URL(`${ORIGIN}${address}`)
  for (const [name, value] of Object.entries(row.query ?? {})) url.searchParams.set(name, value)
  const request = new Request(url, { method, headers: sent, ...(method === 'GET' ? {} : { body }) })

  const params = { ...paramsOf(address, row, sold), ...row.params }

  return { request, context: { params: Promise.resolve(params) } }
}

// The parts of an address that stand in brackets: what was sold where it fits, nothing that exists elsewhere.
function paramsOf(address: string, row: AccessRow, sold: Sold): Record<string, string> {
  const ofEsim: RouteAccess[] = ['card', 'shared_card']
  const known: Record<string, string> = {
    id: ofEsim.includes(row.access) ? sold.esimId : row.access === 'share' ? sold.shareId : sold.id,
    itemId: sold.itemId,
    esimId: sold.esimId,
  }
  const names = [...address.matchAll(/\[(\w+)\]/g)].map(([, name = '']) => name)

  return Object.fromEntries(names.map((name) => [name, known[name] ?? 'none']))
}
