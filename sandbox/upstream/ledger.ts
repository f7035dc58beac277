import type { CancelRule } from '#sandbox/upstream/catalog/model.ts'

/** One plan on one eSIM, as bought by one order. */
export type PlanEntry = {
  id: number
  iccid: string
  usedMb: number
  beginAt: number | null
  endAt: number | null
  status: number
}

export type Order = {
  orderNum: string
  id: number
  createdAt: number
  skuId: number
  skuName: string
  priceId: number
  apiCode: string | null
  planName: string
  flows: number
  unit: string
  days: number
  flowType: number
  supportDaypass: number
  cancelRule: CancelRule
  count: number
  unitPrice: string
  total: string
  status: number
  cardType: 0 | 1
  orderMode: string | null
  beginDay: number | null
  mainOrderNum: string | null
  renewOrderNums: string[]
  otherOrderId: string | null
  otherItemId: string | null
  /** False when the service was told to lose the caller's references; the control plane still shows them. */
  referencesKept: boolean
  remark: string | null
  lockedAt: number | null
  invisibleUntil: number
  entries: PlanEntry[]
  /** An eSIM is cancelled from `at` on, which lies ahead while the service still works on it. */
  cancelled: { iccid: string; at: number }[]
}

export type Esim = {
  iccid: string
  cardType: 0 | 1
  dpId: number | null
  skuId: number
  smdp: string | null
  matchingId: string | null
  mobileNumber: string
  activateBeforeAt: number
  createdAt: number
  eid: string | null
  dpStatus: string | null
}

export type Session = { token: string; issuedAt: number }

/** What the operator of the service knows about this account, and switches that change how the service behaves. */
export type Account = {
  /** Decimal text in the service's currency; null never runs out. */
  credit: string | null
  apiAllowed: boolean
  esimDetail: 'listed' | 'not-listed' | 'not-enabled'
  keepReferences: boolean
  applyCancelRules: boolean
  filterByReference: boolean
  filterByEsim: boolean
  esimsWithOrder: 'all' | 'one-missing' | 'none'
  addressStyle: 'host' | 'whole-code'
  cancelDelayMs: number
  /** `packageList` goes on naming eSIMs that were taken back: the specification is silent about it. */
  listKeepsCancelled: boolean
  /** False when `dpStatus` never tells that an eSIM was taken back. */
  disablesCancelled: boolean
  /** Decimal text added to the total of every new order. */
  extraCharge: string
  /** Added to the times of the order lists: a clock that is wrong, or another zone. */
  listSkewMs: number
  /** False when the order list does not tell top-ups apart. */
  listsRenew: boolean
  /** The most orders that a page of the order list has, whatever was asked for: null is no limit, 0 a list that is never shown. */
  maxPageSize: number | null
  /** How a search of orders says that there are none: by a total of 0, or by the code of what is not found. */
  emptySearch: 'zero' | '3'
}

export const NEW_ACCOUNT: Account = {
  credit: '1000000',
  apiAllowed: true,
  esimDetail: 'not-listed',
  keepReferences: true,
  applyCancelRules: true,
  filterByReference: true,
  filterByEsim: true,
  esimsWithOrder: 'all',
  addressStyle: 'host',
  cancelDelayMs: 0,
  listKeepsCancelled: false,
  disablesCancelled: true,
  extraCharge: '0',
  listSkewMs: 0,
  listsRenew: true,
  maxPageSize: null,
  emptySearch: 'zero',
}

/** The ICCIDs of an order that are not cancelled at `now`. */
export function liveEntries(order: Order, now: number): PlanEntry[] {
  const gone = new Set(order.cancelled.filter((entry) => entry.at <= now).map((entry) => entry.iccid))

  return order.entries.filter((entry) => !gone.has(entry.iccid))
}

/** 0 active, 2 cancelled, 4 partly cancelled, 5 on an order whose card was deleted. */
export function statusOf(order: Order, now: number): number {
  const live = liveEntries(order, now).length
  if (live === 0) return 2
  if (live < order.entries.length) return 4

  return order.status
}
