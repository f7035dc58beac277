import { afterAll, beforeEach, expect, test } from 'vitest'
import { addNewPasskey, passkeyToAdd, removeApp } from '#lib/auth/add-factor.ts'
import { requestReset } from '#lib/auth/commands/access-links.ts'
import type { HalfCustomer, SignedInCustomer } from '#lib/auth/customer-session.ts'
import {
  passCustomerStep,
  passCustomerStepByPasskey,
  proveCustomerAgain,
  removeOwnPassword,
  resetCustomerPassword,
  setOwnPassword,
  signInByLink,
} from '#lib/auth/customer-sign-in.ts'
import { passkeyToProve } from '#lib/auth/passkey-proof.ts'
import { hashPassword } from '#lib/auth/password.ts'
import { addToken } from '#lib/auth/repository/links.ts'
import { signInByPassword, signInWithPasskey } from '#lib/auth/sign-in-ways.ts'
import { afterAnswersDone } from '#lib/core/commands/after-answer.ts'
import { db } from '#lib/core/repository/client.ts'
import { getOwnFactors, getOwnSessions } from '#lib/customers/queries/own-account.ts'
import { ownRequest } from '#tests/support/http-world.ts'
import { passkeyDevice } from '#tests/support/passkey-device.ts'
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
import { addStaff, PASSWORD } from '#tests/support/staff.ts'

const OTHER = 'a narrow green river 9'
const ORIGIN = 'http://localhost:3000'
const HOUR_MS = 3_600_000

duringTests(() => startShop({ SESSION_SECRET, PUBLIC_URL: ORIGIN, INTERNAL_SECRET: 'inner' }))
let counter = 0
let ana: SignedInCustomer

afterAll(() => afterAnswersDone())

beforeEach(async () => {
  await db().rateLimit.deleteMany()
  counter += 1
  ana = await signedIn(`ana${counter}@example.com`)
})

const enter = (password: string, email = ana.email) => signInByPassword({ ...PLACE, email, password }, null)
const changes = async () => {
  const rows = await db().outbox.findMany({ where: { kind: 'account_changed' }, orderBy: { createdAt: 'asc' } })

  return rows
    .map(({ payload }) => payload as { subject: string; change: string })
    .filter(({ subject }) => subject === ana.accountId)
    .map(({ change }) => change)
}

test('a customer has no password until a mailed link has proved the mailbox, and then signs in with it', async () => {
  expect(await enter(PASSWORD)).toBeNull()
  const reason = { code: 'forbidden', details: { reason: 'prove_again' } }
  const stale = { ...ana, provenAt: new Date(Date.now() - HOUR_MS) }
  await expect(setOwnPassword(stale, { current: '', password: PASSWORD })).rejects.toMatchObject(reason)
  const byKey = { ...ana, proof: 'passkey' as const }
  await expect(setOwnPassword(byKey, { current: '', password: PASSWORD })).rejects.toMatchObject(reason)

  await setOwnPassword(ana, { current: '', password: PASSWORD })

  const came = await enter(PASSWORD)
  if (came?.kind !== 'customer') throw new Error('The password does not sign in.')
  expect(await customerBehind(came.token)).toMatchObject({ kind: 'customer', email: ana.email, proof: 'password' })
  expect(await enter('something else 12')).toBeNull()
  expect(await changes()).toEqual(['password_set'])
  expect(JSON.stringify(await db().account.findMany())).not.toContain(PASSWORD)
})

test.each([
  ['short', 'too_short'],
  ['password123', 'common'],
])('the password %s is refused as %s', async (password, reason) => {
  await expect(setOwnPassword(ana, { current: '', password })).rejects.toMatchObject({ details: { reason } })
})

test('another password asks for the current one, and ends every session but the one in hand', async () => {
  await setOwnPassword(ana, { current: '', password: PASSWORD })
  const elsewhere = await signedIn(ana.email)
  const wrong = { code: 'bad_input', details: { fields: ['current'], reason: 'wrong' } }
  await expect(setOwnPassword(ana, { current: OTHER, password: OTHER })).rejects.toMatchObject(wrong)

  await setOwnPassword(ana, { current: PASSWORD, password: OTHER })

  expect((await getOwnSessions(ana)).map(({ id }) => id)).toEqual([ana.sessionId])
  expect(await db().accountSession.findUnique({ where: { id: elsewhere.sessionId } })).toMatchObject({
    endedAt: expect.any(Date),
  })
  expect(await enter(PASSWORD)).toBeNull()
  expect(await enter(OTHER)).not.toBeNull()
})

test('a password can be taken away again, by whoever knows it', async () => {
  await setOwnPassword(ana, { current: '', password: PASSWORD })
  await expect(removeOwnPassword(ana, OTHER)).rejects.toMatchObject({ details: { reason: 'wrong' } })

  await removeOwnPassword(ana, PASSWORD)

  expect(await enter(PASSWORD)).toBeNull()
  expect((await getOwnFactors(ana)).hasPassword).toBe(false)
  expect(await changes()).toEqual(['password_set', 'password_removed'])
})

test('the door answers alike for a wrong password, an unknown address, one without a password and staff', async () => {
  const post = await handlerAt('POST /api/sign-in')
  await setOwnPassword(ana, { current: '', password: PASSWORD })
  const without = await signedIn('without@example.com')
  const staff = await addStaff('support')

  const answers = []
  for (const email of [ana.email, 'stranger@example.com', without.email, staff.email]) {
    const body = { email, password: 'not the right one 1' }
    const response = await post(ownRequest({ headers: { origin: ORIGIN }, body, path: '/api/sign-in' }), {
      params: Promise.resolve({}),
    })
    const { error } = (await response.json()) as { error: { requestId?: string } }
    delete error.requestId
    answers.push([response.status, error, response.headers.get('set-cookie')])
  }

  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.[0]).toBe(400)
})

test('a wrong password takes as long for a known address as for an unknown one', async () => {
  await setOwnPassword(ana, { current: '', password: PASSWORD })
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < 9; n += 1) {
    for (const [email, times] of [[ana.email, known] as const, [`nobody${n}@example.com`, unknown] as const]) {
      const startedAt = performance.now()
      await signInByPassword({ ...PLACE, address: `network ${n}`, email, password: 'not the right one 1' }, null)
      times.push(performance.now() - startedAt)
    }
  }
  // The fastest of nine: what else the machine does only makes some of them slower.
  const ratio = Math.min(...known) / Math.min(...unknown)

  // Hashing takes most of the time: without it for strangers this would be far beyond two.
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})

test('after ten wrong passwords no further one is looked at, and who is signed in works on', async () => {
  await setOwnPassword(ana, { current: '', password: PASSWORD })
  await Promise.all(Array.from({ length: 10 }, () => enter('not the right one 1')))

  await expect(enter(PASSWORD)).rejects.toMatchObject({ code: 'rate_limited' })
  await expect(proveCustomerAgain(ana, PASSWORD)).resolves.toMatch(/./)
})

test('whoever is signed in guesses their own password ten times, also when thirty come at once', async () => {
  await setOwnPassword(ana, { current: '', password: PASSWORD })
  const guesses = await Promise.allSettled(
    Array.from({ length: 30 }, () => proveCustomerAgain(ana, 'not the right one 1')),
  )
  const codes = guesses.map((guess) => (guess.status === 'rejected' ? guess.reason.code : null))

  expect(codes.filter((code) => code === 'bad_input')).toHaveLength(10)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(20)
})

test('somebody who works here comes in as staff, and as a customer with the other password', async () => {
  const { staffId, email } = await addStaff('support')
  await db().staff.update({ where: { id: staffId }, data: { passwordHash: await hashPassword(OTHER) } })
  await setOwnPassword(await signedIn(email), { current: '', password: PASSWORD })

  expect((await enter(OTHER, email))?.kind).toBe('staff')
  expect((await enter(PASSWORD, email))?.kind).toBe('customer')
})

test('a forgotten password is reset by a mailed link, once, and every session ends', async () => {
  await setOwnPassword(ana, { current: '', password: PASSWORD })
  const before = await db().outbox.count({ where: { kind: 'account_reset' } })
  await requestReset({ email: ana.email, locale: 'en' })
  await requestReset({ email: 'stranger@example.com', locale: 'en' })
  await afterAnswersDone()
  expect(await db().outbox.count({ where: { kind: 'account_reset' } })).toBe(before + 1)
  const token = await addToken({ purpose: 'account_reset', subject: ana.accountId, minutes: 30 })

  await resetCustomerPassword(token, OTHER)

  expect(await getOwnSessions(ana)).toEqual([])
  expect(await enter(OTHER)).not.toBeNull()
  await expect(resetCustomerPassword(token, PASSWORD)).rejects.toMatchObject({ code: 'gone' })
})

test('with an app set up, neither the link nor the password opens anything before its code', async () => {
  await setOwnPassword(ana, { current: '', password: PASSWORD })
  const { secret, recoveryCodes } = await setUpApp(ana)
  expect(recoveryCodes).toHaveLength(10)
  expect(await changes()).toEqual(['password_set', 'app_added'])

  const byLink = await halfway(ana.email)
  const came = await enter(PASSWORD)
  if (came?.kind !== 'customer') throw new Error('The password does not sign in.')
  expect((await customerBehind(came.token)).kind).toBe('half_customer')
  await expect(passCustomerStep(byLink, '000000', PLACE)).rejects.toMatchObject({ code: 'bad_input' })
  const whole = await customerBehind(await passCustomerStep(byLink, codeAt(secret), PLACE))

  expect(whole).toMatchObject({ kind: 'customer', proof: 'link' })
  // The half session is worth nothing after it, and each recovery code works once.
  expect((await getOwnSessions(ana)).map(({ id }) => id)).not.toContain(byLink.sessionId)
  const [code = ''] = recoveryCodes
  await passCustomerStep(await halfway(ana.email), code, PLACE)
  await expect(passCustomerStep(await halfway(ana.email), code, PLACE)).rejects.toMatchObject({ code: 'bad_input' })
})

test('a factor is removed with a fresh proof alone, and then no second step is asked for', async () => {
  await setUpApp(ana)
  const stale = { ...ana, provenAt: new Date(Date.now() - HOUR_MS) }
  await expect(removeApp(stale)).rejects.toMatchObject({ details: { reason: 'prove_again' } })

  await removeApp(ana)

  expect(await getOwnFactors(ana)).toMatchObject({ hasTotp: false, recoveryCodes: 0 })
  expect((await signedIn(ana.email)).kind).toBe('customer')
  expect(await changes()).toEqual(['app_added', 'app_removed'])
})

test('a passkey of a customer signs in alone, passes the second step, and belongs to nobody else', async () => {
  const device = passkeyDevice(ORIGIN)
  await addNewPasskey(ana, { response: device.make(await passkeyToAdd(ana)), name: 'Telephone' }, PLACE)
  expect((await getOwnFactors(ana)).passkeys).toMatchObject([{ name: 'Telephone' }])

  const alone = await signInWithPasskey(device.sign(await passkeyToProve(null)), PLACE)
  const half = await halfway(ana.email)
  const question = await passkeyToProve({ accountId: ana.accountId })
  const second = await passCustomerStepByPasskey(half, device.sign(question), PLACE)

  if (alone.kind !== 'customer') throw new Error('The passkey belongs to a customer.')
  expect(await customerBehind(alone.token)).toMatchObject({ kind: 'customer', proof: 'passkey' })
  expect((await customerBehind(second)).kind).toBe('customer')
  const bea = await signedIn('bea@example.com')
  await setUpApp(bea)
  const other = await customerBehind(await signInByLink(await linkFor(bea.email), PLACE, null))
  const foreign = device.sign(await passkeyToProve({ accountId: bea.accountId }))
  await expect(passCustomerStepByPasskey(other as HalfCustomer, foreign, PLACE)).rejects.toMatchObject({
    code: 'bad_input',
  })
})

test('the password typed again is a fresh proof', async () => {
  await setOwnPassword(ana, { current: '', password: PASSWORD })
  await db().accountSession.update({
    where: { id: ana.sessionId },
    data: { provenAt: new Date(Date.now() - HOUR_MS) },
  })

  await expect(proveCustomerAgain(ana, OTHER)).rejects.toMatchObject({ details: { reason: 'wrong' } })
  await proveCustomerAgain(ana, PASSWORD)

  const row = await db().accountSession.findUniqueOrThrow({ where: { id: ana.sessionId } })
  expect(Date.now() - row.provenAt.getTime()).toBeLessThan(60_000)
  expect(row.proof).toBe('password')
})

test('what a customer has for signing in goes with the account', async () => {
  await setOwnPassword(ana, { current: '', password: PASSWORD })
  await setUpApp(ana)
  await db().account.delete({ where: { id: ana.accountId } })

  const where = { accountId: ana.accountId }
  expect(await db().totp.count({ where })).toBe(0)
  expect(await db().recoveryCode.count({ where })).toBe(0)
})
