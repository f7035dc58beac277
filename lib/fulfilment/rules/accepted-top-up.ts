import type { Decimal } from '#lib/core/rules/decimal.ts'
import { isAboveTolerance, type OrderProblem } from '#lib/fulfilment/rules/accepted-order.ts'
import type { ProviderOrder } from '#lib/provider/rules/provider-order.ts'

/** What was ordered for an eSIM. `priceId` is `null` where it was not sent by us this time. */
export type ExpectedTopUp = { iccid: string; priceId: number | null; cost: Decimal; isOrderKnown: boolean }

/** Returns everything in which an accepted top-up is not what was ordered; none means that it may be paid for. */
export function inspectTopUp(order: ProviderOrder, expected: ExpectedTopUp): OrderProblem[] {
  const iccids = order.esims.flatMap((esim) => esim.iccid?.trim() ?? [])
  const checks: [OrderProblem, boolean][] = [
    ['no_top_up', order.isTopUp === false],
    ['count', order.count !== null && order.count !== 1],
    ['other_card', iccids.some((iccid) => iccid !== expected.iccid)],
    ['price_id', order.priceId !== null && expected.priceId !== null && order.priceId !== expected.priceId],
    ['order_known', expected.isOrderKnown],
    ['cost', order.total !== null && isAboveTolerance(expected.cost, order.total)],
  ]

  return checks.filter(([, isWrong]) => isWrong).map(([name]) => name)
}
