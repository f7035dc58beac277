import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import {
  cancelCards,
  checkStock,
  createProvider,
  getCardDetail,
  listCardHistory,
  listCardSkus,
  listCards,
  listPartnerPlans,
  listPartnerSkus,
  listPartnerSkusByContinent,
  listPartners,
  listPlans,
  listSkus,
  listTopUpPlans,
  logIn,
  type Provider,
  type ProviderOptions,
  placeOrder,
  redownloadOrder,
  searchOrders,
  searchOrdersLegacy,
  topUp,
} from '#lib/provider/index.ts'

/** How a server keeps a caller waiting: not a byte, a byte now and then, or half an answer. */
export const WAYS = ['mute', 'dripping', 'half open'] as const
type Way = (typeof WAYS)[number]

const DRIP_MS = 50

/** A server of this kind, with the number of connections that are open to it. */
export async function startBadServer(way: Way) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let timer: ReturnType<typeof setInterval> | undefined
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      sockets.delete(socket)
    })
    socket.once('data', () => {
      if (way === 'mute') return
      socket.write('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{"code":')
      // Not before: a byte in front of the head would be no answer at all.
      if (way === 'dripping') timer = setInterval(() => socket.write(' '), DRIP_MS)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    open: () => sockets.size,
    close: () => {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

const iccid = '8948010000000000001' as never
const orderNum = 'EP2026'
const partnerId = 1 as never
const skuId = 1 as never
const priceId = 2 as never

type Kind = 'readMs' | 'loginMs' | 'orderCallMs'

/** Every endpoint once, with parameters that it accepts, and the limit that ends it. */
const CALLS: [name: string, limit: Kind, run: (provider: Provider) => Promise<unknown>][] = [
  ['logIn', 'loginMs', ({ call }) => call(logIn, { phone: '1', password: 'x' })],
  ['placeOrder', 'orderCallMs', ({ call }) => call(placeOrder, { skuId, priceId, count: 1 })],
  ['cancelCards', 'orderCallMs', ({ call }) => call(cancelCards, { orderNum, iccids: [iccid] })],
  [
    'topUp',
    'orderCallMs',
    ({ call }) => call(topUp, { iccid, skuId, priceId, otherOrderId: 'a', otherItemId: 'b' } as never),
  ],
  ['redownloadOrder', 'readMs', ({ call }) => call(redownloadOrder, { orderNum })],
  ['listSkus', 'readMs', ({ call }) => call(listSkus, {})],
  ['listPlans', 'readMs', ({ call }) => call(listPlans, { skuId })],
  ['listCardSkus', 'readMs', ({ call }) => call(listCardSkus, { iccid })],
  ['listTopUpPlans', 'readMs', ({ call }) => call(listTopUpPlans, { iccid })],
  ['checkStock', 'readMs', ({ call }) => call(checkStock, { skuId, priceId, count: 1 } as never)],
  ['listCards', 'readMs', ({ call }) => call(listCards, { iccids: [iccid] })],
  ['listCardHistory', 'readMs', ({ call }) => call(listCardHistory, { iccid })],
  ['getCardDetail', 'readMs', ({ call }) => call(getCardDetail, { iccid })],
  ['searchOrders', 'readMs', ({ call }) => call(searchOrders, { orderNum })],
  [
    'searchOrdersLegacy',
    'readMs',
    ({ call }) => call(searchOrdersLegacy, { created: { from: '2026-01-01', to: '2026-01-02' } } as never),
  ],
  ['listPartners', 'readMs', ({ call }) => call(listPartners, {})],
  ['listPartnerSkus', 'readMs', ({ call }) => call(listPartnerSkus, { partnerId })],
  ['listPartnerSkusByContinent', 'readMs', ({ call }) => call(listPartnerSkusByContinent, { partnerId })],
  ['listPartnerPlans', 'readMs', ({ call }) => call(listPartnerPlans, { partnerId })],
]

export type Ended = { name: string; kind: string; tookMs: number; limit: Kind }

/** Calls every endpoint at once, each with a client of its own, and tells how and when each call ended. */
export function callEverything(url: string, limits: NonNullable<ProviderOptions['limits']>): Promise<Ended[]> {
  return Promise.all(
    CALLS.map(async ([name, limit, run]) => {
      const provider = createProvider({
        baseUrl: url,
        httpUrl: url,
        secret: 'x',
        signForm: 'plain',
        limits,
        retry: { tries: 1 },
        tokens: { get: async () => ({ token: 't', epoch: 1 }), expired: async () => null },
      })
      const startedAt = performance.now()
      const kind = await run(provider).then(
        () => 'answered',
        (error: { kind?: string; message: string }) => error.kind ?? error.message,
      )
      const tookMs = performance.now() - startedAt
      await provider.close()

      return { name, kind, tookMs, limit }
    }),
  )
}
