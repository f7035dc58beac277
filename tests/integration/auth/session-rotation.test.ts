import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addNewPasskey, passkeyToAdd } from '#lib/auth/add-factor.ts'
import { proveCustomerAgain, setOwnPassword } from '#lib/auth/customer-sign-in.ts'
import { passkeyToProve } from '#lib/auth/passkey-proof.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { proveAgain } from '#lib/auth/prove-again.ts'
import { saveFactorRule } from '#lib/auth/repository/staff.ts'
import { findLivingSession } from '#lib/auth/repository/staff-sessions.ts'
import { signInStaff } from '#lib/auth/sign-in.ts'
import { signInByPassword, signInWithPasskey } from '#lib/auth/sign-in-ways.ts'
import { staffCookie } from '#lib/auth/staff-cookie.ts'
import type { StaffAccount } from '#lib/auth/staff-session.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { forgetCounters } from '#lib/core/repository/shared-counter.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { PLACE, signedIn } from '#tests/support/customers.ts'
import { passkeyDevice } from '#tests/support/passkey-device.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

const PASSWORD = 'a wide blue harbour 7'
const ORIGIN = 'http://localhost:3000'

let shop: Shop
let passwordHash: string
let staff: StaffMember

beforeAll(async () => {
  shop = await startShop({ SESSION_SECRET: 'a session secret of a test, long enough', PUBLIC_URL: ORIGIN })
  forgetCounters()
  passwordHash = await hashPassword(PASSWORD)
})

afterAll(async () => {
  forgetCounters()
  await shop.close()
})

beforeEach(async () => {
  await db().rateLimit.deleteMany()
  await db().setting.deleteMany()
  staff = await person()
})

async function person(): Promise<StaffMember> {
  const added = await addStaff('owner')
  await db().staff.update({ where: { id: added.staffId }, data: { passwordHash } })

  return added
}

type Begun = { staffId: string; sessionId: string }

const isLiving = async ({ sessionId }: Begun) => (await findLivingSession(sessionId)) !== null
const headerOf = async (begun: Begun) => `lang=en; ${(await staffCookie(begun)).split(';')[0]}`

async function enter(who = staff, cookies?: string) {
  const begun = await signInStaff({ ...PLACE, email: who.email, password: PASSWORD, ...(cookies ? { cookies } : {}) })
  if (!begun) throw new Error('The password does not fit.')

  return begun
}

test('signing in again in a browser ends the session it held, and no other', async () => {
  const elsewhere = await enter()
  const former = await enter()

  const next = await enter(staff, await headerOf(former))

  expect(next.sessionId).not.toBe(former.sessionId)
  expect(await Promise.all([elsewhere, former, next].map(isLiving))).toEqual([true, false, true])
})

test('whoever signs in after somebody else in one browser leaves no session of theirs behind', async () => {
  const former = await enter(await person())

  const next = await enter(staff, await headerOf(former))

  expect(await Promise.all([former, next].map(isLiving))).toEqual([false, true])
})

test('a sign-in that awaits its second step ends the former session already', async () => {
  const former = await enter()
  await transaction((tx) => saveFactorRule({ rule: 'required', setBy: 'test' }, tx))

  const half = await enter(staff, await headerOf(former))

  expect(half.isWhole).toBe(false)
  expect(await isLiving(former)).toBe(false)
})

test('a wrong password ends nothing', async () => {
  const former = await enter()

  expect(await signInStaff({ ...PLACE, email: staff.email, password: 'x', cookies: await headerOf(former) })).toBeNull()
  expect(await isLiving(former)).toBe(true)
})

test('the one door for staff and customers ends the former session too', async () => {
  const former = await enter()
  const typed = { ...PLACE, email: staff.email, password: PASSWORD, cookies: await headerOf(former) }

  expect(await signInByPassword(typed, null)).toMatchObject({ kind: 'staff' })
  expect(await isLiving(former)).toBe(false)
})

test('a passkey ends the session that the browser held', async () => {
  const former = await enter()
  const device = passkeyDevice(ORIGIN)
  const inside: StaffAccount = { kind: 'account', staff, sessionId: 'x', factor: 'none', provenAt: new Date() }
  await addNewPasskey(inside, { response: device.make(await passkeyToAdd(inside)), name: 'Key' }, PLACE)

  const answer = device.sign(await passkeyToProve(null))
  const next = await signInWithPasskey(answer, { ...PLACE, cookies: await headerOf(former) })

  expect(next).toMatchObject({ kind: 'staff' })
  expect(await isLiving(former)).toBe(false)
})

test('proving the password again gives the session a new name, and its old end stays', async () => {
  const former = await enter()
  const before = await db().staffSession.findUniqueOrThrow({ where: { id: former.sessionId } })
  const account: StaffAccount = {
    kind: 'account',
    staff,
    sessionId: former.sessionId,
    factor: 'none',
    provenAt: new Date(0),
  }

  const next = await proveAgain(account, PASSWORD)

  expect(await Promise.all([former, next].map(isLiving))).toEqual([false, true])
  const after = await db().staffSession.findUniqueOrThrow({ where: { id: next.sessionId } })
  expect(after.createdAt).toEqual(before.createdAt)
  expect(after.provenAt.getTime()).toBeGreaterThanOrEqual(before.provenAt.getTime())
  // Two tabs at once: the second one has nothing left to prove.
  await expect(proveAgain(account, PASSWORD)).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a customer who proves the password again goes on under a new token', async () => {
  const ana = await signedIn('ana@example.com')
  await setOwnPassword(ana, { current: '', password: PASSWORD })
  const { tokenHash } = await db().accountSession.findUniqueOrThrow({ where: { id: ana.sessionId } })

  expect(await proveCustomerAgain(ana, PASSWORD)).toHaveLength(43)

  const after = await db().accountSession.findUniqueOrThrow({ where: { id: ana.sessionId } })
  expect(after.tokenHash).not.toBe(tokenHash)
})
