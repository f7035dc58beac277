import { addDecimals, compareDecimals, type Decimal, subtractDecimals, ZERO } from '#lib/core/rules/decimal.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import { type ProviderOrderRow, toProviderOrderState } from '#lib/provider/rules/provider-order.ts'
import type {
  FoundDiscrepancy,
  ReconciledKind,
  Risk,
  SideDetails,
} from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** An order of ours at the network, as the comparison needs it. `eSIMs` that went back are `isGone`. */
export type OurOrder = {
  orderNum: string
  orderId: string
  orderNumber: string
  itemId: string
  itemRef: string
  itemState: ItemState
  plan: string
  count: number
  isRenewal: boolean
  expectedCost: Decimal
  recordedCost: Decimal | null
  costCurrency: string
  currency: string
  cards: { iccid: string; isGone: boolean; share: Decimal }[]
  price: Decimal
  isCancelOpen: boolean
  isCancelProven: boolean
  createdAt: Date
}

type OrderMismatch = { kind: ReconciledKind; mark: string; differs: readonly string[]; risk: Risk | null }

const FETCHED: ItemState[] = ['DELIVERED', 'DELIVERABLE', 'HELD']

/** Returns what differs between an order of ours and its row in the network's list; none is what it should be. */
export function judgeListedOrder(
  ours: OurOrder,
  listed: ProviderOrderRow,
  { listDropsCancelled }: { listDropsCancelled: boolean },
): FoundDiscrepancy[] {
  const status = judgeStatus(ours, listed)
  // A status that differs explains its eSIMs; two discrepancies about one fact would be one too many.
  const cards = status ? null : judgeEsims(ours, listed, listDropsCancelled)
  const cost = judgeCost(ours, listed)

  return [status, cards, cost].flatMap((mismatch) => (mismatch ? [toDiscrepancy(ours, listed, mismatch)] : []))
}

/** The discrepancy for an order of ours that the network does not list, not even by its number. */
export function unlistedDiscrepancy(ours: OurOrder): FoundDiscrepancy {
  const risk = { amount: ours.price, currency: ours.currency }

  return toDiscrepancy(ours, null, { kind: 'order_not_listed', mark: 'not listed', differs: ['order'], risk })
}

function judgeStatus(ours: OurOrder, { status, plans }: ProviderOrderRow): OrderMismatch | null {
  // While a cancellation is under way, its own looks decide what the status means.
  if (status === null || ours.isCancelOpen) return null
  const orderState = toProviderOrderState(status)
  const here = ours.cards.filter(({ isGone }) => !isGone)
  if (orderState === 'unknown') {
    return { kind: 'status_unknown', mark: `status:${status}`, differs: ['state'], risk: priceRisk(ours) }
  }
  const differs = { kind: 'status_differs', mark: `status:${status}`, differs: ['state', 'cards'] } as const
  const isAllGone = ours.isCancelProven || (ours.cards.length > 0 && here.length === 0)
  if (orderState === 'cancelled') return isAllGone ? null : { ...differs, risk: shareRisk(ours, here) }
  const listed = iccidsOf(plans)
  if (orderState === 'active') {
    const isBack = ours.cards.some(({ iccid, isGone }) => isGone && listed.has(iccid))

    return isBack || ours.isCancelProven ? { ...differs, risk: priceRisk(ours) } : null
  }
  const missing = here.filter(({ iccid }) => !listed.has(iccid))

  return missing.length > 0 ? { ...differs, risk: shareRisk(ours, missing) } : null
}

function judgeEsims(
  ours: OurOrder,
  { plans, status }: ProviderOrderRow,
  listDropsCancelled: boolean,
): OrderMismatch | null {
  if (ours.isRenewal || ours.isCancelOpen || toProviderOrderState(status) === 'cancelled') return null
  if (!FETCHED.includes(ours.itemState)) return null
  const listed = iccidsOf(plans)
  const here = ours.cards.filter(({ isGone }) => !isGone)
  const missing = here.filter(({ iccid }) => !listed.has(iccid))
  // The specification does not say whether the list goes on naming what was taken back.
  const known = new Set((listDropsCancelled ? here : ours.cards).map(({ iccid }) => iccid))
  const unexpected = [...listed].filter((iccid) => !known.has(iccid))
  if (missing.length === 0 && unexpected.length === 0) return null
  const mark = `missing:${missing.map(({ iccid }) => iccid.slice(-6)).sort()} surplus:${unexpected.map((iccid) => iccid.slice(-6)).sort()}`
  const risk = missing.length > 0 ? shareRisk(ours, missing) : priceRisk(ours)

  return { kind: 'cards_differ', mark, differs: ['cards'], risk }
}

/** Tells whether a row says what the order costs. One that is not whole any more may be listed with what is left of it. */
export function isCostJudged(ours: OurOrder, { total, status }: ProviderOrderRow): boolean {
  const state = toProviderOrderState(status)
  if (total === null || state === 'cancelled') return false
  const isBelow = (known: Decimal | null) => known !== null && compareDecimals(total, known) < 0

  return state === 'active' || !(isBelow(ours.expectedCost) || isBelow(ours.recordedCost))
}

function judgeCost(ours: OurOrder, row: ProviderOrderRow): OrderMismatch | null {
  const { total } = row
  if (total === null || !isCostJudged(ours, row)) return null
  const isAsExpected = compareDecimals(total, ours.expectedCost) === 0
  const isAsRecorded = ours.recordedCost === null || compareDecimals(total, ours.recordedCost) === 0
  if (isAsExpected && isAsRecorded) return null
  const gap = subtractDecimals(total, ours.expectedCost)
  const amount = (gap.startsWith('-') ? gap.slice(1) : gap) as Decimal

  return {
    kind: 'cost_differs',
    mark: `charged:${total}`,
    differs: ['cost'],
    risk: { amount, currency: ours.costCurrency },
  }
}

/** What the network's list says about an order. */
export function networkDetails(
  row: ProviderOrderRow,
  extra: { itemRef?: string | null; currency: string },
): SideDetails {
  return {
    order: row.orderNum,
    ...(row.skuName === null ? {} : { plan: row.skuName }),
    ...(extra.itemRef ? { reference: extra.itemRef } : {}),
    ...(row.status === null ? {} : { state: `status ${row.status}` }),
    ...(row.count === null ? {} : { count: row.count }),
    cards: [...iccidsOf(row.plans)],
    ...(row.total === null ? {} : { cost: `${row.total} ${extra.currency}` }),
    ...(row.createdAt === null ? {} : { at: row.createdAt.toISOString() }),
  }
}

/** The ICCIDs of an order row. */
export function iccidsOf(plans: ProviderOrderRow['plans']): Set<string> {
  return new Set(plans.flatMap(({ iccid }) => iccid?.trim() || []))
}

function ourDetails(ours: OurOrder): SideDetails {
  return {
    order: ours.orderNumber,
    plan: ours.plan,
    reference: ours.itemRef,
    state: ours.itemState,
    count: ours.count,
    cards: ours.cards.filter(({ isGone }) => !isGone).map(({ iccid }) => iccid),
    cost: `${ours.expectedCost} ${ours.costCurrency}`,
    at: ours.createdAt.toISOString(),
  }
}

function toDiscrepancy(
  ours: OurOrder,
  listed: ProviderOrderRow | null,
  { kind, mark, differs, risk }: OrderMismatch,
): FoundDiscrepancy {
  return {
    kind,
    subject: ours.orderNum,
    orderId: ours.orderId,
    mark,
    risk,
    evidence: {
      ours: ourDetails(ours),
      network: listed && networkDetails(listed, { currency: ours.costCurrency }),
      provider: null,
      differs,
      itemId: ours.itemId,
    },
  }
}

function priceRisk({ price, currency }: OurOrder): Risk {
  return { amount: price, currency }
}

function shareRisk(ours: OurOrder, cards: OurOrder['cards']): Risk {
  if (cards.length === 0) return priceRisk(ours)

  return { amount: cards.reduce((sum, { share }) => addDecimals(sum, share), ZERO), currency: ours.currency }
}
