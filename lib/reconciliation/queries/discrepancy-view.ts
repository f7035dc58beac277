import 'server-only'
import { maskRows, maskText } from '#lib/core/queries/export-rows.ts'
import { db } from '#lib/core/repository/client.ts'
import { type Caller, can } from '#lib/core/rules/caller.ts'
import { compareDecimals, parseDecimal } from '#lib/core/rules/decimal.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { isRecord, toRecord } from '#lib/core/rules/records.ts'
import { readReviewCase } from '#lib/fulfilment/repository/items-in-review.ts'
import { barOf } from '#lib/fulfilment/rules/review-actions.ts'
import { readListSearch } from '#lib/orders/queries/searched.ts'
import { type EvidenceRow, toEvidenceRows } from '#lib/orders/rules/admin-order.ts'
import { ITEM_STATES, type ItemState } from '#lib/orders/rules/item-states.ts'
import { listInReviewFor } from '#lib/payments/repository/judged-payments.ts'
import { getPayment } from '#lib/payments/repository/payments.ts'
import { findDiscrepancyIds, type StoredDiscrepancy, toDecimal } from '#lib/reconciliation/repository/discrepancies.ts'
import {
  findItemStates,
  findPlanOfItem,
  listLikelyItems,
} from '#lib/reconciliation/repository/reconciliation-orders.ts'
import {
  type DiscrepancyCell,
  type DiscrepancyRow,
  supportText,
} from '#lib/reconciliation/rules/admin-reconciliation.ts'
import {
  actionsFor,
  type DiscrepancyAction,
  isHoldable,
  isReconciledKind,
  MONEY_KINDS,
  permissionFor,
  SIDE_DETAILS,
  type Side,
  type SideDetails,
} from '#lib/reconciliation/rules/discrepancy-kinds.ts'

type Differing = { subject: string; evidence: unknown }

// What the network charges, in the words of the evidence.
const COSTS = ['expected', 'charged', 'total', 'ours.cost', 'network.cost']
// For the page that sets both sides next to each other; a row of text cannot.
const NOT_SHOWN = ['differs', 'skuId', 'lineId', 'isTopUp']

/**
 * Returns what a difference is about, then what was written down. Sums are given their currency where it is known; costs
 * are absent and card numbers shortened for roles that may not see them.
 */
export function toDiscrepancyDetails(
  caller: Caller,
  { evidence, ...about }: Differing,
  currency?: string,
): EvidenceRow[] {
  const subject = maskText(caller, about.subject)
  const seesCosts = can(caller, 'costs.see')
  const all = toEvidenceRows(evidence)
  const isCompared = all.some(({ key }) => key === 'differs')
  const seen = all.filter(({ key }) => (seesCosts || !COSTS.includes(key)) && !(isCompared && NOT_SHOWN.includes(key)))
  const rows = maskRows(caller, seen)
  const known = rows.find(({ key }) => key === 'currency')?.value ?? currency ?? null
  const isSaid = rows.some(({ value }) => value === subject)
  const told = rows.map((row) => withMoney(row, known))
  // A sum that is shown with its currency has said it.
  const isCurrencyShown = told.some(({ money }) => money !== undefined)

  return [
    ...(isSaid ? [] : [{ key: 'subject', value: subject }]),
    ...told.filter(({ key }) => key !== 'currency' || !isCurrencyShown),
  ]
}

/** Gives a sum in minor units its currency. Other rows stay as they are. */
export function withMoney(row: EvidenceRow, currency: string | null): EvidenceRow {
  const isSum = /(Minor|^atProvider|^ours)$/.test(row.key) && /^-?\d+$/.test(row.value)

  return isSum && currency ? { ...row, money: { minor: Number(row.value), currency } } : row
}

type Sides = Record<Side, SideDetails | null>
type Evidence = Sides & { differs: string[]; itemId: string | null; skuId: number | null; isTopUp: boolean }

/** Kinds whose risk is a cost of ours at the network. */
const COST_RISKS: readonly string[] = ['upstream_order_unknown', 'cost_differs', 'top_up_elsewhere']

/** Tells whether the money at risk of a kind is a cost, which not every role may see. */
export function isCostRisk(kind: string): boolean {
  return COST_RISKS.includes(kind)
}

/** An act that one person has asked for, and a second one has to ask for too. */
type Waiting = { id: string; orderId: string; act: string; by: string | null; isOwn: boolean; reason: string }

/** A difference as a role may see it, with both sides next to each other and, while it is open, what can be done. */
export async function toDiscrepancyView(
  caller: Caller,
  discrepancy: StoredDiscrepancy,
  { numbers, waiting }: { numbers: ReadonlyMap<string, string>; waiting: Waiting[] },
) {
  const { id, kind, orderId, openedAt, seenAt } = discrepancy
  const isClosed = discrepancy.closedAt !== null
  const evidence = readEvidence(discrepancy.evidence)
  const order = shownOrder(orderId, numbers)
  const isKnown = isReconciledKind(kind) && (evidence.ours ?? evidence.network ?? evidence.provider) !== null
  const sides: Side[] = isMoney(kind) ? ['ours', 'provider'] : ['ours', 'network']

  return {
    id,
    kind,
    subject: maskText(caller, discrepancy.subject),
    order,
    openedAt,
    seenAt,
    risk: riskOf(caller, discrepancy),
    sides,
    rows: isKnown ? toRows(caller, evidence, { sides, order }) : [],
    facts: isKnown ? [] : toDiscrepancyDetails(caller, discrepancy),
    actions: isClosed ? [] : await offered(caller, { ...discrepancy, evidence }),
    likely: isClosed ? [] : await likelyOrders(kind, evidence),
    planId: kind === 'cost_differs' && evidence.itemId ? await findPlanOfItem(evidence.itemId) : null,
    supportText: emailFor(caller, { kind, subject: discrepancy.subject, evidence }),
    isHeld: !isClosed && evidence.ours?.state === 'HELD',
    isClosed,
    waiting: can(caller, 'findings.money') ? waiting : [],
  }
}

/** The order that a difference is about, of the `numbers` that were looked up. */
export function shownOrder(orderId: string | null, numbers: ReadonlyMap<string, string>) {
  const number = orderId === null ? undefined : numbers.get(orderId)

  return orderId !== null && number ? { id: orderId, number } : null
}

/** The money at risk as a role may see it: `null` where there is none, or it is a cost that the role may not see. */
export function riskOf(caller: Caller, { kind, riskAmount, riskCurrency }: StoredDiscrepancy) {
  if (riskAmount === null || riskCurrency === null) return null
  if (isCostRisk(kind) && !can(caller, 'costs.see')) return null

  return { amount: toDecimal(riskAmount), currency: riskCurrency }
}

function emailFor(caller: Caller, about: { kind: string; subject: string; evidence: Evidence }): string | null {
  if (!can(caller, 'iccids.see') || !can(caller, 'findings.settle')) return null
  const { ours, network } = about.evidence
  const { cost, ...rest } = network ?? {}

  return supportText({ ...about, ours, network: network && (can(caller, 'costs.see') ? network : rest) })
}

type About = { sides: Side[]; order: ReturnType<typeof shownOrder> }

function toRows(caller: Caller, evidence: Evidence, { sides, order }: About): DiscrepancyRow[] {
  const rows = SIDE_DETAILS.map((key) => ({
    key,
    differs: evidence.differs.includes(key),
    cells: sides.map((side) => toCell(caller, { side, key, facts: evidence[side], order })),
  }))

  return rows.filter(({ cells, differs }) => differs || cells.some((cell) => cell !== null))
}

type Detail = { side: Side; key: keyof SideDetails; facts: SideDetails | null; order: ReturnType<typeof shownOrder> }

function toCell(caller: Caller, { side, key, facts, order }: Detail): DiscrepancyCell | null {
  const value = facts?.[key]
  if (value === undefined) return null
  if (key === 'cost' && !can(caller, 'costs.see')) return null
  if (Array.isArray(value)) {
    return { kind: 'cards', iccids: can(caller, 'iccids.see') ? value : value.map((iccid) => maskIccid(iccid)) }
  }
  if (typeof value === 'object') return { kind: 'money', ...value }
  const text = String(value)
  const [, amount, currency] = (key === 'cost' && /^(-?[\d.]+) ([A-Z]{3})$/.exec(text)) || []
  if (amount && currency) return { kind: 'cost', amount, currency }
  if (key === 'at') return { kind: 'moment', at: new Date(text) }
  if (key === 'state') return { kind: stateKind(side, text), text: text.replace(/^status /, '') }
  if (key === 'order' && side === 'ours' && order) return { kind: 'id', text, href: `/admin/orders/${order.id}` }

  return { kind: key === 'order' || key === 'reference' ? 'id' : 'text', text }
}

function stateKind(side: Side, text: string): 'line' | 'network' | 'provider' | 'payment' {
  if (side === 'network') return 'network'
  if (side === 'provider') return 'provider'

  return isItemState(text) ? 'line' : 'payment'
}

type Offered = Omit<StoredDiscrepancy, 'evidence'> & { evidence: Evidence }

async function offered(
  caller: Caller,
  { kind, subject, orderId, riskAmount, evidence }: Offered,
): Promise<DiscrepancyAction[]> {
  const about = { kind, isSumKnown: riskAmount !== null }
  const actions = actionsFor(kind).filter(
    (action) => can(caller, permissionFor(action, about)) && isPossible(action, kind, evidence),
  )
  const barred = new Set<DiscrepancyAction>()
  if (actions.includes('fetch_details') && !(await isFetchable(orderId, evidence))) barred.add('fetch_details')
  // What is known about money says nothing of the items that it was paid for.
  const states = actions.includes('hold') && isMoney(kind) ? await findItemStates(orderId ?? '') : null
  if (states && !states.some(isHoldable)) barred.add('hold')
  if (kind === 'payment_mismatch' && !(await isReturnable(subject))) barred.add('refund')

  return actions.filter((action) => !barred.has(action))
}

/** Whether the page of the order would do it as well: that depends on the money and on why the line waits. */
async function isFetchable(orderId: string | null, { itemId }: Evidence): Promise<boolean> {
  const review = orderId && itemId ? await readReviewCase({ orderId, itemId }) : null

  return review?.item.state === 'HELD' && barOf('fetch_again', review.facts) === null
}

/** Money that differs and that an item waits for is decided about on the page of its order. */
async function isReturnable(paymentId: string): Promise<boolean> {
  const payment = await getPayment(paymentId)
  const isHere = payment?.state === 'AUTHORISED' || payment?.state === 'CAPTURED'
  if (!isHere || payment?.reason !== 'mismatch') return false

  return (await listInReviewFor(payment.orderId, { reason: 'payment_mismatch' }, db())).length === 0
}

const OF_WHOLE_ORDERS: readonly DiscrepancyAction[] = ['adopt', 'link', 'cancel']

/** An act that would be refused by what is known already is not offered. */
function isPossible(action: DiscrepancyAction, kind: string, { ours, network, isTopUp }: Evidence): boolean {
  const state = ours?.state ?? ''
  if (isTopUp && kind === 'upstream_order_unknown' && OF_WHOLE_ORDERS.includes(action)) return false
  if (action === 'adopt') return ours !== null && ['HELD', 'UNKNOWN'].includes(state)
  if (action === 'fetch_details') return state === 'HELD'
  if (action === 'claim') return isAbove(network?.cost, ours?.cost)
  if (action === 'open_cancellation') return network?.state !== 'status 2'
  if (action === 'hold' && !isMoney(kind)) return isItemState(state) && isHoldable(state)
  if (action !== 'refund' || kind === 'payment_mismatch') return true
  if (kind === 'paid_without_line') return state === 'CAPTURED'

  return state === 'DELIVERED' && (kind !== 'cards_differ' || isMissing(ours, network))
}

function isMissing(ours: SideDetails | null, network: SideDetails | null): boolean {
  const there = new Set(network?.cards ?? [])

  return (ours?.cards ?? []).some((iccid) => !there.has(iccid))
}

function isAbove(charged: string | undefined, quoted: string | undefined): boolean {
  const [above, below] = [charged, quoted].map((text) => parseDecimal(text?.split(' ')[0] ?? ''))

  return Boolean(above && below && compareDecimals(above, below) > 0)
}

async function likelyOrders(kind: string, { network, skuId }: Evidence) {
  if (kind !== 'upstream_order_unknown' || skuId === null) return []
  const items = await listLikelyItems({ skuId, count: network?.count ?? 1 })

  return items.map(({ orderId, order, createdAt }) => ({ id: orderId, number: order.number, at: createdAt }))
}

function readEvidence(value: unknown): Evidence {
  const record = toRecord(value)
  const side = (name: Side) => (isRecord(record[name]) ? (record[name] as SideDetails) : null)
  const { differs, itemId, skuId, isTopUp } = record

  return {
    ours: side('ours'),
    network: side('network'),
    provider: side('provider'),
    differs: Array.isArray(differs) ? differs.map(String) : [],
    itemId: typeof itemId === 'string' ? itemId : null,
    skuId: typeof skuId === 'number' ? skuId : null,
    isTopUp: isTopUp === true,
  }
}

function isMoney(kind: string): boolean {
  return (MONEY_KINDS as readonly string[]).includes(kind)
}

function isItemState(text: string): text is ItemState {
  return (ITEM_STATES as readonly string[]).includes(text)
}

/** The differences that a text names to a role, `null` where nothing is searched. Throws `rate_limited`. */
export async function discrepancyIds(caller: Caller, text: string): Promise<string[] | null> {
  const searched = await readListSearch(caller, text)

  return searched && findDiscrepancyIds(searched)
}

/** An open difference as a role may see it. `rows` are empty where only facts were written down. */
export type DiscrepancyView = Awaited<ReturnType<typeof toDiscrepancyView>>
