import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ProviderPlan } from '#lib/catalog/rules/plan.ts'
import {
  type CallRecord,
  createProvider,
  listPlans,
  listSkus,
  logIn,
  type Provider,
  ProviderError,
  type ProviderOptions,
  placeOrder,
  type Session,
} from '#lib/provider/index.ts'
import { type Iccid, parseIccid } from '#lib/provider/rules/provider-ids.ts'
import type { ProviderOrder } from '#lib/provider/rules/provider-order.ts'
import { type RunningSandbox, startSandbox } from '#sandbox/upstream/server.ts'
import { failureAs } from '#tests/support/failures.ts'

export const ACCOUNT = { phone: '10000000000', password: 'demo-Pass1' }
export const SECRET = 'sandbox-secret-0001'

export type SandboxClient = Provider & { session: () => Session | null }

export type SandboxedProvider = {
  sandbox: () => RunningSandbox
  records: CallRecord[]
  callsTo: (path: string) => ReturnType<RunningSandbox['control']['calls']>
  /** A client with a session of its own, which logs in when it has none and after every expiry. */
  aClient: (options?: Partial<ProviderOptions>) => SandboxClient
}

/** Starts one sandbox for the tests of a file, and gives every test a fresh state of it. */
export function openSandbox(): SandboxedProvider {
  let running: RunningSandbox | null = null
  const opened: Provider[] = []
  const records: CallRecord[] = []
  const sandbox = () => {
    if (!running) throw new Error('The sandbox is not running yet.')

    return running
  }
  beforeAll(async () => {
    running = await startSandbox({ port: 0, ...ACCOUNT, secret: SECRET })
  })
  beforeEach(() => {
    sandbox().control.reset()
    records.length = 0
  })
  afterAll(async () => {
    await Promise.all(opened.map((provider) => provider.close()))
    await running?.close()
  })

  return { sandbox, records, callsTo: (path) => sandbox().control.calls({ path }), aClient }

  function aClient(options: Partial<ProviderOptions> = {}): SandboxClient {
    let session: Session | null = null
    const renew = async () => {
      const { token } = await provider.call(logIn, ACCOUNT)
      session = { token, epoch: (session?.epoch ?? 0) + 1 }

      return session
    }
    const provider = createProvider({
      baseUrl: sandbox().url,
      httpUrl: sandbox().url,
      secret: SECRET,
      signForm: 'plain',
      tokens: { get: async () => session ?? renew(), expired: renew },
      onCall: (record) => records.push(record),
      retry: { initialDelayMs: 1, maxDelayMs: 5 },
      ...options,
    })
    opened.push(provider)

    return { ...provider, session: () => session }
  }
}

/** Returns the first plan of the catalogue that fits. */
export async function aPlan(provider: Provider, fits: (plan: ProviderPlan) => boolean): Promise<ProviderPlan> {
  for (const { skuId } of await provider.call(listSkus, {})) {
    const plan = (await provider.call(listPlans, { skuId })).plans.find(fits)
    if (plan) return plan
  }
  throw new Error('The sandbox sells no such plan.')
}

/** Fits a plan that needs nothing but a count. */
export const isSimple = (plan: ProviderPlan) =>
  plan.kind.kind === 'fixed' && !plan.needsStartDate && plan.canTopUp && plan.code !== null

/** Places an order for a plan under fixed references. */
export function buy(provider: Provider, plan: ProviderPlan, count = 1): Promise<ProviderOrder> {
  return provider.call(placeOrder, {
    skuId: plan.skuId,
    priceId: plan.priceId,
    count,
    otherOrderId: 'lin_contract',
    otherItemId: 'att_contract',
  })
}

/** Returns the readable serials of an order. */
export function iccidsOf(order: ProviderOrder): Iccid[] {
  return order.esims.map((esim) => parseIccid(esim.iccid)).filter((iccid) => iccid !== null)
}

/** Returns a simple plan that was bought, with its order and eSIMs. */
export async function aPurchase(provider: Provider, count = 1) {
  const plan = await aPlan(provider, isSimple)
  const order = await buy(provider, plan, count)
  const iccids = iccidsOf(order)
  const iccid = iccids[0]
  if (!iccid) throw new Error('The order has no card.')

  return { plan, order, iccid, iccids }
}

export const failureOf = failureAs(ProviderError)

/** Returns everything a logger could print: own fields, stack, and the chain of causes. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error

  return { ...error, message: error.message, stack: error.stack, cause: describeError(error.cause) }
}

/** Returns a port on which nothing listens. */
export async function aClosedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))

  return typeof address === 'object' && address ? address.port : 0
}
