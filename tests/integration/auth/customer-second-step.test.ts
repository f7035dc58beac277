import { beforeEach, expect, test } from 'vitest'
import { removeApp } from '#lib/auth/add-factor.ts'
import { endEverySession, liftFactors } from '#lib/auth/commands/customer-access.ts'
import type { SignedInCustomer } from '#lib/auth/customer-session.ts'
import { beginByPassword, passCustomerStep, setOwnPassword, signInByLink } from '#lib/auth/customer-sign-in.ts'
import { provePassword } from '#lib/auth/sign-in.ts'
import { db } from '#lib/core/repository/client.ts'
import { blockBuyer, joinCustomers } from '#lib/customers/commands/manage-customer.ts'
import { customerActions, findCustomers, getCustomer } from '#lib/customers/queries/admin-customers.ts'
import { getOwnFactors, getOwnSessions } from '#lib/customers/queries/own-account.ts'
import { accountEmail } from '#lib/customers/worker/account-email.ts'
import { ownRequest } from '#tests/support/http-world.ts'
import { jar } from '#tests/support/request-context.ts'
import { handlerAt } from '#tests/support/routes.ts'
import { codeAt, halfway, setUpApp } from '#tests/support/second-step.ts'
import {
  customerBehind,
  duringTests,
  linkFor,
  PLACE,
  SESSION_SECRET,
  signedIn,
  startShop,
} from '#tests/support/shop.ts'
import { addSoldOrder } from '#tests/support/sold-order.ts'
import { addStaff, PASSWORD, sessionOf, staffDuringTests } from '#tests/support/staff.ts'

const ORIGIN = 'http://localhost:3000'
const OTHER = 'a narrow green river 9'
const WHY = 'showed a passport in the shop'

duringTests(() => startShop({ SESSION_SECRET, PUBLIC_URL: ORIGIN, INTERNAL_SECRET: 'inner' }))
const manager = staffDuringTests('manager')
let counter = 0
let ana: SignedInCustomer

beforeEach(async () => {
  jar.clear()
  await db().rateLimit.deleteMany()
  counter += 1
  ana = await signedIn(`ana${counter}@example.com`)
})

const enters = async (email = ana.email) => customerBehind(await signInByLink(await linkFor(email), PLACE, null))

async function personOf(email: string): Promise<string> {
  const { id } = await addSoldOrder({ email })

  return (await db().order.findUniqueOrThrow({ where: { id } })).personId
}

test('staff lift the second step of a customer, whose sessions end and who is told by mail', async () => {
  await setUpApp(ana)
  await halfway(ana.email)
  const personId = await personOf(ana.email)
  const page = await getCustomer(manager, personId)
  expect(page?.factors).toEqual({ hasTotp: true, passkeys: 0, recoveryCodes: 10 })
  expect(page && customerActions(manager, page).lift).toBe(true)

  await liftFactors(manager, { personId, reason: WHY })

  expect(await getOwnFactors(ana)).toMatchObject({ hasTotp: false, passkeys: [], recoveryCodes: 0 })
  expect(await db().accountSession.count({ where: { accountId: ana.accountId, endedAt: null } })).toBe(0)
  expect((await enters()).kind).toBe('customer')
  const action = await db().auditEvent.findFirstOrThrow({
    where: { act: 'customer.factors_lifted', subject: personId },
  })
  expect(action).toMatchObject({ actor: `staff:${manager.staffId}`, role: 'manager', reason: WHY })
  const mails = await db().outbox.findMany({ where: { kind: 'account_changed' }, orderBy: { createdAt: 'desc' } })
  const message = await accountEmail('account_changed', mails[0]?.payload as Record<string, unknown>)
  expect(message).toMatchObject({ to: ana.email, contents: { change: 'factors_lifted' } })
})

test('a customer who never ordered is found by the account, and gets the second step lifted', async () => {
  await setUpApp(ana)
  const [row, ...more] = (await findCustomers(manager, ana.email.slice(0, -4).toUpperCase())) ?? []
  expect(more).toEqual([])
  expect(row).toMatchObject({ email: ana.email, orders: 0, esims: 0, revenue: [], lastAt: null, isBlocked: false })
  const personId = row?.personId ?? ''
  const page = await getCustomer(manager, personId)
  expect(page).toMatchObject({ email: ana.email, orders: [], addresses: [], factors: { hasTotp: true } })
  // What needs an order is not offered: there is none to join, to copy or to forget.
  expect(page && customerActions(manager, page)).toEqual({
    block: true,
    credit: false,
    merge: false,
    ask: false,
    hand: false,
    lift: true,
  })

  await liftFactors(manager, { personId, reason: WHY })

  expect((await enters()).kind).toBe('customer')
  const where = { act: 'customer.factors_lifted', subject: personId, reason: WHY }
  expect(await db().auditEvent.count({ where })).toBe(1)
})

test('an account is one customer with what was bought by its address, and none before the address is proven', async () => {
  await linkFor(`unproven-${ana.email}`)
  expect(await findCustomers(manager, 'unproven-')).toEqual([])

  const personId = await personOf(ana.email)

  expect((await findCustomers(manager, ana.email))?.map((row) => row.personId)).toEqual([personId])
  expect(await getCustomer(manager, ana.accountId)).toMatchObject({ personId, summary: { orders: 1 } })
})

test('an account without an order is masked by role as a customer is, blocked by its address, and never joined', async () => {
  const finance = await addStaff('finance')
  expect(await findCustomers(finance, ana.email)).toBeNull()
  expect(JSON.stringify(await getCustomer(finance, ana.accountId))).not.toContain(ana.email)

  await blockBuyer(manager, { personId: ana.accountId, reason: WHY })
  expect(await findCustomers(manager, ana.email)).toMatchObject([{ isBlocked: true }])
  const other = `buyer-${ana.email}`
  await personOf(other)
  const joined = joinCustomers(manager, { personId: ana.accountId, email: other, reason: WHY })
  await expect(joined).rejects.toMatchObject({ code: 'not_found' })
})

test('nobody lifts what is not there, or without the role for it', async () => {
  const personId = await personOf(ana.email)
  const none = { code: 'conflict', details: { reason: 'no_factor' } }
  await expect(liftFactors(manager, { personId, reason: WHY })).rejects.toMatchObject(none)
  await setUpApp(ana)

  for (const role of ['read_only', 'support', 'finance'] as const) {
    const staff = await addStaff(role)
    const page = await getCustomer(staff, personId)
    expect(page && customerActions(staff, page).lift).toBe(false)
    await expect(liftFactors(staff, { personId, reason: WHY })).rejects.toMatchObject({ code: 'forbidden' })
  }
  expect((await getOwnFactors(ana)).hasTotp).toBe(true)
})

test('an address that staff joined to a customer keeps its own second step', async () => {
  const personId = await personOf(ana.email)
  const other = await signedIn(`other-${ana.email}`)
  await personOf(other.email)
  await setUpApp(ana)
  await setUpApp(other)
  await joinCustomers(manager, { personId, email: other.email, reason: WHY })

  await liftFactors(manager, { personId, reason: WHY })

  expect((await getOwnFactors(other)).hasTotp).toBe(true)
  expect(await getOwnSessions(other)).toHaveLength(1)
})

test('lifting asks staff for a proof of the last ten minutes', async () => {
  const remove = await handlerAt('DELETE /api/admin/customers/[id]/factors')
  await setUpApp(ana)
  const personId = await personOf(ana.email)
  jar.set('staff', await sessionOf(manager.staffId))
  const where = { staffId: manager.staffId }
  const lift = async () => {
    const path = `/api/admin/customers/${personId}/factors` as const
    const request = ownRequest({ method: 'DELETE', headers: { origin: ORIGIN }, body: { reason: WHY }, path })

    return remove(request, { params: Promise.resolve({ id: personId }) })
  }

  await db().staffSession.updateMany({ where, data: { provenAt: new Date(Date.now() - 11 * 60_000) } })
  const stale = await lift()
  expect([stale.status, await stale.json()]).toMatchObject([403, { error: { details: { reason: 'prove_again' } } }])
  expect((await getOwnFactors(ana)).hasTotp).toBe(true)
  await db().staffSession.updateMany({ where, data: { provenAt: new Date() } })
  expect((await lift()).status).toBe(200)
})

test('a second step that is passed after the half session has ended opens nothing', async () => {
  const { secret } = await setUpApp(ana)
  const half = await halfway(ana.email)
  await endEverySession(ana)

  const late = passCustomerStep(half, codeAt(secret), PLACE)
  await expect(late).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(await getOwnSessions(ana)).toEqual([])
})

test('whoever stands at the second step when its last factor goes begins again at the door', async () => {
  await setUpApp(ana)
  jar.set('account', await signInByLink(await linkFor(ana.email), PLACE, null))
  const { currentHalfCustomer } = await import('#lib/auth/customer-session.ts')
  expect(await currentHalfCustomer()).toMatchObject({ accountId: ana.accountId })

  await removeApp(ana)

  expect(await currentHalfCustomer()).toBeNull()
})

test('a password that was changed while it was being tried signs nobody in', async () => {
  await setOwnPassword(ana, { current: '', password: PASSWORD })
  const proven = await provePassword({ email: ana.email, password: PASSWORD, address: '' })
  await setOwnPassword(ana, { current: PASSWORD, password: OTHER })

  expect(proven?.account && (await beginByPassword(proven.account, PLACE, null))).toBeNull()
  expect(await getOwnSessions(ana)).toHaveLength(1)
})

test('of two changes of a password at the same moment one is made, and the other is told', async () => {
  await setOwnPassword(ana, { current: '', password: PASSWORD })
  const input = (password: string) => setOwnPassword(ana, { current: PASSWORD, password })

  const made = await Promise.allSettled([input(OTHER), input('a third bright valley 3')])

  expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(made.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } })
})

test('two first factors at the same moment bring recovery codes once, and these work', async () => {
  const made = await Promise.all([setUpApp(ana), setUpApp(ana), setUpApp(ana)])
  const shown = made.filter(({ recoveryCodes }) => recoveryCodes.length > 0)

  expect(shown).toHaveLength(1)
  const [code = ''] = shown[0]?.recoveryCodes ?? []
  expect(await customerBehind(await passCustomerStep(await halfway(ana.email), code, PLACE))).toMatchObject({
    kind: 'customer',
  })
})
