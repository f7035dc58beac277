import { describe, expect, test } from 'vitest'
import { classifyPlacement } from '#lib/orders/rules/order-outcome.ts'
import { listPartners, logIn } from '#lib/provider/index.ts'
import {
  ACCOUNT,
  aClosedPort,
  aPlan,
  aPurchase,
  buy,
  describeError,
  failureOf,
  isSimple,
  openSandbox,
  SECRET,
} from '#tests/contract/sandboxed-provider.ts'
import { PATIENCE_MS } from '#tests/support/patience.ts'

const { sandbox, records, callsTo, aClient } = openSandbox()

describe('the session', () => {
  test('a read after two hours logs in once more and repeats', async () => {
    const provider = aClient()
    await provider.call(listPartners, {})
    sandbox().control.setClock({ advanceMs: 2 * 60 * 60 * 1000 + 1 })

    await provider.call(listPartners, {})

    expect(provider.session()?.epoch).toBe(2)
    expect(records.map((record) => [record.endpoint, record.class])).toEqual([
      ['logIn', 'ok'],
      ['listPartners', 'ok'],
      ['listPartners', 'session_expired'],
      ['logIn', 'ok'],
      ['listPartners', 'ok'],
    ])
  })

  test('a placement with a dead token is rejected, sent once and never repeated', async () => {
    const provider = aClient()
    const plan = await aPlan(provider, isSimple)
    sandbox().control.endSession()

    const error = await failureOf(buy(provider, plan))

    expect(classifyPlacement({ error })).toMatchObject({ class: 'REJECTED', code: -1 })
    expect(error.epoch).toBe(1)
    expect(callsTo('addEsimOrder')).toHaveLength(1)
    expect(sandbox().control.orders()).toEqual([])
  })

  test('both signature forms are accepted, a wrong secret is not', async () => {
    await expect(aClient({ signForm: 'encoded-upper' }).call(listPartners, {})).resolves.not.toHaveLength(0)

    const failure = await failureOf(aClient({ secret: 'another-secret' }).call(listPartners, {}))

    expect(failure.kind).toBe('no_session')
    expect(failure.cause).toMatchObject({ kind: 'bad_signature', code: -30 })
  })

  test('a wrong password is told from an expired token', async () => {
    const failure = await failureOf(aClient().call(logIn, { ...ACCOUNT, password: 'wrong-Pass1' }))

    expect(failure).toMatchObject({ kind: 'bad_credentials', code: -1 })
    expect(callsTo('login')).toHaveLength(1)
  })
})

describe('faults', () => {
  const SHORT = { limits: { actMs: 400, readMs: 400 } }

  test.each([
    ['silence', 'before', 0],
    ['silence', 'after', 1],
    ['reset', 'before', 0],
    ['reset', 'after', 1],
    ['truncate', 'after', 1],
    ['half-open', 'after', 1],
    ['drip', 'after', 1],
    ['status', 'before', 0],
    ['status', 'after', 1],
    ['html', 'after', 1],
    ['garbage', 'after', 1],
  ] as const)(
    'D8 a placement that meets %s %s the order is recorded stays unknown and is sent once',
    async (kind, when, orders) => {
      const provider = aClient(SHORT)
      const plan = await aPlan(provider, isSimple)
      sandbox().control.addFault({ path: 'addEsimOrder', kind, when })

      const error = await failureOf(buy(provider, plan))

      expect(classifyPlacement({ error }).class).toBe('UNKNOWN')
      expect(callsTo('addEsimOrder')).toHaveLength(1)
      expect(sandbox().control.orders()).toHaveLength(orders)
    },
  )

  test.each([
    [-3, 'UNKNOWN'],
    [99, 'UNKNOWN'],
    [3, 'REJECTED'],
    [-30, 'REJECTED'],
  ])('D8 a placement answered with code %i is %s and is sent once', async (code, expected) => {
    const provider = aClient()
    const plan = await aPlan(provider, isSimple)
    sandbox().control.addFault({ path: 'addEsimOrder', kind: 'code', code })

    const error = await failureOf(buy(provider, plan))

    expect(classifyPlacement({ error }).class).toBe(expected)
    expect(callsTo('addEsimOrder')).toHaveLength(1)
  })

  test('a placement whose payload has wrong types is never lost and never repeated', async () => {
    const provider = aClient()
    const plan = await aPlan(provider, isSimple)
    sandbox().control.addFault({ path: 'addEsimOrder', kind: 'wrong-type', when: 'after' })

    const outcome = await buy(provider, plan)
      .then((result) => classifyPlacement({ result }))
      .catch((error: unknown) => classifyPlacement({ error }))

    const [order] = sandbox().control.orders()
    if (outcome.class === 'ACCEPTED') expect(outcome.order.orderNum).toBe(order?.orderNum)
    else expect(outcome.class).toBe('UNKNOWN')
    expect(callsTo('addEsimOrder')).toHaveLength(1)
  })

  test('a placement to a refused port was not sent', async () => {
    const provider = aClient()
    const plan = await aPlan(provider, isSimple)
    const { session } = provider
    const closed = aClient({
      baseUrl: `http://127.0.0.1:${await aClosedPort()}`,
      tokens: { get: async () => session() ?? { token: 'none', epoch: 0 }, expired: async () => null },
    })

    const error = await failureOf(buy(closed, plan))

    expect(classifyPlacement({ error })).toEqual({ class: 'NOT_SENT', code: null, reason: 'not_sent' })
  })

  test.each(['reset', 'silence', 'status', 'truncate'] as const)(
    'a read gets over two faults of the kind %s',
    async (kind) => {
      const provider = aClient(SHORT)
      await provider.call(listPartners, {})
      sandbox().control.clearCalls()
      sandbox().control.addFault({ path: 'getPhysicalSIMDpInfo', kind, times: kind === 'truncate' ? 1 : 2 })

      await expect(provider.call(listPartners, {})).resolves.not.toHaveLength(0)

      expect(callsTo('getPhysicalSIMDpInfo')).toHaveLength(kind === 'truncate' ? 2 : 3)
    },
  )

  test('a read gives up after three tries', async () => {
    const provider = aClient(SHORT)
    await provider.call(listPartners, {})
    sandbox().control.clearCalls()
    sandbox().control.addFault({ path: 'getPhysicalSIMDpInfo', kind: 'reset', times: 9 })

    expect((await failureOf(provider.call(listPartners, {}))).kind).toBe('network')
    expect(callsTo('getPhysicalSIMDpInfo')).toHaveLength(3)
  })

  test('D7 a silent server ends a call at its limit', async () => {
    const provider = aClient({ limits: { readMs: 500 }, retry: { tries: 1 } })
    await provider.call(listPartners, {})
    sandbox().control.addFault({ path: 'getPhysicalSIMDpInfo', kind: 'silence' })
    const startedAt = performance.now()

    expect((await failureOf(provider.call(listPartners, {}))).kind).toBe('timeout')
    expect(performance.now() - startedAt).toBeGreaterThan(450)
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS)
  })

  test('D41 neither errors nor records of failed calls hold a secret', async () => {
    const provider = aClient(SHORT)
    const { plan, order } = await aPurchase(provider)
    const token = provider.session()?.token ?? '-'
    const code = order.esims[0]?.matchingId ?? '-'
    const failures: unknown[] = []
    for (const kind of ['reset', 'silence', 'truncate', 'garbage', 'status'] as const) {
      sandbox().control.addFault({ path: 'addEsimOrder', kind, when: 'after' })
      failures.push(describeError(await failureOf(buy(provider, plan))))
    }
    sandbox().control.addFault({
      path: 'addEsimOrder',
      kind: 'code',
      code: 99,
      message: `${token} ${SECRET} LPA:1$a.b$${code}`,
    })
    failures.push(describeError(await failureOf(buy(provider, plan))))

    const shown = JSON.stringify([failures, records])
    for (const secret of [token, SECRET, ACCOUNT.password, code]) expect(shown).not.toContain(secret)
  })
})
