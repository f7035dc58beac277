import { done, type Endpoint, NOT_FOUND, refused } from '#sandbox/upstream/endpoints/endpoint.ts'
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

export const orderDetailEndpoints = [getOrderInfo, reDownOrderPDF]
