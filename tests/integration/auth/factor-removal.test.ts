import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addApp, addNewPasskey, passkeyToAdd } from '#lib/auth/add-factor.ts'
import type { HalfCustomer, SignedInCustomer } from '#lib/auth/customer-session.ts'
import { passCustomerStep, passCustomerStepByPasskey, signInByLink } from '#lib/auth/customer-sign-in.ts'
import { newApp, secondStepOf } from '#lib/auth/factors.ts'
import { passkeyToProve } from '#lib/auth/passkey-proof.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { deleteFactors, lockHolder } from '#lib/auth/repository/factors.ts'
import type { FactorHolder } from '#lib/auth/rules/factors.ts'
import { passSecondStep, passWithPasskey } from '#lib/auth/second-step.ts'
import { signInStaff } from '#lib/auth/sign-in.ts'
import { signInWithPasskey } from '#lib/auth/sign-in-ways.ts'
import type { HalfStaff, StaffAccount } from '#lib/auth/staff-session.ts'
import { db, transaction } from '#lib/core/repository/client.ts'
import { forgetCounters } from '#lib/core/repository/shared-counter.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { customerBehind, linkFor, PLACE, signedIn } from '#tests/support/customers.ts'
import { passkeyDevice } from '#tests/support/passkey-device.ts'
import { eventually } from '#tests/support/patience.ts'
import { type Shop, startShop } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

const PASSWORD = 'a wide blue harbour 7'
const ORIGIN = 'http://localhost:3000'

let shop: Shop
let passwordHash: string
let counter = 0
let ana: SignedInCustomer
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
  counter += 1
  ana = await signedIn(`ana${counter}@example.com`)
  staff = await addStaff('support')
  await db().staff.update({ where: { id: staff.staffId }, data: { passwordHash } })
})

const inside = (): StaffAccount => {
  return { kind: 'account', staff, sessionId: 'ses_test', factor: 'none', provenAt: new Date() }
}
const customerHolder = (): FactorHolder => ({ accountId: ana.accountId })
const staffHolder = (): FactorHolder => ({ staffId: staff.staffId })
const codeAt = (secret: string, later = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + later })

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

  return customers + (await db().staffSession.count({ where: { ...where, staffId: staff.staffId } }))
}

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
