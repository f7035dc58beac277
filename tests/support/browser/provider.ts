import type { LedgerOrder, OrderChange, UsageChange } from '#sandbox/upstream/control.ts'
import { innerServers } from '#tests/support/browser/store-under-test.ts'

/** One call as the sandbox has it on record. `code` is null when no true answer left the house. */
export type ProviderCall = {
  seq: number
  path: string
  params: Record<string, string>
  code: number | string | null
  orderNum: string | null
}

type Fault = { path: string; kind: string; when?: 'before' | 'after'; times?: number; ms?: number; code?: number }

/** Opens the control plane of the sandbox. Journeys run beside each other, so each looks at its own plan only. */
export async function openProvider(provider = innerServers().upstream) {
  const control = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${provider}/_control/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)

    return response.json()
  }
  const calls = (path: string): Promise<ProviderCall[]> => control('GET', `calls?path=${path}&since=${start}`)
  const all = (await control('GET', 'calls')) as ProviderCall[]
  const start = all.at(-1)?.seq ?? 0
  const placements = async (priceId: string) =>
    (await calls('addEsimOrder')).filter(({ params }) => params.priceId === priceId)

  const about = async (priceId: string, path: string) => {
    const own = new Set((await placements(priceId)).map(({ orderNum }) => orderNum))

    return (await calls(path)).filter(({ params }) => Object.values(params).some((value) => own.has(value)))
  }

  return {
    /** The orders that were placed for a plan since the journey began. */
    placements,
    /** The reads that forfeit the right to cancel, for orders of a plan. No journey of a buyer may make one. */
    forfeits: (priceId: string) => about(priceId, 'getOrderInfo'),
    /** The requests to take eSIMs of a plan back. */
    returns: (priceId: string) => about(priceId, 'refundOrder'),
    /** The activation codes of all orders for a plan, as they were issued. */
    issued: async (priceId: string) => {
      const orders = (await control('GET', 'orders')) as LedgerOrder[]
      const own = orders.filter((order) => String(order.priceId) === priceId)

      return own.flatMap(({ esims }) => esims.map(({ smdp, matchingId }) => `LPA:1$${smdp}$${matchingId}`))
    },
    /** Everything that was asked about a product since the journey began. */
    readsOf: async (skuId: number) => {
      const since = (await control('GET', `calls?since=${start}`)) as ProviderCall[]

      return since.filter(({ params }) => [params.skuId, params.skuid].includes(String(skuId)))
    },
    /** Misbehaves once for calls about a plan, and for no other. */
    misbehave: (priceId: string, fault: Fault) => control('POST', 'faults', { ...fault, match: { priceId } }),
    /** The orders for a plan, as the other side has them in its books. */
    orders: async (priceId: string) => {
      const orders = (await control('GET', 'orders')) as LedgerOrder[]

      return orders.filter((order) => String(order.priceId) === priceId)
    },
    /** Has the other side see data used on an eSIM, or its dates change. */
    reportUsage: (change: UsageChange) => control('POST', 'usage', change),
    /** What the other side's own people do to an order. */
    changeOrder: (change: OrderChange) => control('POST', 'order', change),
    /** Misbehaves for calls about one order, and for no other. */
    misbehaveAbout: (orderNum: string, fault: Fault) => control('POST', 'faults', { ...fault, match: { orderNum } }),
    setPrice: (priceId: string, price: number) => control('POST', 'price', { priceId: Number(priceId), price }),
    setStock: (priceId: string, left: number) => control('POST', 'inventory', { priceId: Number(priceId), left }),
  }
}

/** The other side, as its operator sees it: what was asked, what it sells, how it misbehaves. */
export type Provider = Awaited<ReturnType<typeof openProvider>>
