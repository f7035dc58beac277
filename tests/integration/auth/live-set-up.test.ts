import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountOrSignIn, staffOrSignIn, staffWith } from '#app/(private)/admin/staff.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { PAGE_ACCESS } from '#lib/auth/rules/page-access.ts'
import { currentHalf, currentStaff } from '#lib/auth/staff-session.ts'
import { forgetEnvironment } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import { forgetCounters } from '#lib/core/repository/shared-counter.ts'
import { PERMISSIONS, type Permission } from '#lib/core/rules/caller.ts'
import { ACCESS_ROWS, routeOfRow } from '#tests/support/access-rows.ts'
import { requestOf, sellOne } from '#tests/support/access-world.ts'
import { jar } from '#tests/support/request-context.ts'
import { handlerAt } from '#tests/support/route-tree.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

const PASSWORD = 'a wide blue harbour 7'

/** Everything of the back office that a person comes to with a session of theirs, and no half one. */
const ADMIN_ROUTES = Object.entries(ACCESS_ROWS)
  .filter(([, { access }]) => access === 'staff' || access in PERMISSIONS)
  .map(([at]) => at)
const ADMIN_PAGES = Object.entries(PAGE_ACCESS).filter(([, access]) => access === 'staff' || access in PERMISSIONS)

let shop: Shop
let sold: Awaited<ReturnType<typeof sellOne>>
let passwordHash: string

beforeAll(async () => {
  shop = await startShop({
    SESSION_SECRET: 'a session secret of a test, long enough',
    PUBLIC_URL: 'http://localhost:3000',
    INTERNAL_SECRET: 'inner',
  })
  forgetCounters()
  sold = await sellOne()
  passwordHash = await hashPassword(PASSWORD)
  process.env.STORE_MODE = 'live'
  forgetEnvironment()
})

afterAll(async () => {
  process.env.STORE_MODE = 'trial'
  forgetEnvironment()
  forgetCounters()
  await shop.close()
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
  const staff = await addStaff(role)
  await db().staff.update({ where: { id: staff.staffId }, data: { passwordHash } })
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
  const staff = await addStaff('owner')
  await db().staff.update({ where: { id: staff.staffId }, data: { passwordHash } })
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
