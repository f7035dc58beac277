export type { CallRecord } from '#lib/upstream/call-record.ts'
export {
  createUpstream,
  type Session,
  type TokenSource,
  type Upstream,
  type UpstreamOptions,
} from '#lib/upstream/client.ts'
export {
  formatStartDate,
  toUpstreamDate,
} from '#lib/upstream/dates.ts'
export {
  getCardDetail,
  listCardHistory,
  listCards,
  MAX_CARDS_PER_REQUEST,
} from '#lib/upstream/endpoints/cards.ts'
export { checkStock, listCardSkus, listPlans, listSkus, listTopUpPlans } from '#lib/upstream/endpoints/catalog.ts'
export { logIn } from '#lib/upstream/endpoints/login.ts'
export { searchOrders, searchOrdersLegacy } from '#lib/upstream/endpoints/order-search.ts'
export {
  cancelCards,
  fetchOrderAndForfeitCancellation,
  placeOrder,
  redownloadOrder,
} from '#lib/upstream/endpoints/orders.ts'
export {
  listPartnerPlans,
  listPartnerSkus,
  listPartnerSkusByContinent,
  listPartners,
} from '#lib/upstream/endpoints/partners.ts'
export { topUp, topUpByPlanCode } from '#lib/upstream/endpoints/top-ups.ts'
export { UpstreamError } from '#lib/upstream/errors.ts'
