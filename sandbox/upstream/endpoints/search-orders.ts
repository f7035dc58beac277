import { DAY_MS, startOfDay } from '#sandbox/upstream/clock.ts'
import { done, type Endpoint, numberIn, refused } from '#sandbox/upstream/endpoints/endpoint.ts'
import { isVisible, orderFilter, referenceFilter } from '#sandbox/upstream/order-filter.ts'
import { legacyRow, orderRow } from '#sandbox/upstream/order-rows.ts'

const AMERICAN_DAY = /^(?<month>\d\d)\/(?<day>\d\d)\/(?<year>\d{4})$/

const QUERY_FAILED = refused(-8, 'query failed')

const queryEsimOrder: Endpoint = {
  path: '/api_esim/queryEsimOrder',
  method: 'GET',
  access: 'session',
  required: [],
  success: '0',
  run: ({ world, params, at }) => {
    const pageNo = numberIn(params.pageNo ?? '1')
    const pageSize = numberIn(params.pageSize ?? '30')
    const test = orderFilter(world, params)
    if (!test || !pageNo || !pageSize) return QUERY_FAILED
    const found = [...world.orders.values()].filter(test).reverse()
    const rows = found.slice((pageNo - 1) * pageSize, pageNo * pageSize)

    return done({ total: found.length, page: pageNo, rows: rows.map((order) => orderRow(order, at, world.account)) })
  },
}

const queryOrder: Endpoint = {
  path: '/api_esim/queryOrder',
  method: 'GET',
  access: 'session',
  required: ['startDate', 'endDate'],
  success: '0',
  run: ({ world, params, at }) => {
    const from = dayIn(params.startDate)
    const to = dayIn(params.endDate)
    const pageSize = numberIn(params.pageSize ?? '10')
    if (from === null || to === null || !pageSize) return QUERY_FAILED
    const isReferenced = referenceFilter(world, params)
    const found = [...world.orders.values()]
      .filter((order) => order.cardType === 0 && isVisible(order, at))
      .filter((order) => order.createdAt >= from && order.createdAt < to + DAY_MS && isReferenced(order))
      .reverse()

    return done({ total: found.length, page: 1, rows: found.slice(0, pageSize).map((order) => legacyRow(order, at)) })
  },
}

export const searchEndpoints = [queryEsimOrder, queryOrder]

/** `YYYY-MM-DD`, as the specification says, or `MM/DD/YYYY`, as a public client sends it. */
function dayIn(text = ''): number | null {
  const parts = /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/.exec(text) ?? AMERICAN_DAY.exec(text)
  const { year = '', month = '', day = '' } = parts?.groups ?? {}

  return startOfDay(year, month, day)
}
