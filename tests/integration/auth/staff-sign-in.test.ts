import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setUpOwner } from '#lib/auth/commands/manage-staff.ts'
import { forgetGuesses } from '#lib/auth/limits.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { addFirstOwnerLink, addOwnerLink } from '#lib/auth/repository/staff-invites.ts'
import { findLivingSession } from '#lib/auth/repository/staff-sessions.ts'
import { signInStaff, signOutStaff } from '#lib/auth/sign-in.ts'
import { db } from '#lib/core/repository/client.ts'
import { forgetCounters } from '#lib/core/repository/shared-counter.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'

const PASSWORD = 'a wide blue harbour 7'
const OWNER = { email: 'olga@example.com', name: 'Olga' }

let shop: Shop
let passwordHash: string

beforeAll(async () => {
  shop = await startShop()
  forgetCounters()
  passwordHash = await hashPassword(PASSWORD)
})

afterAll(async () => {
  forgetCounters()
  await shop.close()
})

beforeEach(async () => {
  await db().staff.deleteMany()
  await forgetGuesses('password', OWNER.email)
})

const owner = () => ({ ...OWNER, passwordHash })
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
  expect(JSON.stringify(await db().auditEvent.findMany({ select: { subject: true, actor: true } }))).not.toContain('@')
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

test('lets nobody live on a session whose cookie is older than twelve hours', async () => {
  await setUpOwner(await addOwnerLink(), owner())
  const begun = await attempt(PASSWORD)

  expect(await findLivingSession(begun?.sessionId ?? '', new Date(Date.now() + 12.1 * 3_600_000))).toBeNull()
})
