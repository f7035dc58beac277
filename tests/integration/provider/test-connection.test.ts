import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { problemSentence } from '#components/ui/admin/problem-sentence.ts'
import { db } from '#lib/core/repository/client.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { testConnection } from '#lib/provider/commands/test-connection.ts'
import { changeSettings, type Shop, startShop } from '#tests/support/shop.ts'
import { addStaff } from '#tests/support/staff.ts'

let shop: Shop
let owner: StaffMember

beforeAll(async () => {
  shop = await startShop()
  owner = await addStaff('owner')
})

afterAll(() => shop.close())

// As a store that starts anew with its settings: no session, no memory of failures.
beforeEach(async () => {
  await closeProvider()
  shop.provider.control.reset()
  changeSettings(shop.settings)
  await db().providerSession.deleteMany()
  await db().providerSession.create({ data: { id: 'main' } })
  await db().breaker.updateMany({ data: { state: 'closed', failures: 0, recent: [], nextProbeAt: null } })
})

async function firstProblem() {
  const steps = await testConnection(owner)
  const bad = steps.at(-1)
  if (!bad?.problem) throw new Error('The test found no problem.')

  return { step: bad.step, code: bad.code, sentence: problemSentence(bad), asked: steps.length }
}

test('a secret that does not fit is told as a refused signature, and not as a wrong password', async () => {
  changeSettings({ RESELLER_API_SECRET: 'another-secret' })

  expect(await firstProblem()).toEqual({ step: 'session', code: -30, sentence: 'signature', asked: 1 })
})

test('a password that does not fit is told as refused credentials', async () => {
  changeSettings({ RESELLER_API_PASSWORD: 'wrong' })

  expect(await firstProblem()).toEqual({ step: 'session', code: -1, sentence: 'credentials', asked: 1 })
})

test('an account that may not log in is told as a missing permission', async () => {
  shop.provider.control.changeAccount({ apiAllowed: false })

  expect(await firstProblem()).toEqual({ step: 'session', code: -3, sentence: 'permission', asked: 1 })
})

test('an account that may log in and not read is told at the question it may not ask', async () => {
  shop.provider.control.addFault({ path: 'getSkus', kind: 'code', code: -3, times: 9 })

  expect(await firstProblem()).toMatchObject({ step: 'products', code: -3, sentence: 'permission', asked: 2 })
})

test('an address where nobody listens is told as no answer', async () => {
  changeSettings({ RESELLER_API_URL: 'http://127.0.0.1:9' })

  expect(await firstProblem()).toMatchObject({ step: 'session', sentence: 'no_answer', asked: 1 })
})

test('every question is answered by the right account, and who asked is written down', async () => {
  const tests = () => db().auditEvent.count({ where: { act: 'connection.tested', actor: `staff:${owner.staffId}` } })
  const before = await tests()

  expect((await testConnection(owner)).map(({ step, problem }) => [step, problem])).toEqual([
    ['session', null],
    ['products', null],
    ['plans', null],
    ['stock', null],
  ])
  expect(await tests()).toBe(before + 1)
})
