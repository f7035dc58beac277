import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { ProviderPlan } from '#lib/catalog/rules/plan.ts'
import {
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

const ACCOUNT = { phone: '10000000000', password: 'demo-Pass1' }
const SECRET = 'sandbox-secret-0001'

type SandboxedProvider = {
  sandbox: () => RunningSandbox
  callsTo: (path: string) => ReturnType<RunningSandbox['control']['calls']>
  /** A client with a session of its own, which logs in when it has none and after every expiry. */
  aClient: (options?: Partial<ProviderOptions>) => Provider
}

/** Starts one sandbox for the tests of a file, and gives every test a fresh state of it. */
export function openSandbox(): SandboxedProvider {
  let running: RunningSandbox | null = null
  const opened: Provider[] = []
  const sandbox = () => {
    if (!running) throw new Error('The sandbox is not running yet.')

    return running
  }
  beforeAll(async () => {
    running = await startSandbox({ port: 0, ...ACCOUNT, secret: SECRET })
  })
  beforeEach(() => {
    sandbox().control.reset()
  })
  afterAll(async () => {
    await Promise.all(opened.map((provider) => provider.close()))
    await running?.close()
  })

  return { sandbox, callsTo: (path) => sandbox().control.calls({ path }), aClient }

  function aClient(options: Partial<ProviderOptions> = {}): Provider {
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
      retry: { initialDelayMs: 1, maxDelayMs: 5 },
      ...options,
    })
    opened.push(provider)

    return provider
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
function buy(provider: Provider, plan: ProviderPlan, count = 1): Promise<ProviderOrder> {
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
