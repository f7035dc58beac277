import { afterAll, beforeEach, expect, test } from 'vitest'
import { readSignInLink } from '#lib/auth/commands/access-links.ts'
import { endEverySession, endOneSession, signOutCustomer } from '#lib/auth/commands/customer-access.ts'
import { accountCookie } from '#lib/auth/customer-session.ts'
import { signInByLink } from '#lib/auth/customer-sign-in.ts'
import { findAccountSession } from '#lib/auth/repository/account-sessions.ts'
import { listOwnGrants } from '#lib/auth/repository/accounts.ts'
import { afterAnswersDone } from '#lib/core/commands/after-answer.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { copyOwnData, eraseCustomer, eraseOwnData } from '#lib/customers/commands/data-requests.ts'
import { refreshOwnEsims } from '#lib/customers/commands/own-account.ts'
import { getOwnEsims, getOwnOrders, getOwnSessions } from '#lib/customers/queries/own-account.ts'
import { findCustomer, joinAddresses } from '#lib/customers/repository/customers.ts'
import { byDeadline, groupOf } from '#lib/customers/rules/own-account.ts'
import { reapplyErasures } from '#lib/fulfilment/commands/recover-erasures.ts'
import { removeOldRows } from '#lib/operations/repository/retention.ts'
import { ownRequest } from '#tests/support/http-world.ts'
import { handlerAt } from '#tests/support/routes.ts'
import { duringTests, linkFor, PLACE, signedIn, startShop } from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'

const DAY_MS = 86_400_000

duringTests(() => startShop({ PUBLIC_URL: 'http://shop.test', INTERNAL_SECRET: 'inner' }))

beforeEach(async () => {
  await db().rateLimit.deleteMany()
})

afterAll(() => afterAnswersDone())

const customerOf = signedIn

test('a proven address holds exactly the orders that were made with it', async () => {
  const first = await addSoldOrder({ email: 'ana@example.com' })
  const second = await addSoldOrder({ email: 'ana@example.com' })
  await addSoldOrder({ email: 'ana@example.org' })

  const ana = await customerOf('ana@example.com')
  const nobody = await customerOf('new@example.com')

  const owned = (await getOwnOrders(ana)).map(({ id }) => id)
  expect(owned.sort()).toEqual([first.id, second.id].sort())
  expect((await getOwnEsims(ana, new Date())).map(({ id }) => id).sort()).toEqual([first.esimId, second.esimId].sort())
  expect((await listOwnGrants('ana@example.com')).map(({ orderId }) => orderId).sort()).toEqual(owned)
  expect(await getOwnOrders(nobody)).toEqual([])
  expect(await listOwnGrants('')).toEqual([])
})

test('orders that strangers begin with an address and never pay push none of its own out of the account', async () => {
  const email = 'pushed@example.com'
  const own = await addSoldOrder({ email })
  await db().person.create({ data: { id: 'per_pushed', email } })
  const consent = {}
  const rest = {
    scope: 'quote:x',
    fingerprint: 'f',
    locale: 'en',
    currency: 'USD',
    totalMinor: 1,
    mode: 'trial',
    consent,
  }
  await db().order.createMany({
    data: Array.from({ length: 600 }, (_, n) => ({
      ...{ id: `ord_pushed${n}`, number: `LF-PUSH-${n}`, personId: 'per_pushed', idempotencyKey: `pushed ${n}` },
      ...{ createdAt: new Date('2030-01-01T00:00:00Z'), ...rest },
    })),
  })
  const customer = await customerOf(email)

  expect((await listOwnGrants(email)).map(({ orderId }) => orderId)).toContain(own.id)
  expect((await getOwnOrders(customer)).map(({ id }) => id)).toContain(own.id)
  await db().order.deleteMany({ where: { personId: 'per_pushed' } })
})

test('an order follows its address: corrected to another one, it leaves the account', async () => {
  const order = await addSoldOrder({ email: 'moved@example.com' })
  const customer = await customerOf('moved@example.com')
  const { personId } = await db().order.findUniqueOrThrow({ where: { id: order.id } })

  await db().person.update({ where: { id: personId }, data: { email: 'right@example.com' } })

  expect(await getOwnOrders(customer)).toEqual([])
})

test('a link signs in once, whoever looks at it before', async () => {
  const token = await linkFor('once@example.com')
  expect(await readSignInLink(token)).toBe('once@example.com')
  expect(await readSignInLink(token)).toBe('once@example.com')

  const tries = await Promise.allSettled([1, 2, 3].map(() => signInByLink(token, PLACE, null)))

  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await readSignInLink(token)).toBeNull()
  await expect(signInByLink(token, PLACE, null)).rejects.toMatchObject({ code: 'gone' })
})

test('asking for a link answers alike for a known and an unknown address, and the known ones get a mail', async () => {
  const post = await handlerAt('POST /api/account/link')
  await customerOf('known@example.com')
  await addSoldOrder({ email: 'buyer@example.com' })
  const before = await db().outbox.count({ where: { kind: 'account_link' } })

  const answers = []
  for (const email of ['known@example.com', 'buyer@example.com', 'stranger@example.com']) {
    const response = await post(ownRequest({ body: { email }, path: '/api/account/link' }), {
      params: Promise.resolve({}),
    })
    answers.push([response.status, await response.text(), response.headers.get('set-cookie')])
  }
  await afterAnswersDone()

  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]).toEqual([200, '{"data":{}}', null])
  expect(await db().outbox.count({ where: { kind: 'account_link' } })).toBe(before + 2)
})

test('an address is mailed five links an hour, known or not', async () => {
  const post = await handlerAt('POST /api/account/link')
  const statuses = []
  for (let n = 0; n < 6; n += 1) {
    const headers = { 'x-forwarded-for': `192.0.2.${n}` }
    const request = ownRequest({ headers, body: { email: 'flooded@example.com' }, path: '/api/account/link' })
    statuses.push((await post(request, { params: Promise.resolve({}) })).status)
  }

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('neither queue, record nor session row holds what signs in', async () => {
  const token = await signInByLink(await linkFor('quiet@example.com'), PLACE, null)
  const rows = [await db().outbox.findMany(), await db().auditEvent.findMany(), await db().accountSession.findMany()]
  const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value))

  expect(text).not.toContain(token)
  expect(text).not.toContain('quiet@example.com')
  expect(accountCookie(token)).toMatch(/^account=.+; Path=\/; Max-Age=2592000; SameSite=Lax; HttpOnly$/)
})

test('signing in ends the session that the browser had, whoever it was', async () => {
  const former = await customerOf('one@example.com')
  await signInByLink(await linkFor('two@example.com'), PLACE, former)

  expect(await getOwnSessions(former)).toEqual([])
})

test('a session ends by itself after 30 days, and after 7 without a visit', async () => {
  const token = await signInByLink(await linkFor('idle@example.com'), PLACE, null)
  const now = Date.now()

  expect(await findAccountSession(token, new Date(now + 6 * DAY_MS))).not.toBeNull()
  expect(await findAccountSession(token, new Date(now + 12 * DAY_MS))).not.toBeNull()
  expect(await findAccountSession(token, new Date(now + 20 * DAY_MS))).toBeNull()
  await db().accountSession.updateMany({ data: { lastSeenAt: new Date(now + 30 * DAY_MS) } })
  expect(await findAccountSession(token, new Date(now + 31 * DAY_MS))).toBeNull()
})

test('signing out ends one session, everywhere ends all of the customer and of nobody else', async () => {
  const here = await customerOf('many@example.com')
  const there = await customerOf('many@example.com')
  const last = await customerOf('many@example.com')
  const other = await customerOf('bystander@example.com')
  const living = async () => (await getOwnSessions(last)).map(({ id }) => id).sort()

  await expect(endOneSession(other, here.sessionId)).rejects.toMatchObject({ code: 'not_found' })
  await signOutCustomer(here)
  expect(await living()).toEqual([there.sessionId, last.sessionId].sort())

  await endEverySession(last)
  expect(await living()).toEqual([])
  expect(await getOwnSessions(other)).toHaveLength(1)
})

test('an erased customer is signed out with the next request', async () => {
  const order = await addSoldOrder({ email: 'gone@example.com' })
  const token = await signInByLink(await linkFor('gone@example.com'), PLACE, null)
  const { personId } = await db().order.findUniqueOrThrow({ where: { id: order.id } })
  const customer = await findCustomer(personId)
  if (!customer) throw new Error('Nobody to erase.')

  await eraseCustomer(customer)

  expect(await findAccountSession(token)).toBeNull()
  expect(await db().account.count({ where: { email: 'gone@example.com' } })).toBe(0)
})

test('an address that was typed and never proven is forgotten, a proven one stays', async () => {
  await linkFor('typed@example.com')
  await customerOf('stays@example.com')
  await db().account.updateMany({ data: { createdAt: new Date(Date.now() - 2 * DAY_MS) } })

  await removeOldRows({ isDryRun: false })

  const left = await db().account.findMany({ where: { email: { in: ['typed@example.com', 'stays@example.com'] } } })
  expect(left.map(({ email }) => email)).toEqual(['stays@example.com'])
})

test('all cards are asked about in one call, once in five minutes', async () => {
  const email = 'asks@example.com'
  await addSoldOrder({ email })
  await addSoldOrder({ email })
  const customer = await customerOf(email)
  const calls = async () => db().callLog.count({ where: { endpoint: 'listCards' } })
  const before = await calls()

  const first = await refreshOwnEsims(customer)
  const again = await refreshOwnEsims(customer)

  expect([first.outcome, again.outcome]).toEqual(['no_answer', 'too_soon'])
  expect((await calls()) - before).toBe(1)
})

test('an eSIM is to install until its last minute, then in use or ended, what ends first at the top', async () => {
  const now = new Date()
  const later = new Date(now.getTime() + DAY_MS)
  const facts = { wentBack: false, hasBegun: false, installBy: later, endsAt: null, expiresAt: null, now }

  expect(groupOf(facts)).toBe('to_install')
  expect(groupOf({ ...facts, installBy: now })).toBe('ended')
  expect(groupOf({ ...facts, hasBegun: true, installBy: now })).toBe('in_use')
  expect(groupOf({ ...facts, hasBegun: true, endsAt: now })).toBe('ended')
  expect(groupOf({ ...facts, wentBack: true })).toBe('ended')
  const esim = (await getOwnEsims({ accountId: '', sessionId: '', email: 'asks@example.com' }, now))[0]
  if (!esim) throw new Error('There is no eSIM.')
  const soon = { ...esim, group: 'to_install', installBy: now } as const
  expect([{ ...soon, installBy: null }, { ...soon, installBy: later }, soon].sort(byDeadline)[0]).toBe(soon)
})

test('usage in the list says when it was reported, and takes the amount of a day pass for no total', async () => {
  const now = new Date()
  const email = 'uses@example.com'
  const { esimId } = await addSoldOrder({ email })
  const customer = await customerOf(email)
  const { orderNum } = await db().esim.findUniqueOrThrow({ where: { id: esimId }, select: { orderNum: true } })
  const readAt = new Date(now.getTime() - DAY_MS)
  const facts = { source: 'order', usedForm: 'number', usedMb: 1_500, totalMb: 1_024, firstReadAt: readAt, readAt }
  const begun = { beginsAt: readAt, endsAt: new Date(now.getTime() + DAY_MS) }
  await db().usageReading.create({ data: { esimId, orderNum, isDayPass: true, ...facts, ...begun } })

  expect(await getOwnEsims(customer, now)).toMatchObject([
    { group: 'in_use', usedMb: 1_500, totalMb: 1_024, isPerDay: true, usedAt: readAt, isUsageOld: true },
  ])
})

test('the copy holds what belongs to the proven address, without what staff joined to it and without codes', async () => {
  const own = await addSoldOrder({ email: 'copy@example.com', number: 'LF-COPY-OWN1' })
  const joined = await addSoldOrder({ email: 'joined@example.com', number: 'LF-COPY-OTHR' })
  const [one, other] = await Promise.all(
    [own, joined].map(async ({ id }) => {
      const { personId } = await db().order.findUniqueOrThrow({ where: { id } })

      return findCustomer(personId)
    }),
  )
  if (!one || !other) throw new Error('There is nobody to join.')
  await transaction((tx) => joinAddresses([one, other], { by: 'test', reason: 'same person' }, tx))

  const text = JSON.stringify(await copyOwnData(await customerOf('copy@example.com')))

  expect(text).toContain('LF-COPY-OWN1')
  expect(text).not.toContain('LF-COPY-OTHR')
  expect(text).not.toContain('SECRET-CODE')
})

test('a customer who deletes everything is forgotten and signed out; the sale stays without a name', async () => {
  const order = await addSoldOrder({ email: 'leaves@example.com' })
  const token = await signInByLink(await linkFor('leaves@example.com'), PLACE, null)
  const customer = await customerOf('leaves@example.com')
  await expect(eraseOwnData(customer, 'other@example.com')).rejects.toMatchObject({ code: 'bad_input' })

  await eraseOwnData(customer, ' Leaves@example.com ')

  expect(await findAccountSession(token)).toBeNull()
  expect(await db().person.count({ where: { email: 'leaves@example.com' } })).toBe(0)
  expect(await db().account.count({ where: { email: 'leaves@example.com' } })).toBe(0)
  expect(await db().payment.count({ where: { orderId: order.id } })).toBe(1)
})

test('an account without orders is deleted as well, and a backup from before does not bring it back', async () => {
  const customer = await customerOf('empty@example.com')
  const kept = await db().account.findUniqueOrThrow({ where: { id: customer.accountId } })

  await eraseOwnData(customer, 'empty@example.com')
  expect(await db().account.count({ where: { email: 'empty@example.com' } })).toBe(0)

  await db().account.create({ data: kept })
  await db().$executeRaw`TRUNCATE "Erasure"`
  await reapplyErasures()
  expect(await db().account.count({ where: { email: 'empty@example.com' } })).toBe(0)
})

test('nothing is deleted while an order is under way', async () => {
  await addSoldOrder({ email: 'waits@example.com', state: 'PLACING' })
  const customer = await customerOf('waits@example.com')

  await expect(eraseOwnData(customer, 'waits@example.com')).rejects.toMatchObject({ code: 'conflict' })
  expect(await getOwnSessions(customer)).toHaveLength(1)
})

test('a copy and a deletion ask for a proof of the last ten minutes, as changes to the sign-in do', async () => {
  const fresh = await customerOf('old@example.com')
  const old = { ...fresh, provenAt: new Date(Date.now() - 11 * 60_000) }
  const refusal = { code: 'forbidden', details: { reason: 'prove_again' } }

  await expect(copyOwnData(old)).rejects.toMatchObject(refusal)
  await expect(eraseOwnData(old, 'old@example.com')).rejects.toMatchObject(refusal)
})
