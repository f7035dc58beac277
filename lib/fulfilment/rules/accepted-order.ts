import { compareDecimals, type Decimal, decimal, multiplyDecimals } from '#lib/core/rules/decimal.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { type CodeReading, readCode } from '#lib/esims/rules/lpa.ts'
import { type Iccid, parseIccid } from '#lib/provider/rules/provider-ids.ts'
import type { ProviderEsim, ProviderOrder } from '#lib/provider/rules/provider-order.ts'

/** What was ordered, and what is known already. `priceId` is `null` where it was not sent by us this time. */
type ExpectedOrder = {
  count: number
  priceId: number | null
  cost: Decimal
  isOrderKnown: boolean
  knownIccids: ReadonlySet<string>
}

/** An eSIM of an accepted order, with what its code amounts to. */
export type ReadEsim = { iccid: Iccid; reading: CodeReading; activateBefore: string | null }

/** Everything in which an accepted order is not what was ordered; none means that it may be paid for. */
export const ORDER_PROBLEMS = [
  'count',
  'card_count',
  'price_id',
  'order_known',
  'iccid_invalid',
  'iccid_repeated',
  'iccid_known',
  'cost',
  'code_unusable',
  'no_top_up',
  'other_card',
] as const
export type OrderProblem = (typeof ORDER_PROBLEMS)[number]

const TOLERANCE = decimal('1.02')

/** Returns the usable eSIMs of an order, and what is wrong with it. An order without eSIMs is only incomplete. */
export function inspectOrder(
  order: ProviderOrder,
  expected: ExpectedOrder,
): { esims: ReadEsim[]; problems: OrderProblem[] } {
  const read = order.esims.map(toReadEsim)
  const esims = read.filter((esim) => esim !== null)
  const iccids = esims.map((esim) => esim.iccid)
  const fresh = esims.filter(({ iccid }, index) => !expected.knownIccids.has(iccid) && iccids.indexOf(iccid) === index)
  const checks: [OrderProblem, boolean][] = [
    ['count', order.count !== null && order.count !== expected.count],
    ['card_count', order.esims.length > 0 && order.esims.length !== expected.count],
    ['price_id', order.priceId !== null && expected.priceId !== null && order.priceId !== expected.priceId],
    ['order_known', expected.isOrderKnown],
    ['iccid_invalid', esims.length < read.length],
    ['iccid_repeated', new Set(iccids).size < iccids.length],
    ['iccid_known', iccids.some((iccid) => expected.knownIccids.has(iccid))],
    ['cost', order.total !== null && isAboveTolerance(expected.cost, order.total)],
    ['code_unusable', esims.some(({ reading }) => reading.kind === 'unusable')],
  ]

  return { esims: fresh, problems: checks.filter(([, isWrong]) => isWrong).map(([name]) => name) }
}

/** What details brought, for the doubts that a person has accepted: eSIMs, codes among them, and how many are to be delivered. */
type CameDetails = { accepted: readonly string[]; wanted: number; esims: number; codes: number }

/**
 * Returns what of the problems of an order's details is in doubt: the cost was judged when it was placed, and what a person has
 * accepted is settled. Too few eSIMs, and too few codes where some cannot be used, are not: nothing could be delivered by that.
 */
export function openDoubts(
  problems: readonly OrderProblem[],
  { accepted, wanted, esims, codes }: CameDetails,
): OrderProblem[] {
  const isMissing = (problem: OrderProblem) =>
    (problem === 'card_count' && esims < wanted) || (problem === 'code_unusable' && codes < wanted)

  return problems.filter((problem) => problem !== 'cost' && (!accepted.includes(problem) || isMissing(problem)))
}

/** What the fields of an eSIM say about a code that nobody may be given; for whoever has to decide. */
type CodeDoubt = { card: string; codeProblem: string; said: string[] }

/** Returns what is doubtful about the codes of eSIMs, masked. */
export function codeDoubts(esims: readonly ReadEsim[]): CodeDoubt[] {
  return esims.flatMap(({ iccid, reading }) =>
    reading.kind === 'unusable' ? [{ card: maskIccid(iccid), codeProblem: reading.issue, said: reading.said }] : [],
  )
}

/** Tells whether a cost lies more than two per cent above what was expected. */
function isAboveTolerance(expected: Decimal, actual: Decimal): boolean {
  return compareDecimals(actual, multiplyDecimals(expected, TOLERANCE)) > 0
}

function toReadEsim(esim: ProviderEsim): ReadEsim | null {
  const iccid = parseIccid(esim.iccid)

  return iccid === null ? null : { iccid, reading: readCode(esim), activateBefore: esim.activateBefore }
}

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
