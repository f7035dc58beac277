import {
  cancelCards,
  fetchOrderAndForfeitCancellation,
  logIn,
  placeOrder,
  topUp,
  topUpByPlanCode,
  type Upstream,
  UpstreamError,
} from '#lib/provider/index.ts'
import type { Iccid, PriceId, SkuId } from '#lib/provider/rules/upstream-ids.ts'

export const skuId = 26 as SkuId
export const priceId = 301 as PriceId
export const iccid = '8948010000000000001' as Iccid

/** Every call that acts once, by name. */
export const ONCE: [name: string, run: (upstream: Upstream) => Promise<unknown>][] = [
  ['placeOrder', (upstream) => upstream.call(placeOrder, { skuId, priceId, count: 1 })],
  ['topUp', (upstream) => upstream.call(topUp, { skuId, priceId, iccid })],
  ['topUpByPlanCode', (upstream) => upstream.call(topUpByPlanCode, { planCode: '392-0-3-1-G', orderNum: 'EP1' })],
  ['cancelCards', (upstream) => upstream.call(cancelCards, { orderNum: 'EP1', iccids: [iccid] })],
  ['the forfeiting read', (upstream) => upstream.call(fetchOrderAndForfeitCancellation, { orderNum: 'EP1' })],
  ['logIn', (upstream) => upstream.call(logIn, { phone: '10000000000', password: 'demo-Pass1' })],
]

/** Returns the error with which a call ended; a call that did not fail, or failed otherwise, throws. */
export async function failureOf(promise: Promise<unknown>): Promise<UpstreamError> {
  const error = await promise.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof UpstreamError)) throw error

  return error
}
