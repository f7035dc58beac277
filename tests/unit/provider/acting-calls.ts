import {
  cancelCards,
  fetchOrderAndForfeitCancellation,
  logIn,
  type Provider,
  ProviderError,
  placeOrder,
  topUp,
  topUpByPlanCode,
} from '#lib/provider/index.ts'
import type { Iccid, PriceId, SkuId } from '#lib/provider/rules/provider-ids.ts'

export const skuId = 26 as SkuId
export const priceId = 301 as PriceId
export const iccid = '8948010000000000001' as Iccid

/** Every call that acts once, by name. */
export const ONCE: [name: string, run: (provider: Provider) => Promise<unknown>][] = [
  ['placeOrder', (provider) => provider.call(placeOrder, { skuId, priceId, count: 1 })],
  ['topUp', (provider) => provider.call(topUp, { skuId, priceId, iccid })],
  ['topUpByPlanCode', (provider) => provider.call(topUpByPlanCode, { planCode: '392-0-3-1-G', orderNum: 'EP1' })],
  ['cancelCards', (provider) => provider.call(cancelCards, { orderNum: 'EP1', iccids: [iccid] })],
  ['the forfeiting read', (provider) => provider.call(fetchOrderAndForfeitCancellation, { orderNum: 'EP1' })],
  ['logIn', (provider) => provider.call(logIn, { phone: '10000000000', password: 'demo-Pass1' })],
]

/** Returns the error with which a call ended; a call that did not fail, or failed otherwise, throws. */
export async function failureOf(promise: Promise<unknown>): Promise<ProviderError> {
  const error = await promise.then(
    () => new Error('It succeeded.'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof ProviderError)) throw error

  return error
}
