import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { UpstreamPlan } from '#lib/catalog/rules/plan.ts'
import {
  type CallRecord,
  createUpstream,
  listPlans,
  listSkus,
  logIn,
  placeOrder,
  type Session,
  type Upstream,
  UpstreamError,
  type UpstreamOptions,
} from '#lib/provider/index.ts'
import { type Iccid, parseIccid } from '#lib/provider/rules/upstream-ids.ts'
import type { UpstreamOrder } from '#lib/provider/rules/upstream-order.ts'
import { type RunningSandbox, startSandbox } from '#sandbox/upstream/server.ts'

export const ACCOUNT = { phone: '10000000000', password: 'demo-Pass1' }
export const SECRET = 'sandbox-secret-0001'

export type SandboxClient = Upstream & { session: () => Session | null }

export type SandboxedUpstream = {
  sandbox: () => RunningSandbox
  records: CallRecord[]
  callsTo: (path: string) => ReturnType<RunningSandbox['control']['calls']>
  /** A client with a session of its own, which logs in when it has none and after every expiry. */
  aClient: (options?: Partial<UpstreamOptions>) => SandboxClient
}

/** Starts one sandbox for the tests of a file, and gives every test a fresh state of it. */
export function openSandbox(): SandboxedUpstream {
  let running: RunningSandbox | null = null
  const opened: Upstream[] = []
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
    await Promise.all(opened.map((upstream) => upstream.close()))
    await running?.close()
  })

  return { sandbox, records, callsTo: (path) => sandbox().control.calls({ path }), aClient }

  function aClient(options: Partial<UpstreamOptions> = {}): SandboxClient {
    let session: Session | null = null
    const renew = async () => {
      const { token } = await upstream.call(logIn, ACCOUNT)
      session = { token, epoch: (session?.epoch ?? 0) + 1 }

      return session
    }
    const upstream = createUpstream({
      baseUrl: sandbox().url,
      httpUrl: sandbox().url,
      secret: SECRET,
      signForm: 'plain',
      tokens: { get: async () => session ?? renew(), expired: renew },
      onCall: (record) => records.push(record),
      retry: { initialDelayMs: 1, maxDelayMs: 5 },
      ...options,
    })
    opened.push(upstream)

    return { ...upstream, session: () => session }
  }
}

/** Returns the first plan of the catalogue that fits. */
export async function aPlan(upstream: Upstream, fits: (plan: UpstreamPlan) => boolean): Promise<UpstreamPlan> {
  for (const { skuId } of await upstream.call(listSkus, {})) {
    const plan = (await upstream.call(listPlans, { skuId })).plans.find(fits)
    if (plan) return plan
  }
  throw new Error('The sandbox sells no such plan.')
}

/** Fits a plan that needs nothing but a count. */
export const isSimple = (plan: UpstreamPlan) =>
  plan.kind.kind === 'fixed' && !plan.needsStartDate && plan.canTopUp && plan.code !== null

/** Places an order for a plan under fixed references. */
export function buy(upstream: Upstream, plan: UpstreamPlan, count = 1): Promise<UpstreamOrder> {
  return upstream.call(placeOrder, {
    skuId: plan.skuId,
    priceId: plan.priceId,
    count,
    otherOrderId: 'lin_contract',
    otherItemId: 'att_contract',
  })
}

/** Returns the readable serials of an order. */
export function iccidsOf(order: UpstreamOrder): Iccid[] {
  return order.esims.map((esim) => parseIccid(esim.iccid)).filter((iccid) => iccid !== null)
}

/** Returns a simple plan that was bought, with its order and eSIMs. */
export async function aPurchase(upstream: Upstream, count = 1) {
  const plan = await aPlan(upstream, isSimple)
  const order = await buy(upstream, plan, count)
  const iccids = iccidsOf(order)
  const iccid = iccids[0]
  if (!iccid) throw new Error('The order has no card.')

  return { plan, order, iccid, iccids }
}

/** Returns the error with which a call ended; a call that did not fail, or failed otherwise, throws. */
export async function failureOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const error = await promise.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof UpstreamError)) throw error

  return error
}

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
