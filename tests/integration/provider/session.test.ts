import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { callsLogged, closeProvider, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { createTokenManager, sessionTimes } from '#lib/provider/commands/token-manager.ts'
import { createProvider, getCardDetail, listSkus, logIn, ProviderError } from '#lib/provider/index.ts'
import { countEarlyExpiries, findSession } from '#lib/provider/repository/provider-session.ts'
import { iccidSchema } from '#lib/provider/rules/provider-ids.ts'
import { changeSettings, duringTests, startShop } from '#tests/support/shop.ts'

const shop = duringTests(startShop)

beforeEach(async () => {
  await closeProvider()
  shop.provider.control.reset()
  changeSettings(shop.settings)
  await forgetSession()
})

async function forgetSession(): Promise<void> {
  await db().$executeRaw`
    UPDATE "UpstreamSession" SET "epoch" = 0, "sealedToken" = NULL, "expiresAt" = NULL, "leaseUntil" = NULL,
      "leaseOwner" = NULL, "nextTryAt" = NULL, "failures" = 0, "configMark" = NULL`
  await db().earlyExpiry.deleteMany()
  await db().discrepancy.deleteMany()
  await db().breaker.updateMany({ data: { state: 'closed', failures: 0, recent: [], nextProbeAt: null } })
}

function logins(): number {
  return shop.provider.control.calls({ path: 'login' }).length
}

/** Token managers that share nothing but the database, as processes do. */
function tokenManagers(count: number) {
  let tokens = 0
  const logIn = async () => {
    tokens += 1
    await new Promise((resolve) => setTimeout(resolve, 30))

    return { token: `token-${tokens}` }
  }
  const all = Array.from({ length: count }, () =>
    createTokenManager({ logIn, configMark: 'mark', times: sessionTimes(1) }),
  )

  return { all, loginCount: () => tokens }
}

/** Another program of the same account: its login ends our session. */
async function foreignLogin(): Promise<void> {
  const { RESELLER_API_URL = '', RESELLER_API_SECRET = '' } = shop.settings
  const program = createProvider({
    baseUrl: RESELLER_API_URL,
    httpUrl: '',
    secret: RESELLER_API_SECRET,
    signForm: 'plain',
    tokens: { get: () => Promise.reject(new Error('unused')), expired: async () => null },
  })
  await program.call(logIn, { phone: '10000000000', password: 'demo-Pass1' })
  await program.close()
}

function pastPause(): Promise<number> {
  return db().$executeRaw`UPDATE "UpstreamSession" SET "nextTryAt" = NULL`
}

describe('D11 one session for everybody', () => {
  test('8 cold token managers log in once and share the token', async () => {
    const { all, loginCount } = tokenManagers(8)

    const sessions = await Promise.all(all.map((tokenManager) => tokenManager.get()))

    expect(loginCount()).toBe(1)
    expect(new Set(sessions.map(({ token, epoch }) => `${epoch} ${token}`))).toEqual(new Set(['1 token-1']))
  })

  test('200 expiries at once over 8 token managers lead to one login', async () => {
    const { all, loginCount } = tokenManagers(8)
    await Promise.all(all.map((tokenManager) => tokenManager.get()))
    await pastPause()

    const sessions = await Promise.all(Array.from({ length: 200 }, (_, index) => all[index % all.length]?.expired(1)))

    expect(loginCount()).toBe(2)
    expect(sessions.every((session) => session?.epoch === 2)).toBe(true)
  })

  test('a token that an order call found refused is given to nobody again', async () => {
    const { all, loginCount } = tokenManagers(1)
    const [tokens] = all
    await tokens?.get()
    tokens?.drop?.(1)

    await expect(tokens?.get()).rejects.toThrow(/no session/)
    await pastPause()

    expect(await Promise.all([tokens?.ready(), tokens?.get()])).toMatchObject([{ epoch: 2 }, { epoch: 2 }])
    tokens?.drop?.(1)
    expect(await tokens?.get()).toMatchObject({ epoch: 2 })
    expect(loginCount()).toBe(2)
  })

  test('a token near its end is renewed before it dies', async () => {
    const { all, loginCount } = tokenManagers(2)
    const [first, second] = all
    await first?.get()
    await db()
      .$executeRaw`UPDATE "UpstreamSession" SET "expiresAt" = clock_timestamp() + interval '11 minutes', "nextTryAt" = NULL`

    const session = await second?.get()

    expect(session?.epoch).toBe(2)
    expect(loginCount()).toBe(2)
  })

  test('24 hours of use take at most 14 logins', async () => {
    // A token manager that remembers nothing stands for every process that asks in these ten minutes.
    const { all, loginCount } = tokenManagers(144)
    for (const tokenManager of all) {
      await tokenManager.get()
      await db().$executeRaw`
        UPDATE "UpstreamSession" SET "expiresAt" = "expiresAt" - interval '10 minutes', "nextTryAt" = NULL`
    }

    expect(loginCount()).toBeLessThanOrEqual(14)
    expect(loginCount()).toBeGreaterThan(10)
  })

  test('the token is stored sealed', async () => {
    await tokenManagers(1).all[0]?.get()

    const row = await db().providerSession.findFirst({ select: { sealedToken: true } })

    expect(Buffer.from(row?.sealedToken ?? []).includes('token-1')).toBe(false)
    expect((await findSession()).token).toBe('token-1')
  })

  test('8 real processes that start cold log in once', async () => {
    const run = promisify(execFile)
    const child = () =>
      run(process.execPath, ['--conditions=react-server', 'tests/support/session-child.ts'], { env: process.env })

    const outputs = await Promise.all(Array.from({ length: 8 }, child))

    expect(logins()).toBe(1)
    expect(new Set(outputs.map(({ stdout }) => Number(stdout) > 100))).toEqual(new Set([true]))
  })
})

test('a second copy of the modules in the same process understands its own client', async () => {
  await currentProvider().call(listSkus, {})
  vi.resetModules()
  const copy = await import('#lib/provider/commands/current-provider.ts')
  const { listPlans } = await import('#lib/provider/index.ts')
  const [sku] = await copy.currentProvider().call(listSkus, {})
  if (!sku) throw new Error('The sandbox sells something.')

  const list = await copy.currentProvider().call(listPlans, { skuId: sku.skuId })
  await copy.closeProvider()

  expect(list.unreadable).toEqual([])
  expect(list.plans.length).toBeGreaterThan(0)
})

describe('a session that died', () => {
  test('is replaced once for 50 parallel reads', async () => {
    await currentProvider().call(listSkus, {})
    shop.provider.control.endSession()
    await pastPause()

    const answers = await Promise.all(Array.from({ length: 50 }, () => currentProvider().call(listSkus, {})))

    expect(logins()).toBe(2)
    expect(answers.every((skus) => skus.length > 100)).toBe(true)
  })

  test('because another program logged in is noticed, and replaced after a minute', async () => {
    await currentProvider().call(listSkus, {})
    await foreignLogin()
    await currentProvider()
      .call(listSkus, {})
      .catch(() => null)

    expect(await countEarlyExpiries(3_600_000)).toBe(1)
    expect(logins()).toBe(2)

    await pastPause()
    expect((await currentProvider().call(listSkus, {})).length).toBeGreaterThan(100)
    expect(logins()).toBe(3)
  })

  test('within a minute of the last login is not fought for', async () => {
    await currentProvider().call(listSkus, {})
    shop.provider.control.endSession()

    const failure = await currentProvider()
      .call(listSkus, {})
      .catch((error: unknown) => error)

    expect(failure).toMatchObject({ kind: 'session_expired', code: -1 })
    expect(logins()).toBe(1)
  })

  test('again and again is a finding: another program logs in with this account', async () => {
    const { all } = tokenManagers(1)
    const session = await all[0]?.get()
    let epoch = session?.epoch ?? 0
    for (let death = 0; death < 4; death++) {
      await pastPause()
      epoch = (await all[0]?.expired(epoch))?.epoch ?? epoch
    }

    expect(await countEarlyExpiries(3_600_000)).toBe(4)
    expect(await db().discrepancy.findMany({ select: { kind: true } })).toEqual([{ kind: 'foreign_login' }])
    expect((await findSession()).nextTryInMs).toBeGreaterThan(4 * 60_000)
  })
})

describe('a login that fails', () => {
  test('without an answer leaves the old token to decide, and is not repeated at once', async () => {
    await currentProvider().call(listSkus, {})
    await db().$executeRaw`
      UPDATE "UpstreamSession" SET "expiresAt" = clock_timestamp() + interval '5 minutes', "nextTryAt" = NULL`
    await closeProvider()
    shop.provider.control.addFault({ path: 'login', kind: 'reset', times: 10 })

    const first = await currentProvider().call(listSkus, {})
    const second = await currentProvider().call(listSkus, {})

    expect(logins()).toBe(2)
    expect(second.length).toBeGreaterThan(100)
    expect(first).toEqual(second)
  })

  test('with a wrong password is tried at most three times an hour', async () => {
    changeSettings({ RESELLER_API_PASSWORD: 'wrong' })
    for (let minute = 0; minute < 60; minute++) {
      await currentProvider()
        .call(listSkus, {})
        .catch(() => null)
      await db().$executeRaw`UPDATE "UpstreamSession" SET "nextTryAt" = "nextTryAt" - interval '1 minute'`
    }

    expect(logins()).toBeLessThanOrEqual(3)
    expect(logins()).toBeGreaterThan(0)
  })

  test('stops no read once the settings are put right', async () => {
    changeSettings({ RESELLER_API_PASSWORD: 'wrong' })
    await expect(currentProvider().call(listSkus, {})).rejects.toBeInstanceOf(ProviderError)

    changeSettings(shop.settings)

    expect((await currentProvider().call(listSkus, {})).length).toBeGreaterThan(100)
  })

  test('leaves neither password nor token in the call log', async () => {
    await currentProvider().call(listSkus, {})
    await callsLogged()

    const rows = JSON.stringify(await db().callLog.findMany({ omit: { id: true } }))

    expect(rows).toContain('logIn')
    expect(rows).not.toContain('demo-Pass1')
    expect(rows).not.toContain((await findSession()).token)
  })
})

describe('an upstream that is down', () => {
  test('is left alone after five failures, but for one probe', async () => {
    await currentProvider().call(listSkus, {})
    shop.provider.control.addFault({ path: 'getSkus', kind: 'status', status: 503, times: 1_000 })
    for (let call = 0; call < 5; call++)
      await currentProvider()
        .call(listSkus, {})
        .catch(() => null)
    shop.provider.control.clearCalls()

    const failure = await currentProvider()
      .call(listSkus, {})
      .catch((error: unknown) => error)

    expect(failure).toMatchObject({ kind: 'not_sent' })
    expect(shop.provider.control.calls({})).toEqual([])
  })

  test('is used again after one good probe', async () => {
    await db().breaker.updateMany({ where: { key: 'reads' }, data: { state: 'open', openedAt: new Date() } })

    await currentProvider().call(listSkus, {})

    expect(await db().breaker.findFirst({ where: { key: 'reads' }, select: { state: true } })).toEqual({
      state: 'closed',
    })
  })
})

test('an address of its own that answers nobody stops no call to the one that sells', async () => {
  changeSettings({ RESELLER_API_HTTP_URL: 'http://127.0.0.1:9' })
  const iccid = iccidSchema.parse('8985203103001007318')
  const asks = () => currentProvider().call(getCardDetail, { iccid })

  for (let n = 0; n < 6; n += 1) await expect(asks()).rejects.toThrow(ProviderError)

  expect(await currentProvider().call(listSkus, {})).not.toEqual([])
})
