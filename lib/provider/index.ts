export type { CallRecord } from '#lib/provider/call-record.ts'
export {
  createProvider,
  type Provider,
  type ProviderOptions,
  type Session,
  type TokenSource,
} from '#lib/provider/client.ts'
export {
  checkStock,
  listCardSkus,
  listPartnerPlans,
  listPartnerSkus,
  listPartnerSkusByContinent,
  listPartners,
  listPlans,
  listSkus,
  listTopUpPlans,
} from '#lib/provider/endpoints/catalog.ts'
export {
  getCardDetail,
  listCardHistory,
  listCards,
  MAX_ESIMS_PER_REQUEST,
} from '#lib/provider/endpoints/esims.ts'
export { logIn } from '#lib/provider/endpoints/login.ts'
export {
  cancelCards,
  fetchOrderAndForfeitCancellation,
  placeOrder,
  redownloadOrder,
  searchOrders,
  searchOrdersLegacy,
} from '#lib/provider/endpoints/orders.ts'
export { topUp, topUpByPlanCode } from '#lib/provider/endpoints/top-ups.ts'
export { ProviderError } from '#lib/provider/errors.ts'
export {
  formatStartDate,
  toProviderDate,
} from '#lib/provider/wire.ts'
