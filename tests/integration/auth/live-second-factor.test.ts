import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addApp, removeApp } from '#lib/auth/add-factor.ts'
import { setFactorRule } from '#lib/auth/commands/manage-staff.ts'
import { newApp, secondStepOf } from '#lib/auth/factors.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { getOwnProfile } from '#lib/auth/queries/admin-staff.ts'
import { findFactorRule } from '#lib/auth/repository/staff.ts'
import { findLivingSession } from '#lib/auth/repository/staff-sessions.ts'
import { signInStaff } from '#lib/auth/sign-in.ts'
import type { StaffAccount } from '#lib/auth/staff-session.ts'
import { forgetEnvironment } from '#lib/core/env.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { forgetCounters } from '#lib/core/repository/shared-counter.ts'
import { STAFF_ROLES, type StaffMember, type StaffRole } from '#lib/core/rules/caller.ts'
import { storeSetting } from '#lib/settings/repository/settings.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

const PASSWORD = 'a wide blue harbour 7'
const PLACE = { address: '203.0.113.0/24', browser: 'Firefox, Linux' }

let shop: Shop
let passwordHash: string

beforeAll(async () => {
  shop = await startShop({ SESSION_SECRET: 'a session secret of a test, long enough' })
  forgetCounters()
  passwordHash = await hashPassword(PASSWORD)
})

afterAll(async () => {
  runAs('trial')
  forgetCounters()
  await shop.close()
})

beforeEach(async () => {
  runAs('live')
  await db().setting.deleteMany()
})

function runAs(mode: 'live' | 'trial') {
  process.env.STORE_MODE = mode
  forgetEnvironment()
}

async function person(role: StaffRole): Promise<StaffMember> {
  const staff = await addStaff(role)
  await db().staff.update({ where: { id: staff.staffId }, data: { passwordHash } })

  return staff
}

const enter = ({ email }: StaffMember) => signInStaff({ ...PLACE, email, password: PASSWORD })

async function whoIsAsked(): Promise<StaffRole[]> {
  const asked: StaffRole[] = []
  for (const role of STAFF_ROLES) {
    if (!(await enter(await person(role)))?.isWhole) asked.push(role)
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
  const owner = await person('owner')

  await setFactorRule(owner, { rule: 'nobody', seen: 'owners' })

  expect(await whoIsAsked()).toEqual([])
  const row = await db().auditEvent.findFirstOrThrow({ where: { act: 'staff.rules_changed' }, orderBy: { id: 'desc' } })
  expect(row).toMatchObject({ actor: `staff:${owner.staffId}`, before: { rule: 'owners' }, after: { rule: 'nobody' } })
})

test('whoever sets a factor up at the door comes in with it, and cannot take the last one away', async () => {
  const owner = await person('owner')
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
  const support = await person('support')
  const inside: StaffAccount = { kind: 'account', staff: support, sessionId: 'x', factor: 'none', provenAt: new Date() }
  const app = newApp({ id: support.staffId, email: support.email, store: 'Landfall' })
  await addApp(inside, { ticket: app.ticket, code: generateSync({ secret: app.secret }) }, PLACE)

  await removeApp(inside)

  expect((await getOwnProfile(support, 'x')).isFactorRequired).toBe(false)
})
