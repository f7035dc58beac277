import { beforeEach, describe, expect, test } from 'vitest'
import { addApp, addNewPasskey, passkeyToAdd, removeApp, removePasskey } from '#lib/auth/add-factor.ts'
import { setFactorRule } from '#lib/auth/commands/manage-staff.ts'
import type { HalfCustomer, SignedInCustomer } from '#lib/auth/customer-session.ts'
import { passCustomerStep, passCustomerStepByPasskey, signInByLink } from '#lib/auth/customer-sign-in.ts'
import { newApp, secondStepOf } from '#lib/auth/factors.ts'
import { passkeyToProve } from '#lib/auth/passkey-proof.ts'
import { deleteFactors, findFactors, findTotpSecret, lockHolder } from '#lib/auth/repository/factors.ts'
import { endSessions, findFactorRule } from '#lib/auth/repository/staff.ts'
import { findLivingSession } from '#lib/auth/repository/staff-sessions.ts'
import type { FactorHolder } from '#lib/auth/rules/factors.ts'
import { passSecondStep, passWithPasskey } from '#lib/auth/second-step.ts'
import { signInWithPasskey } from '#lib/auth/sign-in-ways.ts'
import type { HalfStaff, StaffAccount } from '#lib/auth/staff-session.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { passkeyDevice } from '#tests/support/passkey-device.ts'
import { eventually } from '#tests/support/patience.ts'
import { codeAt } from '#tests/support/second-step.ts'
import {
  customerBehind,
  duringTests,
  linkFor,
  PLACE,
  SESSION_SECRET,
  signedIn,
  startShop,
} from '#tests/support/shop.ts'
import { addStaff, addStaffWithPassword, beginSessionOf, PASSWORD, signInStaff } from '#tests/support/staff.ts'

const ORIGIN = 'http://localhost:3000'

duringTests(() => startShop({ SESSION_SECRET, PUBLIC_URL: ORIGIN }))

describe('staff factors', () => {
  let staff: StaffMember
  let session: string

  beforeEach(async () => {
    await db().setting.deleteMany()
    staff = await addStaffWithPassword('owner')
    session = await beginSessionOf(staff.staffId)
  })

  async function atTheSecondStep(): Promise<HalfStaff> {
    const begun = await signInStaff({ ...PLACE, email: staff.email, password: PASSWORD })
    const step = await secondStepOf({ id: staff.staffId, role: staff.role })
    if (!begun || begun.isWhole || step.kind === 'none') throw new Error('There is no second step.')

    return { kind: 'half', staff, sessionId: begun.sessionId, step }
  }

  const inside = (provenAt = new Date()): StaffAccount => ({
    kind: 'account',
    staff,
    sessionId: session,
    factor: 'none',
    provenAt,
  })

  async function setUpApp(caller: HalfStaff | StaffAccount = inside()) {
    const app = newApp({ id: staff.staffId, email: staff.email, store: 'Landfall' })
    // The code before this one: the one of now is left for the sign-in that follows.
    const added = await addApp(caller, { ticket: app.ticket, code: codeAt(app.secret, -30) }, PLACE)

    return { ...app, ...added }
  }

  test('opens nothing with the password alone once an app is set up', async () => {
    const { secret } = await setUpApp()

    const half = await atTheSecondStep()
    expect((await findLivingSession(half.sessionId))?.factor).toBeNull()
    await expect(passSecondStep(half, '000000', PLACE)).rejects.toMatchObject({ code: 'bad_input' })
    const begun = await passSecondStep(half, codeAt(secret), PLACE)

    expect((await findLivingSession(begun.sessionId))?.factor).toBe('totp')
    // A cookie from before the second step is worth nothing after it.
    expect(await findLivingSession(half.sessionId)).toBeNull()
    expect(await db().auditEvent.count({ where: { act: 'staff.second_step_failed', subject: staff.staffId } })).toBe(1)
  })

  test('takes the code of a time step once, whoever comes at the same moment', async () => {
    const { secret } = await setUpApp()
    const code = codeAt(secret)
    const halves = [await atTheSecondStep(), await atTheSecondStep(), await atTheSecondStep()]

    const tries = await Promise.allSettled(halves.map((half) => passSecondStep(half, code, PLACE)))

    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(passSecondStep(await atTheSecondStep(), codeAt(secret, -30), PLACE)).rejects.toThrow()
  })

  test('opens nothing with a code that comes after every session has ended', async () => {
    const { secret } = await setUpApp()
    const half = await atTheSecondStep()
    await endSessions(staff.staffId)

    const late = passSecondStep(half, codeAt(secret), PLACE)
    await expect(late).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  test('keeps the secret of the app sealed, and bound to its person', async () => {
    const { secret, ticket } = await setUpApp()
    const row = await db().totp.findUniqueOrThrow({ where: { staffId: staff.staffId } })
    expect(Buffer.from(row.secret).toString('latin1')).not.toContain(secret)

    staff = await addStaff('support')
    await expect(addApp(inside(), { ticket, code: codeAt(secret) }, PLACE)).rejects.toMatchObject({ code: 'gone' })
  })

  test('makes everybody set a factor up at the next sign-in once one is required', async () => {
    await setFactorRule(staff, { rule: 'required', seen: 'nobody' })
    const half = await atTheSecondStep()
    expect(half.step.kind).toBe('set_up')

    const { recoveryCodes, begun } = await setUpApp(half)

    expect(recoveryCodes).toHaveLength(10)
    expect((await findLivingSession(begun?.sessionId ?? ''))?.factor).toBe('totp')
    await expect(removeApp(inside())).rejects.toMatchObject({ code: 'conflict', details: { reason: 'required' } })
  })

  test('of two who set a first factor up by the password alone one does, and the other opens nothing', async () => {
    await setFactorRule(staff, { rule: 'required', seen: 'nobody' })
    const halves = [await atTheSecondStep(), await atTheSecondStep()]

    const made = await Promise.allSettled(halves.map((half) => setUpApp(half)))

    expect(made.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(made.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'unauthenticated' } })
    const [kept] = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    expect(await findTotpSecret({ staffId: staff.staffId })).toBe(kept?.secret)
    expect(await db().staffSession.count({ where: { staffId: staff.staffId, factor: 'totp', endedAt: null } })).toBe(1)
  })

  test('lets each recovery code in once, however it is typed', async () => {
    const { recoveryCodes } = await setUpApp()
    const [first = '', second = ''] = recoveryCodes

    const typed = first.toLowerCase().replaceAll('-', ' ')
    const begun = await passSecondStep(await atTheSecondStep(), typed, PLACE)
    expect((await findLivingSession(begun.sessionId))?.factor).toBe('recovery')
    await expect(passSecondStep(await atTheSecondStep(), first, PLACE)).rejects.toMatchObject({ code: 'bad_input' })
    await expect(passSecondStep(await atTheSecondStep(), second, PLACE)).resolves.toBeDefined()

    expect(JSON.stringify(await db().recoveryCode.findMany())).not.toContain(second)
  })

  test('asks for the password again before a factor is added or removed, ten minutes after the last time', async () => {
    const stale = inside(new Date(Date.now() - 11 * 60_000))
    const reason = { code: 'forbidden', details: { reason: 'prove_again' } }

    await expect(setUpApp(stale)).rejects.toMatchObject(reason)
    await expect(passkeyToAdd(stale)).rejects.toMatchObject(reason)
    await setUpApp()
    await expect(removeApp(stale)).rejects.toMatchObject(reason)
  })

  async function withPasskey() {
    const device = passkeyDevice(ORIGIN)
    const made = device.make(await passkeyToAdd(inside()))
    const added = await addNewPasskey(inside(), { response: made, name: 'Laptop' }, PLACE)

    return { device, made, added }
  }

  test('adds a passkey, and lets it pass the second step and sign in alone', async () => {
    const { device, added } = await withPasskey()
    expect(added.recoveryCodes).toHaveLength(10)

    const half = await atTheSecondStep()
    const second = await passWithPasskey(half, device.sign(await passkeyToProve({ staffId: staff.staffId })), PLACE)
    const alone = await signInWithPasskey(device.sign(await passkeyToProve(null)), PLACE)

    const begun = alone.kind === 'staff' ? [second, alone.begun] : []
    expect(begun).toHaveLength(2)
    for (const { sessionId } of begun) {
      expect((await findLivingSession(sessionId))?.factor).toBe('passkey')
    }
  })

  test('refuses an answer that was given before, to another question, elsewhere, by a copy or without its owner', async () => {
    const { device, made } = await withPasskey()
    const refused = { code: 'bad_input' }
    const question = () => passkeyToProve(null)

    const used = device.sign(await question())
    await signInWithPasskey(used, PLACE)
    await expect(signInWithPasskey(used, PLACE)).rejects.toMatchObject(refused)
    await expect(signInWithPasskey(device.sign({ challenge: 'AAAA', rpId: 'localhost' }), PLACE)).rejects.toMatchObject(
      refused,
    )
    await expect(
      signInWithPasskey(device.sign(await passkeyToProve({ staffId: staff.staffId })), PLACE),
    ).rejects.toMatchObject(refused)
    await expect(
      signInWithPasskey(device.sign(await question(), { origin: 'https://evil.example' }), PLACE),
    ).rejects.toMatchObject(refused)
    await expect(signInWithPasskey(device.sign(await question(), { counter: 1 }), PLACE)).rejects.toMatchObject(refused)
    await expect(signInWithPasskey(device.sign(await question(), { isVerified: false }), PLACE)).rejects.toMatchObject(
      refused,
    )
    await expect(addNewPasskey(inside(), { response: made, name: 'Again' }, PLACE)).rejects.toMatchObject(refused)
  })

  test('lets nobody in by the passkey of somebody else, or of somebody disabled', async () => {
    const { device } = await withPasskey()
    const owner = staff
    staff = await addStaffWithPassword('support')
    await setUpApp()
    const half = await atTheSecondStep()

    const foreign = device.sign(await passkeyToProve({ staffId: staff.staffId }))
    await expect(passWithPasskey(half, foreign, PLACE)).rejects.toMatchObject({ code: 'bad_input' })
    await db().staff.update({ where: { id: owner.staffId }, data: { disabledAt: new Date() } })
    await expect(signInWithPasskey(device.sign(await passkeyToProve(null)), PLACE)).rejects.toThrow()
  })

  test('of two who set the rule the second is told, and the first stays', async () => {
    const other = await addStaff('owner')
    await setFactorRule(staff, { rule: 'required', seen: 'nobody' })

    const second = setFactorRule(other, { rule: 'nobody', seen: 'nobody' })

    await expect(second).rejects.toMatchObject({ code: 'conflict', details: { reason: 'settings_changed' } })
    expect(await findFactorRule()).toBe('required')
  })

  test('of two last factors that are removed at the same moment one stays where one is required', async () => {
    await setUpApp()
    const device = passkeyDevice(ORIGIN)
    await addNewPasskey(inside(), { response: device.make(await passkeyToAdd(inside())), name: 'Key ring' }, PLACE)
    await setFactorRule(staff, { rule: 'required', seen: 'nobody' })
    const [key] = await db().passkey.findMany({ where: { staffId: staff.staffId } })

    const tries = await Promise.allSettled([removeApp(inside()), removePasskey(inside(), key?.id ?? '')])

    expect(tries.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect((await findFactors({ staffId: staff.staffId })).recoveryCodes).toBe(10)
  })
})

describe('factor removal', () => {
  let counter = 0
  let ana: SignedInCustomer
  let staff: StaffMember
  let session: string

  beforeEach(async () => {
    await db().rateLimit.deleteMany()
    counter += 1
    ana = await signedIn(`ana${counter}@example.com`)
    staff = await addStaffWithPassword('support')
    session = await beginSessionOf(staff.staffId)
  })

  const inside = (): StaffAccount => {
    return { kind: 'account', staff, sessionId: session, factor: 'none', provenAt: new Date() }
  }
  const customerHolder = (): FactorHolder => ({ accountId: ana.accountId })
  const staffHolder = (): FactorHolder => ({ staffId: staff.staffId })

  async function withPasskey(caller: SignedInCustomer | StaffAccount) {
    const device = passkeyDevice(ORIGIN)
    await addNewPasskey(caller, { response: device.make(await passkeyToAdd(caller)), name: 'Telephone' }, PLACE)

    return device
  }

  async function withApp(caller: SignedInCustomer | StaffAccount) {
    const { id, email } = caller.kind === 'customer' ? { id: caller.accountId, email: caller.email } : owner()
    const app = newApp({ id, email, store: 'Landfall' })
    const added = await addApp(caller, { ticket: app.ticket, code: codeAt(app.secret, -30) }, PLACE)

    return { secret: app.secret, recoveryCode: added.recoveryCodes[0] ?? '' }
  }

  const owner = () => ({ id: staff.staffId, email: staff.email })

  async function halfCustomer(): Promise<HalfCustomer> {
    const half = await customerBehind(await signInByLink(await linkFor(ana.email), PLACE, null))
    if (half.kind !== 'half_customer') throw new Error('No second step is asked for.')

    return half
  }

  async function halfStaff(): Promise<HalfStaff> {
    const begun = await signInStaff({ ...PLACE, email: staff.email, password: PASSWORD, address: '' })
    const step = await secondStepOf({ id: staff.staffId, role: staff.role })
    if (!begun || begun.isWhole || step.kind === 'none') throw new Error('There is no second step.')

    return { kind: 'half', staff, sessionId: begun.sessionId, step }
  }

  const waiting = () => db().$queryRaw<unknown[]>`
  SELECT 1 FROM pg_stat_activity WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`

  /** Signs in while every factor of the holder is being removed: the removal ends when the sign-in has to wait for it. */
  async function signInDuringRemoval(holder: FactorHolder, signIn: () => Promise<unknown>): Promise<unknown> {
    let late: Promise<unknown> = Promise.resolve()
    await transaction(async (tx) => {
      await lockHolder(holder, tx)
      late = signIn().catch((error: unknown) => error)
      await eventually(waiting, (locks) => locks.length > 0)
      await deleteFactors(holder, tx)
    })

    return late
  }

  async function wholeSessions(): Promise<number> {
    const where = { endedAt: null, factor: { not: null } }
    const customers = await db().accountSession.count({
      where: { ...where, accountId: ana.accountId, id: { not: ana.sessionId } },
    })

    const ofStaff = { ...where, staffId: staff.staffId, id: { not: session } }

    return customers + (await db().staffSession.count({ where: ofStaff }))
  }

  test('nothing is added by whoever was signed out while it was on its way', async () => {
    await db().staffSession.update({ where: { id: session }, data: { endedAt: new Date() } })

    await expect(withPasskey(inside())).rejects.toMatchObject({ code: 'unauthenticated' })
    await expect(withApp(inside())).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await findFactors(staffHolder())).toMatchObject({ hasTotp: false, passkeys: 0 })

    await db().accountSession.update({ where: { id: ana.sessionId }, data: { endedAt: new Date() } })
    await expect(withApp(ana)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(await findFactors(customerHolder())).toMatchObject({ hasTotp: false, passkeys: 0 })
  })

  const REFUSED = { code: 'bad_input' }

  test('a passkey that is removed while it signs a customer in opens nothing', async () => {
    const answer = (await withPasskey(ana)).sign(await passkeyToProve(null))

    expect(await signInDuringRemoval(customerHolder(), () => signInWithPasskey(answer, PLACE))).toMatchObject(REFUSED)
    expect(await wholeSessions()).toBe(0)
  })

  test('a passkey that is removed while it signs staff in opens nothing', async () => {
    const answer = (await withPasskey(inside())).sign(await passkeyToProve(null))

    expect(await signInDuringRemoval(staffHolder(), () => signInWithPasskey(answer, PLACE))).toMatchObject(REFUSED)
    expect(await wholeSessions()).toBe(0)
  })

  test('a passkey that is removed while it passes the second step opens nothing', async () => {
    const telephone = await withPasskey(ana)
    const laptop = await withPasskey(inside())
    const [customer, member] = [await halfCustomer(), await halfStaff()]
    const byTelephone = telephone.sign(await passkeyToProve(customerHolder()))
    const byLaptop = laptop.sign(await passkeyToProve(staffHolder()))

    const late = [
      await signInDuringRemoval(customerHolder(), () => passCustomerStepByPasskey(customer, byTelephone, PLACE)),
      await signInDuringRemoval(staffHolder(), () => passWithPasskey(member, byLaptop, PLACE)),
    ]

    expect(late).toMatchObject([REFUSED, REFUSED])
    expect(await wholeSessions()).toBe(0)
  })

  test('an app or a recovery code that is removed while it passes the second step opens nothing', async () => {
    const { secret } = await withApp(ana)
    const { recoveryCode } = await withApp(inside())
    const [customer, member] = [await halfCustomer(), await halfStaff()]

    const late = [
      await signInDuringRemoval(customerHolder(), () => passCustomerStep(customer, codeAt(secret), PLACE)),
      await signInDuringRemoval(staffHolder(), () => passSecondStep(member, recoveryCode, PLACE)),
    ]

    expect(late).toMatchObject([REFUSED, REFUSED])
    expect(await wholeSessions()).toBe(0)
  })
})
