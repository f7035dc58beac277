import { beforeEach, describe, expect, test } from 'vitest'
import { addNewPasskey, passkeyToAdd } from '#lib/auth/add-factor.ts'
import { setUpOwner } from '#lib/auth/commands/manage-staff.ts'
import { proveCustomerAgain, setOwnPassword } from '#lib/auth/customer-sign-in.ts'
import { proveAgain } from '#lib/auth/factor-owner.ts'
import { forgetGuesses } from '#lib/auth/limits.ts'
import { authOptions } from '#lib/auth/next-auth.ts'
import { passkeyToProve } from '#lib/auth/passkey-proof.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { saveFactorRule } from '#lib/auth/repository/staff.ts'
import { addFirstOwnerLink, addOwnerLink } from '#lib/auth/repository/staff-invites.ts'
import { findLivingSession } from '#lib/auth/repository/staff-sessions.ts'
import { signOutStaff } from '#lib/auth/sign-in.ts'
import { signInByPassword, signInWithPasskey } from '#lib/auth/sign-in-ways.ts'
import { staffCookie, toTokenClaims } from '#lib/auth/staff-cookie.ts'
import type { StaffAccount } from '#lib/auth/staff-session.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { aroundStatements, refuse } from '#tests/support/model/statements.ts'
import { passkeyDevice } from '#tests/support/passkey-device.ts'
import { duringTests, PLACE, SESSION_SECRET, signedIn, startShop } from '#tests/support/shop.ts'
import { addStaffWithPassword, PASSWORD, PASSWORD_HASH, signInStaff } from '#tests/support/staff.ts'

describe('staff sign in', () => {
  const OWNER = { email: 'olga@example.com', name: 'Olga' }

  duringTests(() => startShop({ SESSION_SECRET }))

  beforeEach(async () => {
    await db().staff.deleteMany()
    await forgetGuesses('password', OWNER.email)
  })

  const owner = () => ({ ...OWNER, passwordHash: PASSWORD_HASH })
  const attempt = (password: string, email = OWNER.email) =>
    signInStaff({ email, password, address: '203.0.113.0/24', browser: 'Firefox, Linux' })
  const isLiving = async (begun: { sessionId: string } | null) =>
    begun !== null && (await findLivingSession(begun.sessionId)) !== null

  test('makes one owner from one link, whoever comes at the same time', async () => {
    const token = await addOwnerLink()

    const tries = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((name) => setUpOwner(token, { ...owner(), email: `${name}@example.com` })),
    )

    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await db().staff.findMany({ select: { role: true } })).toEqual([{ role: 'owner' }])
    expect(await db().oneTimeLink.count({ where: { usedAt: { not: null } } })).toBe(1)
  })

  test('makes one link for the first owner at the first start, and none at a later one', async () => {
    await db().oneTimeLink.deleteMany()

    const together = await Promise.all([addFirstOwnerLink(), addFirstOwnerLink(), addFirstOwnerLink()])
    const later = await addFirstOwnerLink(new Date(Date.now() + 7_200_000))

    expect(together.filter(Boolean)).toHaveLength(1)
    expect(later).toBeNull()
    await db().oneTimeLink.deleteMany()
    await db().staff.create({ data: { id: 'stf_first', role: 'owner', ...owner() } })
    expect(await addFirstOwnerLink()).toBeNull()
  })

  test.each([
    [
      'used',
      async () => {
        const token = await addOwnerLink()
        await setUpOwner(token, { ...owner(), email: 'first@example.com' })

        return token
      },
    ],
    ['expired', () => addOwnerLink(new Date(Date.now() - 3_601_000))],
    ['unknown', async () => 'x'.repeat(43)],
  ])('says that a link is %s, and makes nobody an owner', async (reason, make) => {
    const token = await make()

    await expect(setUpOwner(token, owner())).rejects.toMatchObject({ code: 'gone', details: { reason } })
    expect(await db().staff.count({ where: { email: OWNER.email } })).toBe(0)
  })

  test('gives an owner who forgot the password a new one, and ends the old sessions', async () => {
    const { staffId } = await setUpOwner(await addOwnerLink(), owner())
    const before = await attempt(PASSWORD)
    expect(await isLiving(before)).toBe(true)

    const again = await setUpOwner(await addOwnerLink(), {
      ...owner(),
      passwordHash: await hashPassword('another one 42x'),
    })

    expect(again.staffId).toBe(staffId)
    expect(await isLiving(before)).toBe(false)
    expect(await attempt(PASSWORD)).toBeNull()
    expect(await attempt('another one 42x')).not.toBeNull()
  })

  test('lets the right password in and writes it down with the network, not the address', async () => {
    const { staffId } = await setUpOwner(await addOwnerLink(), owner())

    const staff = await attempt(PASSWORD, ' Olga@Example.com ')

    expect(staff).toMatchObject({ staffId, isWhole: true })
    expect(await isLiving(staff)).toBe(true)
    const event = await db().auditEvent.findFirst({ where: { act: 'staff.signed_in' }, orderBy: { id: 'desc' } })
    expect(event).toMatchObject({ subject: staffId, address: '203.0.113.0/24' })
  })

  test('answers a wrong password, a stranger and a disabled person alike, and writes each down', async () => {
    const { staffId } = await setUpOwner(await addOwnerLink(), owner())
    const before = await db().auditEvent.count({ where: { act: 'staff.sign_in_failed' } })

    expect(await attempt('wrong password 1')).toBeNull()
    expect(await attempt(PASSWORD, 'nobody@example.com')).toBeNull()
    await db().staff.update({ where: { id: staffId }, data: { disabledAt: new Date() } })
    expect(await attempt(PASSWORD)).toBeNull()

    expect(await db().auditEvent.count({ where: { act: 'staff.sign_in_failed' } })).toBe(before + 3)
    expect(JSON.stringify(await db().auditEvent.findMany({ select: { subject: true, actor: true } }))).not.toContain(
      '@',
    )
  })

  test('ends the session in hand at signing out, and no other', async () => {
    const { staffId } = await setUpOwner(await addOwnerLink(), owner())
    const here = await attempt(PASSWORD)
    const elsewhere = await attempt(PASSWORD)

    await signOutStaff({ staffId, sessionId: here?.sessionId ?? '' })

    expect(await isLiving(here)).toBe(false)
    expect(await isLiving(elsewhere)).toBe(true)
    expect(await db().auditEvent.count({ where: { act: 'staff.signed_out', subject: staffId } })).toBe(1)
  })

  test('has one door: the library that keeps sessions takes no password', () => {
    expect(authOptions(() => undefined).providers).toEqual([])
  })

  test('tells a database that fails for a moment from a session that has ended, also at signing out', async () => {
    const { staffId } = await setUpOwner(await addOwnerLink(), owner())
    const begun = await attempt(PASSWORD)
    const failures: unknown[] = []
    const claims = { staffId, sessionId: begun?.sessionId ?? '', signedInAt: Date.now() }
    const options = authOptions((error) => failures.push(error))
    const token = toTokenClaims(claims)
    const renew = () => {
      const { jwt } = options.callbacks ?? {}

      return jwt?.({ token } as unknown as Parameters<typeof jwt>[0])
    }
    const leave = () => {
      const { signOut } = options.events ?? {}

      return signOut?.({ token } as unknown as Parameters<typeof signOut>[0])
    }

    const heal = aroundStatements((statement, run, client) =>
      statement.text.includes('"StaffSession"') ? refuse(client, '57014') : run(),
    )
    await expect(renew()).rejects.toThrow()
    await expect(leave()).rejects.toThrow()
    heal()
    expect(failures).toHaveLength(2)
    expect(await renew()).toMatchObject({ sid: claims.sessionId })

    await leave()
    await expect(renew()).rejects.toThrow('has ended')
    expect(failures).toHaveLength(2)
  })

  test('lets nobody live on a session whose cookie is older than twelve hours', async () => {
    await setUpOwner(await addOwnerLink(), owner())
    const begun = await attempt(PASSWORD)

    expect(await findLivingSession(begun?.sessionId ?? '', new Date(Date.now() + 12.1 * 3_600_000))).toBeNull()
  })
})

describe('session rotation', () => {
  const ORIGIN = 'http://localhost:3000'

  duringTests(() => startShop({ SESSION_SECRET, PUBLIC_URL: ORIGIN }))
  let staff: StaffMember

  beforeEach(async () => {
    await db().rateLimit.deleteMany()
    await db().setting.deleteMany()
    staff = await addStaffWithPassword('owner')
  })

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
    const former = await enter(await addStaffWithPassword('owner'))

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

    expect(
      await signInStaff({ ...PLACE, email: staff.email, password: 'x', cookies: await headerOf(former) }),
    ).toBeNull()
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
    const { sessionId } = former
    const inside: StaffAccount = { kind: 'account', staff, sessionId, factor: 'none', provenAt: new Date() }
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
})
