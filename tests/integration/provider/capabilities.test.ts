import { beforeEach, describe, expect, test } from 'vitest'
import { problemSentence } from '#components/ui/admin/problem-sentence.ts'
import { countLeavingPlans } from '#lib/catalog/queries/admin-catalog.ts'
import { getShownTimes } from '#lib/catalog/queries/site-map.ts'
import { db } from '#lib/core/repository/client.ts'
import { getCapabilities, setCapability } from '#lib/provider/commands/capabilities.ts'
import { closeProvider } from '#lib/provider/commands/current-provider.ts'
import { testConnection } from '#lib/provider/commands/test-connection.ts'
import { capabilityValues } from '#lib/provider/rules/capabilities.ts'
import { askedFor, OWNER, refresh, refusalOf } from '#tests/support/quotes.ts'
import { changeSettings, duringTests, startShop, startStockedShop } from '#tests/support/shop.ts'
import { staffDuringTests } from '#tests/support/staff.ts'

describe('capabilities', () => {
  const shop = duringTests(startStockedShop)

  beforeEach(() => refresh(shop))

  describe('capabilities', () => {
    test('are on by default, and a change is audited and forgets what was learned', async () => {
      await db().capability.create({ data: { key: 'lookup.reference', value: 'yes', updatedBy: 'store' } })
      expect(await getCapabilities()).toMatchObject({ sendsDays: true, referenceLookup: 'yes' })

      await setCapability(OWNER, {
        key: 'order.otherItemId',
        value: 'off',
        seen: 'on',
        reason: 'Refused by the supplier.',
      })

      expect(await getCapabilities()).toMatchObject({ sendsAttemptRef: false, referenceLookup: 'unproven' })
      expect(await db().auditEvent.findFirst({ where: { subject: 'order.otherItemId' } })).toMatchObject({
        actor: 'staff:stf_1',
        after: 'off',
      })
    })

    test('are changed by the first of two people; the second is told, and what the first said stays', async () => {
      const change = { key: 'order.beginDate', value: 'off', seen: 'on' } as const
      const second = { ...OWNER, staffId: 'stf_2' }
      await setCapability(OWNER, { ...change, reason: 'The first.' })

      expect(await refusalOf(setCapability(second, { ...change, reason: 'The second.' }))).toBe(
        'conflict settings_changed',
      )
      expect(capabilityValues(await getCapabilities())['order.beginDate']).toBe('off')
      const rows = await db().auditEvent.findMany({ where: { act: 'capability.set', subject: 'order.beginDate' } })
      expect(rows.map(({ reason }) => reason)).toEqual(['The first.'])

      await setCapability(second, { key: 'order.beginDate', value: 'on', seen: 'off', reason: 'Having seen it.' })
      expect(await getCapabilities()).toMatchObject({ sendsStartDate: true })
    })

    test('are changed by nobody who may not, and to no value that is none', async () => {
      const change = { key: 'order.beginDate', value: 'maybe', seen: 'on', reason: 'Because.' } as const

      expect(await refusalOf(setCapability({ ...OWNER, role: 'support' }, { ...change, value: 'off' }))).toBe(
        'forbidden',
      )
      expect(await refusalOf(setCapability(OWNER, change))).toBe('bad_input')
      const form = { ...change, key: 'order.beginDateFormat', value: 'MM/dd/yy', seen: 'MM/dd/yyyy' } as const
      expect(await refusalOf(setCapability(OWNER, form))).toBe('bad_input')
    })
  })

  describe('what leaves the shop when a capability is switched off', () => {
    const onSale = async () => (await getShownTimes('en')).destinations.flatMap(({ planIds }) => planIds).length

    test.each(['order.daypassDays', 'order.beginDate', 'order.otherOrderId'] as const)(
      'is said before: %s',
      async (key) => {
        const before = await onSale()
        const said = (await countLeavingPlans(OWNER))[key]
        expect(said === 0).toBe(key === 'order.otherOrderId')

        await setCapability(OWNER, { key, value: 'off', seen: 'on', reason: 'To count.' })

        expect(before - (await onSale())).toBe(said)
        expect(await countLeavingPlans(OWNER)).not.toHaveProperty([key])
      },
    )

    test('counts no plan twice: what one capability has taken out, another one does not', async () => {
      const before = await onSale()
      await setCapability(OWNER, { key: 'order.daypassDays', value: 'off', seen: 'on', reason: 'To count.' })
      const between = await onSale()
      const said = (await countLeavingPlans(OWNER))['order.beginDate'] ?? 0
      await setCapability(OWNER, { key: 'order.beginDate', value: 'off', seen: 'on', reason: 'To count.' })

      expect([between < before, between - (await onSale())]).toEqual([true, said])
    })

    test('is told to nobody who may not switch it', async () => {
      expect(await refusalOf(countLeavingPlans({ ...OWNER, role: 'support' }))).toBe('forbidden')
    })
  })

  describe('the connection test', () => {
    test('asks for session, products, plans and stock, and buys nothing', async () => {
      const steps = await testConnection(OWNER)

      expect(steps.map(({ step, problem }) => `${step} ${problem}`)).toEqual([
        'session null',
        'products null',
        'plans null',
        'stock null',
      ])
      expect(askedFor(shop)).not.toContain('addEsimOrder')
    })

    test('names a wrong password', async () => {
      changeSettings({ RESELLER_API_PASSWORD: 'wrong' })

      expect(await testConnection(OWNER)).toMatchObject([{ step: 'session', problem: 'bad_credentials', code: -1 }])
      await db().providerSession.updateMany({ data: { nextTryAt: null, configMark: null } })
    })
  })
})

describe('test connection', () => {
  const shop = duringTests(startShop)
  const owner = staffDuringTests('owner')

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
})
