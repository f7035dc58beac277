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
import { failureAs } from '#tests/support/failures.ts'

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

export const failureOf = failureAs(ProviderError)
