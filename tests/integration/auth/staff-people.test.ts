import { beforeAll, describe, expect, test } from 'vitest'
import { requestReset, resetPassword } from '#lib/auth/commands/access-links.ts'
import {
  acceptInvite,
  changeRole,
  disableStaff,
  enableStaff,
  inviteStaff,
  readInvite,
  removeStaffFactors,
  takeInviteBack,
} from '#lib/auth/commands/manage-staff.ts'
import { changePassword, endOwnOtherSessions, endOwnSession } from '#lib/auth/own-account.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { getOwnProfile, getStaffPage } from '#lib/auth/queries/admin-staff.ts'
import { addToken } from '#lib/auth/repository/links.ts'
import { findFactorRule } from '#lib/auth/repository/staff.ts'
import { findLivingSession } from '#lib/auth/repository/staff-sessions.ts'
import { staffCookieName } from '#lib/auth/staff-cookie.ts'
import type { StaffAccount } from '#lib/auth/staff-session.ts'
import { afterAnswersDone } from '#lib/core/commands/after-answer.ts'
import { env } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { listAuditRows } from '#lib/operations/queries/admin-audit.ts'
import { auditFilterSchema } from '#lib/operations/rules/admin-audit.ts'
import { exportFile } from '#tests/support/export-file.ts'
import { ownRequest } from '#tests/support/http-world.ts'
import { ownJar } from '#tests/support/request-context.ts'
import { handlerAt } from '#tests/support/routes.ts'
import { duringTests, PLACE, SESSION_SECRET, startShop } from '#tests/support/shop.ts'
import {
  addStaff,
  addStaffWithPassword,
  PASSWORD,
  PASSWORD_HASH,
  sessionOf,
  signInStaff,
  staffDuringTests,
} from '#tests/support/staff.ts'

duringTests(() => startShop({ SESSION_SECRET }))
let owner: StaffMember

beforeAll(async () => {
  owner = await addStaffWithPassword('owner')
})

async function signIn(person: StaffMember, password = PASSWORD): Promise<string> {
  const begun = await signInStaff({ ...PLACE, email: person.email, password })
  if (!begun) throw new Error('Nobody came in.')

  return begun.sessionId
}

const isLiving = async (sessionId: string) => (await findLivingSession(sessionId)) !== null
const accountOf = (staff: StaffMember, sessionId: string): StaffAccount => ({
  kind: 'account',
  staff,
  sessionId,
  factor: 'none',
  provenAt: new Date(),
})
const tokenOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

test('lets one bearer of an invitation join, as what they were invited to be', async () => {
  const { url, inviteId } = await inviteStaff(owner, { email: 'new@example.com', role: 'finance', locale: 'de' })
  const token = tokenOf(url)
  expect(await readInvite(token)).toEqual({ email: 'new@example.com', role: 'finance' })

  const tries = await Promise.allSettled(
    ['A', 'B', 'C'].map((name) => acceptInvite(token, { name, passwordHash: PASSWORD_HASH })),
  )

  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await db().staff.findMany({ where: { email: 'new@example.com' }, select: { role: true } })).toEqual([
    { role: 'finance' },
  ])
  expect(await db().outbox.findMany({ where: { kind: 'staff_invite' }, select: { payload: true } })).toEqual([
    { payload: { subject: inviteId, locale: 'de' } },
  ])
  await expect(inviteStaff(owner, { email: 'new@example.com', role: 'owner', locale: 'en' })).rejects.toMatchObject({
    code: 'conflict',
  })
})

test('lets nobody join by an invitation that was taken back, replaced or is over', async () => {
  const input = { email: 'late@example.com', role: 'support', locale: 'en' } as const
  const replaced = await inviteStaff(owner, input)
  const back = await inviteStaff(owner, input)
  await takeInviteBack(owner, back.inviteId)
  const over = await inviteStaff(owner, input)
  await db().staffInvite.update({ where: { id: over.inviteId }, data: { expiresAt: new Date() } })

  for (const { url } of [replaced, back, over]) {
    await expect(acceptInvite(tokenOf(url), { name: 'A', passwordHash: PASSWORD_HASH })).rejects.toMatchObject({
      code: 'gone',
    })
  }
  expect(await db().staff.count({ where: { email: input.email } })).toBe(0)
})

test('tells an invitation over whose inviter may invite nobody any more', async () => {
  const inviter = await addStaffWithPassword('owner')
  const invite = (by: StaffMember, email: string) => inviteStaff(by, { email, role: 'support', locale: 'en' })
  await invite(inviter, 'gone@example.com')
  await invite(owner, 'stays@example.com')
  await changeRole(owner, { staffId: inviter.staffId, role: 'manager' })

  const { invites } = await getStaffPage(owner)

  expect(invites.filter(({ isOver }) => !isOver).map(({ email }) => email)).toEqual(['stays@example.com'])
  expect(invites.find(({ email }) => email === 'gone@example.com')).toMatchObject({ isOver: true })
})

test.each([
  ['another role', (id: string) => changeRole(owner, { staffId: id, role: 'read_only' })],
  ['being shut out', (id: string) => disableStaff(owner, id)],
  ['losing the second factor', (id: string) => removeStaffFactors(owner, { staffId: id, reason: 'lost telephone' })],
])('ends every session at once on %s', async (_, change) => {
  const person = await addStaffWithPassword('manager')
  const sessions = [await signIn(person), await signIn(person)]

  await change(person.staffId)

  expect(await Promise.all(sessions.map(isLiving))).toEqual([false, false])
})

test('lets in again whoever was shut out by mistake, with a new sign-in', async () => {
  const person = await addStaffWithPassword('support')
  await disableStaff(owner, person.staffId)
  await expect(signIn(person)).rejects.toThrow()

  await enableStaff(owner, person.staffId)

  expect(await isLiving(await signIn(person))).toBe(true)
})

test('keeps one owner, also when two remove each other at the same moment', async () => {
  await expect(changeRole(owner, { staffId: owner.staffId, role: 'manager' })).rejects.toMatchObject({
    details: { reason: 'last_owner' },
  })
  await expect(disableStaff(owner, owner.staffId)).rejects.toMatchObject({ details: { reason: 'last_owner' } })

  const other = await addStaffWithPassword('owner')
  const tries = await Promise.allSettled([
    changeRole(owner, { staffId: other.staffId, role: 'manager' }),
    disableStaff(other, owner.staffId),
  ])

  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await db().staff.count({ where: { role: 'owner', disabledAt: null } })).toBe(1)
  await db().staff.update({ where: { id: owner.staffId }, data: { role: 'owner', disabledAt: null } })
  await db().staff.update({ where: { id: other.staffId }, data: { role: 'manager' } })
})

test('ends the other sessions at a new password, and goes on in this one under a new token', async () => {
  const person = await addStaffWithPassword('support')
  const [here, elsewhere] = [await signIn(person), await signIn(person)]
  const account = accountOf(person, here)

  const wrong = { current: 'not it', password: 'another wide harbour 8' }
  await expect(changePassword(account, wrong, PLACE)).rejects.toMatchObject({ details: { fields: ['current'] } })
  await expect(changePassword(account, { current: PASSWORD, password: 'password1' }, PLACE)).rejects.toMatchObject({
    details: { reason: 'common' },
  })
  const begun = await changePassword(account, { current: PASSWORD, password: 'another wide harbour 8' }, PLACE)

  expect(await Promise.all([here, elsewhere, begun.sessionId].map(isLiving))).toEqual([false, false, true])
  await expect(signIn(person)).rejects.toThrow()
})

test("ends one session of one's own, all others, and none of anybody else", async () => {
  const person = await addStaffWithPassword('support')
  const [here, second, third] = [await signIn(person), await signIn(person), await signIn(person)]
  const foreign = await signIn(owner)
  const account = accountOf(person, here)
  expect((await getOwnProfile(person, here)).sessions.map(({ isThis }) => isThis).filter(Boolean)).toEqual([true])

  await expect(endOwnSession(account, foreign)).rejects.toMatchObject({ code: 'not_found' })
  await endOwnSession(account, second)
  expect(await endOwnOtherSessions(account)).toBe(1)

  expect(await Promise.all([here, second, third, foreign].map(isLiving))).toEqual([true, false, false, true])
})

test('mails a link for a new password to staff alone, and takes it once', async () => {
  const person = await addStaffWithPassword('support')
  const session = await signIn(person)

  await requestReset({ email: ' Nobody@Example.com ', locale: 'en' })
  await requestReset({ email: person.email.toUpperCase(), locale: 'en' })
  await afterAnswersDone()
  const mails = await db().outbox.findMany({ where: { kind: 'staff_reset' }, select: { payload: true } })
  expect(mails).toEqual([{ payload: { subject: person.staffId, locale: 'en' } }])

  const [first, second] = [
    await addToken({ purpose: 'password_reset', subject: person.staffId, minutes: 30 }),
    await addToken({ purpose: 'password_reset', subject: person.staffId, minutes: 30 }),
  ]
  await resetPassword(first, await hashPassword('another wide harbour 8'))

  expect(await isLiving(session)).toBe(false)
  expect(await isLiving(await signIn(person, 'another wide harbour 8'))).toBe(true)
  for (const token of [first, second])
    await expect(resetPassword(token, PASSWORD_HASH)).rejects.toMatchObject({ code: 'gone' })
})

test('lists who works here without anything that opens a door', async () => {
  const page = await getStaffPage(owner)

  expect(page.people.length).toBeGreaterThan(5)
  expect(JSON.stringify(page)).not.toMatch(/argon2|passwordHash|tokenHash|sessionVersion/)
})

test('keeps the audit log from being changed or shortened, by whatever means', async () => {
  await expect(db().auditEvent.updateMany({ data: { reason: 'x' } })).rejects.toThrow(/append|refus|change/i)
  await expect(db().auditEvent.deleteMany()).rejects.toThrow(/append|refus|change/i)
  await expect(db().$executeRaw`UPDATE "AuditEvent" SET "actor" = 'nobody'`).rejects.toThrow()
})

const filter = (input: Record<string, string> = {}) => auditFilterSchema.parse(input)

test('shows the whole log to those who watch money and people, and to others their own acts', async () => {
  const support = await addStaffWithPassword('support')
  await signIn(support)

  const own = await listAuditRows(support, filter({ actor: owner.staffId }))
  const all = await listAuditRows(await addStaff('finance'), filter({ actor: owner.staffId }))

  expect(own.isOwnOnly).toBe(true)
  expect(own.rows.map(({ act, subject }) => [act, subject])).toEqual([['staff.signed_in', support.staffId]])
  expect(new Set(all.rows.map(({ actor }) => actor))).toEqual(new Set([owner.name]))
})

test('filters by act, object and day, and turns pages by key in both directions', async () => {
  const subject = 'ord_PAGED'
  const events = Array.from({ length: 120 }, () => ({ actor: `staff:${owner.staffId}`, act: 'order.noted', subject }))
  await db().auditEvent.createMany({ data: events })

  const first = await listAuditRows(owner, filter({ subject }))
  const second = await listAuditRows(owner, filter({ subject, after: first.older ?? '' }))
  const third = await listAuditRows(owner, filter({ subject, after: second.older ?? '' }))
  const again = await listAuditRows(owner, filter({ subject, before: third.newer ?? '' }))

  expect([first, second, third].map(({ rows }) => rows.length)).toEqual([50, 50, 20])
  expect([first.newer, third.older]).toEqual([null, null])
  expect(again.rows.map(({ id }) => id)).toEqual(second.rows.map(({ id }) => id))
  const today = new Date().toISOString().slice(0, 10)
  expect((await listAuditRows(owner, filter({ subject, from: today, to: today }))).rows).toHaveLength(50)
  expect((await listAuditRows(owner, filter({ subject, to: '2020-01-01' }))).rows).toEqual([])
  expect((await listAuditRows(owner, filter({ subject, act: 'staff.joined' }))).rows).toEqual([])
})

test('exports the log with nothing that a spreadsheet would run, and writes the export down', async () => {
  const subject = 'ord_FORMULA'
  await db().auditEvent.create({ data: { actor: 'anonymous', act: 'order.noted', subject, reason: '=HYPERLINK("x")' } })
  await expect(exportFile(await addStaff('manager'), 'audit')).rejects.toMatchObject({ code: 'forbidden' })

  const text = await exportFile(owner, 'audit', { subject })

  expect(text).toContain(`"'=HYPERLINK(""x"")"`)
  expect(text.trim().split('\r\n')).toHaveLength(2)
  const [event] = await db().auditEvent.findMany({ where: { act: 'audit.exported' }, orderBy: { id: 'desc' }, take: 1 })
  expect(event).toMatchObject({ actor: `staff:${owner.staffId}`, after: { subject } })
})

test('an invitation ends with the right of whoever gave it', async () => {
  const inviter = await addStaffWithPassword('owner')
  const { url } = await inviteStaff(inviter, { email: 'accomplice@example.com', role: 'owner', locale: 'en' })
  await disableStaff(owner, inviter.staffId)

  const join = acceptInvite(tokenOf(url), { name: 'A', passwordHash: PASSWORD_HASH })

  await expect(join).rejects.toMatchObject({ code: 'gone' })
  expect(await db().staff.count({ where: { email: 'accomplice@example.com' } })).toBe(0)
})

describe('at a screen that its owner has left open', () => {
  const mine = staffDuringTests('owner')

  const longAgo = () => new Date(Date.now() - 11 * 60_000)

  /** What the store answers an owner whose last proof is so old. */
  async function answerTo(provenAt: Date, act: { at: string; id?: string; body: object }): Promise<string> {
    const handle = await handlerAt(act.at)
    const [method = ''] = act.at.split(' ')
    const request = ownRequest({ method, body: act.body, headers: { origin: env.PUBLIC_URL } })
    const answer = await ownJar.run({ [staffCookieName()]: await sessionAt(provenAt) }, () =>
      handle(request, { params: Promise.resolve({ id: act.id ?? '' }) }),
    )
    const { error } = (await answer.json()) as { error?: { details?: { reason?: string } } }

    return error?.details?.reason ?? String(answer.status)
  }

  async function sessionAt(provenAt: Date): Promise<string> {
    const cookie = await sessionOf(mine.staffId)
    await db().staffSession.updateMany({ where: { staffId: mine.staffId }, data: { provenAt } })

    return cookie
  }

  test('nobody becomes an owner, and no rule of second factors changes, without the password once more', async () => {
    const { staffId: id } = await addStaff('support')
    const weighty = [
      { at: 'POST /api/admin/staff/invites', body: { email: 'thief@example.com', role: 'owner' } },
      { at: 'PATCH /api/admin/staff/[id]/role', id, body: { role: 'owner' } },
      { at: 'PATCH /api/admin/staff/[id]/state', id, body: { state: 'enabled' } },
      { at: 'POST /api/admin/staff/rules', body: { secondFactor: 'nobody', seen: await findFactorRule() } },
    ]

    for (const act of weighty) expect(await answerTo(longAgo(), act)).toBe('prove_again')
    expect(await db().staffInvite.count({ where: { email: 'thief@example.com' } })).toBe(0)
    for (const act of weighty) expect(await answerTo(new Date(), act)).toBe('200')
  })

  test('other roles are given, and people shut out, as before', async () => {
    const { staffId: id } = await addStaff('support')
    const actions = [
      { at: 'POST /api/admin/staff/invites', body: { email: 'colleague@example.com', role: 'manager' } },
      { at: 'PATCH /api/admin/staff/[id]/role', id, body: { role: 'finance' } },
      { at: 'PATCH /api/admin/staff/[id]/state', id, body: { state: 'disabled' } },
    ]

    for (const act of actions) expect(await answerTo(longAgo(), act)).toBe('200')
  })
})
