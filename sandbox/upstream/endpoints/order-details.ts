import {
  done,
  type Endpoint,
  listIn,
  NOT_FOUND,
  PARAMS_MISSING,
  refused,
} from '#sandbox/upstream/endpoints/endpoint.ts'
import { statusOf } from '#sandbox/upstream/ledger.ts'
import { fullOrder, orderAnswer } from '#sandbox/upstream/order-answer.ts'

/** Reading an order here ends the right to cancel it. */
const getOrderInfo: Endpoint = {
  path: '/api_esim/getOrderInfo',
  method: 'GET',
  access: 'session',
  required: ['orderNum'],
  success: '0',
  run: ({ world, params, at }) => {
    const order = world.orders.get(params.orderNum ?? '')
    if (!order) return NOT_FOUND
    order.lockedAt ??= at
    world.journal.append({ kind: 'order', value: order })

    return done(fullOrder(world, order))
  },
}

const reDownOrderPDF: Endpoint = {
  path: '/api_esim/reDownOrderPDF',
  method: 'GET',
  access: 'session',
  required: ['orderNum'],
  success: '0',
  run: ({ world, params, at }) => {
    const order = world.orders.get(params.orderNum ?? '')
    if (!order) return NOT_FOUND
    if (statusOf(order, at) !== 0) return refused(4, 'order status error')

    return done(orderAnswer(world, order, params.backInfo))
  },
}

/**
 * Not in the specification, and used by public clients: mails the PDF of an order, or answers where it lies. Its own mails
 * are only noted in the call log.
 */
const handlerEsimPdf: Endpoint = {
  path: '/api_esim/handlerEsimPdf',
  method: 'POST',
  access: 'session',
  required: ['type', 'orderId'],
  success: '0',
  run: ({ world, params, at }) => {
    const order = world.orders.get(params.orderId ?? '')
    const known = new Set(order?.entries.map((entry) => entry.iccid))
    if (!order || !listIn(params.iccids).every((iccid) => known.has(iccid))) return NOT_FOUND
    if (statusOf(order, at) === 2) return refused(4, 'order status error')
    if (params.type !== 'email') return done(orderAnswer(world, order, '2'))

    return params.email ? done(null) : PARAMS_MISSING
  },
}

export const orderDetailEndpoints = [getOrderInfo, reDownOrderPDF, handlerEsimPdf]
