import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountOrSignIn, staffOrSignIn, staffWith } from '#app/(private)/admin/staff.ts'
import { addApp, removeApp } from '#lib/auth/add-factor.ts'
import { setFactorRule } from '#lib/auth/commands/manage-staff.ts'
import { newApp, secondStepOf } from '#lib/auth/factors.ts'
import { getOwnProfile } from '#lib/auth/queries/admin-staff.ts'
import { findFactorRule } from '#lib/auth/repository/staff.ts'
import { findLivingSession } from '#lib/auth/repository/staff-sessions.ts'
import { PAGE_ACCESS } from '#lib/auth/rules/page-access.ts'
import { currentHalf, currentStaff, type StaffAccount } from '#lib/auth/staff-session.ts'
import { forgetEnvironment } from '#lib/core/env.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { PERMISSIONS, type Permission, STAFF_ROLES, type StaffMember, type StaffRole } from '#lib/core/rules/caller.ts'
import { storeSetting } from '#lib/settings/repository/settings.ts'
import { requestOf, sellOne } from '#tests/support/access-world.ts'
import { jar } from '#tests/support/request-context.ts'
import { ACCESS_ROWS, handlerAt, routeOfRow } from '#tests/support/routes.ts'
import { duringTests, PLACE, SESSION_SECRET, startShop } from '#tests/support/shop.ts'
import { addStaffWithPassword, beginSessionOf, PASSWORD, signInStaff } from '#tests/support/staff.ts'

describe('live set up', () => {
  /** Everything of the back office that a person comes to with a session of theirs, and no half one. */
  const ADMIN_ROUTES = Object.entries(ACCESS_ROWS)
    .filter(([, { access }]) => access === 'staff' || access in PERMISSIONS)
    .map(([at]) => at)
  const ADMIN_PAGES = Object.entries(PAGE_ACCESS).filter(([, access]) => access === 'staff' || access in PERMISSIONS)

  duringTests(() =>
    startShop({
      SESSION_SECRET,
      PUBLIC_URL: 'http://localhost:3000',
      INTERNAL_SECRET: 'inner',
    }),
  )
  let sold: Awaited<ReturnType<typeof sellOne>>

  beforeAll(async () => {
    sold = await sellOne()
    process.env.STORE_MODE = 'live'
    forgetEnvironment()
  })

  afterAll(async () => {
    process.env.STORE_MODE = 'trial'
    forgetEnvironment()
  })

  beforeEach(async () => {
    jar.clear()
    await db().rateLimit.deleteMany()
  })

  async function send(at: string, body?: unknown): Promise<Response> {
    const handler = await handlerAt(routeOfRow(at))
    const { request, context } = requestOf(at, sold)
    const asked = body === undefined ? request : new Request(request, { body: JSON.stringify(body) })
    const response = await handler(asked, context)
    const [name, value] = response.headers.get('set-cookie')?.split(';')[0]?.split('=') ?? []
    if (name === 'staff' && value) jar.set(name, value)

    return response
  }

  /** Signs somebody in by password alone, over the address of the form. */
  async function signIn(role: 'owner' | 'finance' | 'support') {
    const staff = await addStaffWithPassword(role)
    expect((await send('POST /api/sign-in', { email: staff.email, password: PASSWORD })).status).toBe(200)
  }

  /** Adds an authenticator app as the set-up page does. */
  async function setUp() {
    const begun = (await (await send('POST /api/staff/totp/begin', {})).json()) as {
      data: { secret: string; ticket: string }
    }
    const { secret, ticket } = begun.data
    expect((await send('POST /api/staff/totp', { ticket, code: generateSync({ secret }) })).status).toBe(200)
  }

  /** Where the guard of a page sends whoever asks, or `served`. */
  async function answerOfPage(address: string, access: string): Promise<string> {
    try {
      if (address === '/admin/profile') await accountOrSignIn(address)
      else if (access === 'staff') await staffOrSignIn(address)
      else await staffWith(access as Permission, address)

      return 'served'
    } catch (thrown) {
      return thrown instanceof Error ? thrown.message : String(thrown)
    }
  }

  const pages = () =>
    Promise.all(ADMIN_PAGES.map(async ([address, access]) => [address, await answerOfPage(address, access)]))

  async function routes(): Promise<[string, string][]> {
    const found: [string, string][] = []
    for (const at of ADMIN_ROUTES) {
      const before = jar.get('staff') ?? ''
      const response = await send(at)
      const code = response.status === 401 ? `401 ${(await response.json()).error.code}` : 'let in'
      found.push([at, code])
      jar.set('staff', before)
    }

    return found
  }

  test('there are pages and routes of the back office to ask for', () => {
    expect(ADMIN_PAGES.length).toBeGreaterThan(25)
    expect(ADMIN_ROUTES.length).toBeGreaterThan(60)
  })

  describe.each(['owner', 'finance'] as const)(
    'in a live store, somebody with the role %s and a password alone',
    (role) => {
      test('is sent from every page of the back office to the door, which shows the set-up of a second factor', async () => {
        await signIn(role)

        for (const [address, answer] of await pages()) {
          expect([address, answer]).toEqual([
            address,
            `redirect /sign-in?callbackUrl=${encodeURIComponent(address ?? '')}`,
          ])
        }
        expect((await currentHalf())?.step.kind).toBe('set_up')
        expect(await currentStaff()).toBeNull()
      })

      test('is let in by no route of the back office: each answers 401 with the same code', async () => {
        await signIn(role)

        for (const answer of await routes()) expect(answer).toEqual([answer[0], '401 unauthenticated'])
      })
    },
  )

  test('an owner who has set a factor up reaches every page and every route', async () => {
    await signIn('owner')
    await setUp()

    expect(new Set((await pages()).map(([, answer]) => answer))).toEqual(new Set(['served']))
    // Acts that end this very session come last; what an act then says about its request is not asked here.
    const ends = /sessions|password|totp|passkeys|recovery|staff\/\[id\]/
    const answers = (await routes()).filter(([at]) => !ends.test(at))
    expect(answers.filter(([, answer]) => answer !== 'let in')).toEqual([])
  })

  test('whoever has set a factor up is asked for it, not for another, at the next sign-in', async () => {
    const staff = await addStaffWithPassword('owner')
    await send('POST /api/sign-in', { email: staff.email, password: PASSWORD })
    await setUp()
    jar.clear()

    await send('POST /api/sign-in', { email: staff.email, password: PASSWORD })

    expect((await currentHalf())?.step.kind).toBe('prove')
    expect((await send('POST /api/staff/totp/begin', {})).status).toBe(401)
  })

  test('a role that needs no second factor comes in by the password', async () => {
    await signIn('support')

    expect((await currentStaff())?.role).toBe('support')
  })
})

describe('live second factor', () => {
  duringTests(() => startShop({ SESSION_SECRET }))

  afterAll(async () => {
    runAs('trial')
  })

  beforeEach(async () => {
    runAs('live')
    await db().setting.deleteMany()
  })

  function runAs(mode: 'live' | 'trial') {
    process.env.STORE_MODE = mode
    forgetEnvironment()
  }

  const enter = ({ email }: StaffMember) => signInStaff({ ...PLACE, email, password: PASSWORD })

  async function whoIsAsked(): Promise<StaffRole[]> {
    const asked: StaffRole[] = []
    for (const role of STAFF_ROLES) {
      if (!(await enter(await addStaffWithPassword(role)))?.isWhole) asked.push(role)
    }

    return asked.sort()
  }

  test('a live store lets owners and finance in by password alone only as far as the set-up of a second factor', async () => {
    expect(await whoIsAsked()).toEqual(['finance', 'owner'])
  })

  test('a trial store asks nobody, as it did', async () => {
    runAs('trial')

    expect(await whoIsAsked()).toEqual([])
  })

  test('what an earlier release stored without a warning does not switch it off', async () => {
    await transaction((tx) => storeSetting({ key: 'staff.second_factor', value: 'optional', setBy: 'test' }, tx))

    expect(await findFactorRule()).toBe('owners')
  })

  test('what nobody can read asks everybody', async () => {
    await transaction((tx) => storeSetting({ key: 'staff.second_factor', value: 'never', setBy: 'test' }, tx))

    expect(await findFactorRule()).toBe('required')
  })

  test('an owner relaxes it by name, and the audit log keeps who did, from what to what', async () => {
    const owner = await addStaffWithPassword('owner')

    await setFactorRule(owner, { rule: 'nobody', seen: 'owners' })

    expect(await whoIsAsked()).toEqual([])
    const row = await db().auditEvent.findFirstOrThrow({
      where: { act: 'staff.rules_changed' },
      orderBy: { id: 'desc' },
    })
    expect(row).toMatchObject({
      actor: `staff:${owner.staffId}`,
      before: { rule: 'owners' },
      after: { rule: 'nobody' },
    })
  })

  test('whoever sets a factor up at the door comes in with it, and cannot take the last one away', async () => {
    const owner = await addStaffWithPassword('owner')
    const begun = await enter(owner)
    const step = await secondStepOf({ id: owner.staffId, role: 'owner' })
    if (!begun || step.kind !== 'set_up') throw new Error('Nothing is set up at the door.')
    const app = newApp({ id: owner.staffId, email: owner.email, store: 'Landfall' })
    const half = { kind: 'half' as const, staff: owner, sessionId: begun.sessionId, step }

    const added = await addApp(half, { ticket: app.ticket, code: generateSync({ secret: app.secret }) }, PLACE)

    expect((await findLivingSession(added.begun?.sessionId ?? ''))?.factor).toBe('totp')
    const inside: StaffAccount = { kind: 'account', staff: owner, sessionId: 'x', factor: 'totp', provenAt: new Date() }
    await expect(removeApp(inside)).rejects.toMatchObject({ code: 'conflict', details: { reason: 'required' } })
    expect((await getOwnProfile(owner, 'x')).isFactorRequired).toBe(true)
  })

  test('a role that is not asked may take its factor away', async () => {
    const support = await addStaffWithPassword('support')
    const inside: StaffAccount = {
      kind: 'account',
      staff: support,
      sessionId: await beginSessionOf(support.staffId),
      factor: 'none',
      provenAt: new Date(),
    }
    const app = newApp({ id: support.staffId, email: support.email, store: 'Landfall' })
    await addApp(inside, { ticket: app.ticket, code: generateSync({ secret: app.secret }) }, PLACE)

    await removeApp(inside)

    expect((await getOwnProfile(support, 'x')).isFactorRequired).toBe(false)
  })
})
