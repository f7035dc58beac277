import type { LockBadge } from '#lib/orders/rules/admin-orders.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import type { OrderStatus } from '#lib/orders/rules/order-status.ts'
import type { Amount } from '#lib/settings/rules/shop.ts'

/** A value of an evidence record that is fit to be shown: never a code, a token or a name. */
export type EvidenceRow = { key: string; value: string; money?: { minor: number; currency: string } }

/** An eSIM of an item. `iccid` is shortened for roles that may not see it; there is no code here for anybody. */
export type AdminEsim = {
  id: string
  iccid: string
  traveller: string | null
  state: 'no_code' | 'sealed' | 'opened' | 'deleted'
  openedAt: Date | null
  openedBy: string | null
  cancelState: string
  priceShareMinor: number
  refundedMinor: number
  activateBefore: string | null
}

/** An order at the network. `status` stays the number that came. */
export type AdminProviderOrder = {
  orderNum: string
  status: number | null
  statusReadAt: Date | null
  cost: string | null
  costCurrency: string
  lock: LockBadge
}

/** One call that may have bought something. */
export type AdminAttempt = {
  n: number
  reference: string
  state: string
  code: number | null
  reason: string | null
  looks: number
  sentAt: Date | null
}

export type AdminItem = {
  id: string
  state: ItemState
  reason: string | null
  evidence: EvidenceRow[]
  plan: { destination: string; iso2: string | null; amount: Amount; days: number; isDayPass: boolean; count: number }
  startDate: string | null
  priceMinor: number
  reference: string
  quotedCost: { text: string; currency: string } | null
  heldSince: Date | null
  providerOrders: AdminProviderOrder[]
  attempts: AdminAttempt[]
  esims: AdminEsim[]
}

export type AdminPayment = {
  id: string
  provider: string
  state: string
  reason: string | null
  amountMinor: number
  capturedMinor: number
  refundedMinor: number
  isTest: boolean
  createdAt: Date
}

/** A difference between us and an outside party that nobody has settled yet. */
export type OpenDiscrepancy = { id: string; kind: string; openedAt: Date; facts: EvidenceRow[] }

/** A request to give eSIMs of a network order back. `eSIMs` is empty where it is about the whole order. */
export type AdminCancellation = {
  id: string
  orderNum: string
  state: string
  reason: string | null
  askedBy: string | null
  askedAt: Date
  sentAt: Date | null
  endedAt: Date | null
  looks: number
  esims: { iccid: string; answer: string | null }[]
  facts: EvidenceRow[]
}

/** Money on its way back. */
export type AdminRefund = {
  id: string
  kind: string
  state: string
  amountMinor: number
  reason: string
  askedBy: string | null
  createdAt: Date
  sentAt: Date | null
  doneAt: Date | null
}

/** Where the captured money of an order stands. The three parts add up to `capturedMinor`. */
export type MoneyBar = {
  heldMinor: number
  capturedMinor: number
  refundedMinor: number
  openMinor: number
  keptMinor: number
}

/** What made an event, which decides its mark. */
export type EventSource = 'network' | 'money' | 'mail' | 'staff' | 'customer' | 'clock'
export type EventTone = 'plain' | 'ok' | 'wait' | 'stop'

/**
 * One item of the history. `name` is looked up among the sentences of its `family`; a name without a sentence is shown
 * as it is.
 */
export type HistoryEvent = {
  key: string
  at: Date
  family: 'event' | 'call' | 'act' | 'mail'
  name: string
  source: EventSource
  tone: EventTone
  actor: string | null
  facts: EvidenceRow[]
}

/** Everything that staff may read about one order. Costs are absent for roles that may not see them. */
export type AdminOrder = {
  id: string
  number: string
  createdAt: Date
  mode: string
  locale: string
  currency: string
  totalMinor: number
  customerId: string
  email: string
  isMasked: boolean
  status: OrderStatus
  items: AdminItem[]
  payments: AdminPayment[]
  /** Codes that it was made with. `releasedAt`: nothing was paid, and the code counts as unused again. */
  uses: { promotionId: string; code: string; discountMinor: number; releasedAt: Date | null }[]
  money: MoneyBar
  /** What is left after the cost that the network charged; `null` while a cost is unknown, or for other roles. */
  marginMinor: number | null
  discrepancies: OpenDiscrepancy[]
  cancellations: AdminCancellation[]
  refunds: AdminRefund[]
  history: HistoryEvent[]
}
