import { refundOrder } from '#sandbox/upstream/endpoints/cancel.ts'
import { getESIMDetail } from '#sandbox/upstream/endpoints/card-detail.ts'
import { cardEndpoints } from '#sandbox/upstream/endpoints/cards.ts'
import { catalogEndpoints } from '#sandbox/upstream/endpoints/catalog.ts'
import type { Endpoint } from '#sandbox/upstream/endpoints/endpoint.ts'
import { login } from '#sandbox/upstream/endpoints/login.ts'
import { orderDetailEndpoints } from '#sandbox/upstream/endpoints/order-details.ts'
import { partnerEndpoints } from '#sandbox/upstream/endpoints/partners.ts'
import { orderEndpoints } from '#sandbox/upstream/endpoints/place-order.ts'
import { renewEndpoints } from '#sandbox/upstream/endpoints/renew.ts'
import { searchEndpoints } from '#sandbox/upstream/endpoints/search-orders.ts'

const ALL: Endpoint[] = [
  login,
  ...catalogEndpoints,
  ...partnerEndpoints,
  ...orderEndpoints,
  ...renewEndpoints,
  ...orderDetailEndpoints,
  ...searchEndpoints,
  refundOrder,
  ...cardEndpoints,
  getESIMDetail,
]

export const ENDPOINTS: Map<string, Endpoint> = new Map(ALL.map((endpoint) => [endpoint.path, endpoint]))
