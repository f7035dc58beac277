import type { PauseReason } from '#lib/checkout/rules/pause-reasons.ts'
import { TIMERS } from '#lib/core/rules/timers.ts'
import type { ReviewChoice } from '#lib/fulfilment/rules/review-actions.ts'
import type { LockBadge } from '#lib/orders/rules/admin-orders.ts'
import type { ItemState } from '#lib/orders/rules/item-states.ts'
import type { OrderStatus } from '#lib/orders/rules/order-status.ts'
import type { OrderRate } from '#lib/pricing/rules/selling-currency.ts'
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
type AdminProviderOrder = {
  orderNum: string
  status: number | null
  statusReadAt: Date | null
  cost: string | null
  costCurrency: string
  lock: LockBadge
}

/** One call that may have bought something. */
type AdminAttempt = {
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

type AdminPayment = {
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
  authorisedMinor: number
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
  /** What is left after the cost that the network charged, in the store's currency; `null` while a cost is unknown, or for other roles. */
  margin: { minor: number; currency: string } | null
  /** `null` for an order in the store's currency. */
  rate: OrderRate | null
  discrepancies: OpenDiscrepancy[]
  cancellations: AdminCancellation[]
  refunds: AdminRefund[]
  history: HistoryEvent[]
}

/** An order at the network that may be the one of a held line, as it was last read. */
export type Candidate = {
  orderNum: string
  count: number | null
  status: number | null
  createdAt: string | null
  esims: number | null
}

/** What can be decided about a held line by this member of staff. `epoch` goes back with the decision. */
export type ReviewActions = {
  itemId: string
  epoch: number
  /** What a role may do, with what stands in its way; other acts are absent. */
  choices: (ReviewChoice & { needsSecond: boolean })[]
  candidates: Candidate[]
}

/** An act that waits for a second person. `path` and `body` are what that person sends. */
export type WaitingAction = {
  id: string
  act: string
  itemId: string | null
  amountMinor: number | null
  reason: string
  askedBy: string | null
  askedAt: Date
  isOwn: boolean
}

/** A note of the team. */
export type Note = { id: string; text: string; by: string | null; at: Date }

/** A payout by bank that nobody has made yet. */
export type OpenPayout = { id: string; amountMinor: number; currency: string; facts: EvidenceRow[] }

/** An order at the network with what a full record of it would cost. */
export type RecordSubject = { orderNum: string; esims: number; isLocked: boolean; atStakeMinor: number }

/** Everything that a member of staff can do to one order, beside reading it. */
export type OrderActions = {
  reviews: ReviewActions[]
  waiting: WaitingAction[]
  notes: Note[] | null
  tags: string[]
  assignee: { id: string; name: string } | null
  assignable: { id: string; name: string }[]
  payouts: OpenPayout[]
  records: RecordSubject[]
  /** Refunds that were refused, and that nobody has settled. */
  refusedRefunds: string[]
  /** Returns that stay open. */
  openCancellations: string[]
  goodwill: { itemId: string; position: number; leftMinor: number }[]
  salesPause: PauseReason | null
  /** The sum up to which this member of staff may give eSIMs back; `null` without a limit. */
  limitMinor: number | null
  /** For how long the network has not answered; `null` while it does. */
  unresponsiveForMs: number | null
}

const MAX_ROWS = 40
const LONGEST = 200
// Evidence is written without secrets; a key that sounds like one is left out all the same.
const SECRET = /token|secret|password|sign(?!ed)|lpa|matching|activation|sealed/i

/** Returns a stored record as rows that can be shown: nested records by dotted names, lists in one row, no empty text. */
export function toEvidenceRows(value: unknown): EvidenceRow[] {
  return flatten(value, '').slice(0, MAX_ROWS)
}

function flatten(value: unknown, path: string): EvidenceRow[] {
  if (SECRET.test(path) || value === null || value === undefined || value === '') return []
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) return [row(path, value.join(', '))]
  if (typeof value !== 'object') return [row(path, String(value))]
  if (isAmount(value)) {
    return [
      { ...row(path, `${value.minor} ${value.currency}`), money: { minor: value.minor, currency: value.currency } },
    ]
  }

  return Object.entries(value).flatMap(([key, below]) => flatten(below, path === '' ? key : `${path}.${key}`))
}

function row(key: string, value: string): EvidenceRow {
  return { key, value: value.slice(0, LONGEST) }
}

function isAmount(value: object): value is { minor: number; currency: string } {
  return (
    'minor' in value && typeof value.minor === 'number' && 'currency' in value && typeof value.currency === 'string'
  )
}

/** One item of a bank account: what it is called, where the item says so, and the value to copy. */
export type AccountLine = { name: string | null; value: string }

/** Returns the items of an account as set up by its owner: `IBAN: DE00 1234` is the value `DE00 1234`, named `IBAN`. */
export function accountLines(account: string): AccountLine[] {
  // In one item of an env file a line break is written `\n`.
  const lines = account.split(/\r?\n|\\n/).map((line) => line.trim())

  return lines.filter((line) => line !== '').map(toItem)
}

function toItem(line: string): AccountLine {
  const { name, value } = /^(?<name>[^:]{1,40}):\s*(?<value>\S.*)$/.exec(line)?.groups ?? {}

  return name && value ? { name: name.trim(), value } : { name: null, value: line }
}

/**
 * Tells whether a person may say how a request ended: its outcome stays open, or for so long nothing could be asked, because
 * the provider does not list its order or does not answer.
 */
export function isClosable(
  { state, askedAt }: { state: string; askedAt: Date },
  { now, timeScale }: { now: Date; timeScale: number },
): boolean {
  const isLate = now.getTime() - askedAt.getTime() >= TIMERS.cancelOpenFor / timeScale

  return state === 'OPEN' || state === 'HELD' || (state === 'ASKED' && isLate)
}
