import 'server-only'
import { findSalesPause } from '#lib/checkout/repository/sales-pause.ts'
import { env } from '#lib/core/env.ts'
import { maskRows, maskText } from '#lib/core/queries/export-rows.ts'
import { actorOf, type Caller, can, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import { maskCreditCode, maskEmail, maskIccid } from '#lib/core/rules/mask.ts'
import { toRecord } from '#lib/core/rules/records.ts'
import { timeScaleOf } from '#lib/core/rules/timers.ts'
import { readReviewCase } from '#lib/fulfilment/repository/items-in-review.ts'
import { reviewChoices, ruleFor } from '#lib/fulfilment/rules/review-actions.ts'
import { sumSales } from '#lib/operations/repository/admin-today.ts'
import { getHistory, plainActor, staffId } from '#lib/orders/queries/admin-history.ts'
import { lockBadge } from '#lib/orders/queries/admin-orders.ts'
import {
  type AdminOrderData,
  listCancellationsOf,
  listEsimsWithCode,
  listOpenDiscrepanciesOf,
  listOpenPayouts,
  listRefusedOf,
  listStaffNames,
  readAdminOrder,
  sumGiven,
} from '#lib/orders/repository/admin-order.ts'
import { listApprovals } from '#lib/orders/repository/approvals.ts'
import { listAssignable, readLabels } from '#lib/orders/repository/order-tags.ts'
import { findOrderRate } from '#lib/orders/repository/orders.ts'
import { isClosable, type RecordSubject, toEvidenceRows } from '#lib/orders/rules/admin-order.ts'
import { ENDED_STATES, type ItemState } from '#lib/orders/rules/item-states.ts'
import { orderStatus } from '#lib/orders/rules/order-status.ts'
import { limitIn, SUPPORT_LIMIT_KEY, toSupportLimit } from '#lib/orders/rules/support-limit.ts'
import { findBreakers } from '#lib/provider/repository/breakers.ts'
import { listFiledAnswers, listProvenAnswers, type ProvenAnswer } from '#lib/provider/repository/capabilities.ts'
import { LEAST_PROOFS } from '#lib/provider/rules/capabilities.ts'
import { ORDER_STATUS } from '#lib/provider/rules/provider-order.ts'
import { toDiscrepancyDetails } from '#lib/reconciliation/queries/discrepancy-view.ts'
import { findSetting } from '#lib/settings/repository/settings.ts'

type ItemData = AdminOrderData['items'][number]
type EsimData = ItemData['esims'][number]

/**
 * Reads one order with its items, eSIMs, money and history, `null` when there is none.
 *
 * What the caller's role may not see is absent or shortened here, not in the page. No activation code is read. Throws
 * `forbidden`.
 */
export async function getAdminOrder(caller: Caller, id: string) {
  requirePermission(caller, 'orders.see')
  const data = await readAdminOrder(id)
  if (!data) return null
  const esims = data.items.flatMap((item) => item.esims)
  const withCode = await listEsimsWithCode(esims.map((esim) => esim.id))
  const { person, items, payments, uses, ...facts } = data
  const lockers = items.flatMap(({ providerOrders }) => providerOrders.flatMap((order) => order.lockedBy ?? []))
  const [names, rate] = await Promise.all([
    listStaffNames(lockers.flatMap((by) => staffId(by) ?? [])),
    findOrderRate(data.id),
  ])
  const isMasked = !can(caller, 'persons.see')

  return {
    ...facts,
    customerId: person.id,
    email: isMasked ? maskEmail(person.email) : person.email,
    isMasked,
    isErased: person.email === '',
    status: orderStatus(items.map(({ state }) => state)),
    items: items.map((item) => toItem(caller, item, { withCode, names })),
    payments: payments.map(({ refunds: _, ...payment }) => payment),
    uses: uses.map(({ code, ...use }) => ({
      ...use,
      code: can(caller, 'customers.credit') ? code : maskCreditCode(code),
    })),
    money: toMoney(data),
    // Less the cost that the network charged, in the store's currency; null while a cost is unknown, or for other roles.
    margin: can(caller, 'costs.see') ? await findMargin(data, rate?.store ?? data.currency) : null,
    rate,
    ...(await getTroubles(caller, data)),
    history: await getHistory(caller, data),
  }
}

type Known = { withCode: Set<string>; names: Map<string, string> }

function toItem(caller: Caller, item: ItemData, { withCode, names }: Known) {
  const { quote } = item
  const { plan } = quote
  const seesCosts = can(caller, 'costs.see')

  return {
    id: item.id,
    state: item.state,
    reason: item.reason,
    evidence: maskRows(caller, toEvidenceRows(item.evidence)),
    plan: {
      destination: plan.destination.ownName ?? plan.destination.providerName,
      iso2: plan.destination.iso2,
      amount: { value: plan.amountValue, unit: plan.amountUnit === 'GB' ? 'GB' : 'MB' },
      days: quote.days ?? plan.validityDays,
      isDayPass: plan.kind === 'day_pass',
      count: quote.count,
    },
    startDate: quote.startDate,
    priceMinor: item.priceMinor,
    reference: item.itemRef,
    quotedCost: seesCosts ? { text: quote.cost.toFixed(), currency: quote.costCurrency } : null,
    heldSince: item.state === 'HELD' ? item.updatedAt : null,
    providerOrders: item.providerOrders.map((order) => ({
      orderNum: order.orderNum,
      status: order.status,
      statusReadAt: order.statusReadAt,
      cost: seesCosts ? (order.cost?.toFixed() ?? null) : null,
      costCurrency: order.costCurrency,
      lock: lockBadge({ ...order, lockedBy: names.get(staffId(order.lockedBy ?? '') ?? '') ?? order.lockedBy }),
    })),
    attempts: item.attempts.map(({ attemptRef, ...attempt }) => ({ ...attempt, reference: attemptRef })),
    esims: item.esims.map((esim) => toEsim(caller, esim, withCode.has(esim.id))),
  }
}

function toEsim(caller: Caller, esim: EsimData, hasCode: boolean) {
  const seesPersons = can(caller, 'persons.see')
  const refunded = esim.refundItems.filter(({ refund }) => refund.state === 'DONE')

  return {
    id: esim.id,
    iccid: can(caller, 'iccids.see') ? esim.iccid : maskIccid(esim.iccid),
    traveller: seesPersons ? esim.travellerName : null,
    state: stateOf(esim, hasCode),
    openedAt: esim.revealedAt,
    openedBy: esim.revealedBy?.startsWith('staff:') ? 'staff' : esim.revealedBy ? 'buyer' : null,
    cancelState: esim.cancelState,
    priceShareMinor: esim.priceShareMinor,
    refundedMinor: refunded.reduce((total, { amountMinor }) => total + amountMinor, 0),
    activateBefore: esim.activateBefore,
  }
}

function stateOf({ revealedAt, codeRemovedAt }: EsimData, hasCode: boolean) {
  if (codeRemovedAt) return 'deleted'
  if (revealedAt) return 'opened'

  return hasCode ? 'sealed' : 'no_code'
}

// The parts of what was captured: given back, still undecided, and the rest, which is kept.
function toMoney({ currency, items, ...order }: AdminOrderData) {
  // Money that came in another currency is no part of these sums.
  const payments = order.payments.filter((payment) => payment.currency === currency)
  const settled: ItemState[] = [...ENDED_STATES, 'DELIVERABLE']
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const authorisations = payments.filter(({ state }) => ['AUTHORISED', 'CAPTURING', 'CAPTURED'].includes(state))
  const capturedMinor = sum(payments.map((payment) => payment.capturedMinor))
  const refundedMinor = sum(payments.map((payment) => payment.refundedMinor))
  const undecided = sum(items.filter(({ state }) => !settled.includes(state)).map(({ priceMinor }) => priceMinor))
  const openMinor = Math.max(0, Math.min(undecided, capturedMinor - refundedMinor))

  return {
    authorisedMinor: sum(authorisations.map(({ amountMinor }) => amountMinor)),
    capturedMinor,
    refundedMinor,
    openMinor,
    keptMinor: capturedMinor - refundedMinor - openMinor,
  }
}

/** The margin of an order as finance has it: `null` while the cost of one of its items is not known. */
async function findMargin({ id, mode, createdAt }: AdminOrderData, currency: string) {
  const window = { from: createdAt, until: new Date(createdAt.getTime() + 1) }
  const { lines, knownLines, marginMinor } = await sumSales(window, { mode, currency, orderId: id })

  return lines > 0 && lines === knownLines ? { minor: marginMinor, currency } : null
}

/**
 * Reads what is not settled about an order, and what was done to give it back: open differences, cancellations at the
 * network, refunds. ICCIDs and costs are shortened or absent as the caller's role says. Throws `forbidden`.
 */
async function getTroubles(caller: Caller, order: AdminOrderData) {
  requirePermission(caller, 'orders.see')
  const itemIds = order.items.map(({ id }) => id)
  const orderNums = order.items.flatMap(({ providerOrders }) => providerOrders.map(({ orderNum }) => orderNum))
  const refunds = order.payments.flatMap(({ currency, refunds }) => refunds.map((refund) => ({ ...refund, currency })))
  const cancellations = await listCancellationsOf(itemIds, orderNums)
  const subjects = [order.payments, refunds, cancellations].flatMap((rows) => rows.map(({ id }) => id))
  const discrepancies = await listOpenDiscrepanciesOf(order.id, [...subjects, ...orderNums])
  const asked = [...refunds, ...cancellations].flatMap(({ requestedBy }) => staffId(requestedBy) ?? [])
  const names = await listStaffNames(asked)
  const nameOf = (actor: string) => names.get(staffId(actor) ?? '') ?? plainActor(actor)

  return {
    discrepancies: discrepancies.map(({ subject, evidence, ...row }) => ({
      ...row,
      facts: toDiscrepancyDetails(caller, { subject, evidence }, order.currency),
    })),
    cancellations: cancellations.map(({ requestedBy, outcome, items, ...row }) => ({
      ...row,
      reason: maskText(caller, row.reason),
      askedBy: nameOf(requestedBy),
      esims: items.map(({ answer, esim: { iccid } }) => ({
        iccid: can(caller, 'iccids.see') ? iccid : maskIccid(iccid),
        answer,
      })),
      facts: maskRows(caller, toEvidenceRows(outcome)),
    })),
    refunds: refunds.map(({ requestedBy, ...row }) => ({
      ...row,
      reason: maskText(caller, row.reason),
      askedBy: nameOf(requestedBy),
    })),
  }
}

/** Reads what a member of staff can do to an order. Acts that the role may never do are absent. Throws `forbidden`. */
export async function getOrderActions(caller: Caller, order: AdminOrder) {
  const staff = requirePermission(caller, 'orders.see')
  const [review, approvals, labels, payouts, refused, salesPause, limit, given, breakers] = await Promise.all([
    readReviews(staff, order),
    listApprovals(order.id),
    readLabels(order.id),
    listOpenPayouts(order.id),
    listRefusedOf(order.payments.map(({ id }) => id)),
    findSalesPause(),
    findSetting(SUPPORT_LIMIT_KEY),
    sumGiven(order.items.flatMap(({ esims }) => esims.map(({ id }) => id))),
    findBreakers(),
  ])
  const mayAssign = can(caller, 'orders.note')
  const assignable = mayAssign ? await listAssignable() : []
  const writers = [...labels.notes.map(({ by }) => by), ...approvals.map(({ askedBy }) => askedBy)]
  const ids = [...writers.flatMap((by) => staffId(by) ?? []), ...(labels.assigneeId ? [labels.assigneeId] : [])]
  const names = await listStaffNames(ids)
  const nameOf = (actor: string) => names.get(staffId(actor) ?? '') ?? null

  return {
    reviews: review,
    waiting: can(caller, 'held.money') ? approvals.map((approval) => toWaiting(approval, { staff, nameOf })) : [],
    notes: can(caller, 'persons.see')
      ? labels.notes.map(({ id, text, by, at }) => ({ id, text, at, by: nameOf(by) }))
      : null,
    tags: labels.tags,
    assignee: labels.assigneeId ? { id: labels.assigneeId, name: names.get(labels.assigneeId) ?? '' } : null,
    assignable,
    payouts: can(caller, 'payments.receive') ? payouts : [],
    records: can(caller, 'record.read') ? order.items.flatMap(toRecords) : [],
    refusedRefunds: can(caller, 'refunds.settle') ? refused : [],
    openCancellations: can(caller, 'held.look')
      ? order.cancellations
          .filter((one) => isClosable(one, { now: new Date(), timeScale: timeScaleOf(env) }))
          .map(({ id }) => id)
      : [],
    goodwill: can(caller, 'refunds.goodwill') ? toGoodwill(order, given) : [],
    salesPause: can(caller, 'till.open') ? toOpenable(salesPause) : null,
    // The sum up to which this member of staff may give eSIMs back; null without a limit.
    limitMinor: staff.role === 'support' ? limitIn(toSupportLimit(limit, env.STORE_CURRENCY), order.rate) : null,
    unresponsiveForMs: breakers.reads.openForMs ?? breakers.placements.openForMs,
  }
}

async function readReviews(staff: StaffMember, order: AdminOrder) {
  const items = order.items.filter(({ state }) => state === 'HELD')
  const cases = await Promise.all(items.map(({ id }) => readReviewCase({ orderId: order.id, itemId: id })))

  return cases.flatMap((review) => {
    if (!review) return []
    const { item, epoch, facts } = review
    const choices = reviewChoices(facts)
      .map((choice) => ({ ...choice, ...ruleFor(choice.act, item.reason) }))
      .filter(({ permission }) => can(staff, permission))

    return [{ itemId: item.id, epoch, choices, candidates: toCandidates(item.evidence, facts.candidates) }]
  })
}

function toCandidates(evidence: unknown, orderNums: readonly string[]) {
  const { candidates } = toRecord(evidence)
  const rows = Array.isArray(candidates) ? candidates.map(toRecord) : []

  return orderNums.map((orderNum) => {
    const row = rows.find((one) => one.orderNum === orderNum) ?? {}

    return {
      orderNum,
      count: toNumber(row.count),
      status: toNumber(row.status),
      createdAt: typeof row.createdAt === 'string' ? row.createdAt : null,
      esims: toNumber(row.cards),
    }
  })
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

type StoredApproval = Awaited<ReturnType<typeof listApprovals>>[number]

function toWaiting(
  { id, act, input, reason, askedBy, askedAt }: StoredApproval,
  { staff, nameOf }: { staff: StaffMember; nameOf: (actor: string) => string | null },
) {
  const { itemId, amountMinor } = toRecord(input)

  return {
    id,
    act,
    itemId: typeof itemId === 'string' ? itemId : null,
    amountMinor: toNumber(amountMinor),
    reason: maskText(staff, reason),
    askedBy: nameOf(askedBy),
    askedAt,
    isOwn: askedBy === actorOf(staff),
  }
}

const CAN_GO_BACK = new Set(['NONE', 'REFUSED', 'ASKED', 'SENT', 'OPEN'])

/** What a record would cost: the prices of the eSIMs that could still go back, or are on their way. */
function toRecords({ providerOrders, esims }: AdminItem): RecordSubject[] {
  return providerOrders
    .filter(({ status }) => status !== ORDER_STATUS.cancelled)
    .map(({ orderNum, lock }) => ({
      orderNum,
      esims: esims.length,
      isLocked: lock.kind === 'locked',
      atStakeMinor: esims
        .filter(({ cancelState }) => CAN_GO_BACK.has(cancelState))
        .reduce((sum, { priceShareMinor }) => sum + priceShareMinor, 0),
    }))
}

function toGoodwill({ items, money, payments }: AdminOrder, given: Map<string, number>) {
  // What the bank may take back is not given away beside it.
  if (payments.some(({ state }) => state === 'DISPUTED')) return []
  const ofPayment = money.capturedMinor - money.refundedMinor

  return items.flatMap(({ id, state, esims }, index) => {
    if (state !== 'DELIVERED') return []
    const stayed = esims.filter(({ cancelState }) => cancelState === 'NONE' || cancelState === 'REFUSED')
    const left = stayed.reduce((sum, esim) => sum + esim.priceShareMinor - (given.get(esim.id) ?? 0), 0)
    const leftMinor = Math.max(0, Math.min(left, ofPayment))

    return leftMinor > 0 ? [{ itemId: id, position: index + 1, leftMinor }] : []
  })
}

/** A recovery and a silent network end by themselves alone. */
function toOpenable(pause: Awaited<ReturnType<typeof findSalesPause>>) {
  const reason = pause?.reason

  return reason === 'placements_refused' || reason === 'strange_answers' ? reason : null
}

/** Reads which unlisted answers can be filed as refusals, and which were. Throws `forbidden`. */
export async function getAnswers(caller: Caller) {
  requirePermission(caller, 'orders.see')
  const [proven, filed, stored] = await Promise.all([
    listProvenAnswers(LEAST_PROOFS),
    listFiledAnswers(),
    findSetting(SUPPORT_LIMIT_KEY),
  ])
  const names = await listStaffNames(filed.flatMap(({ filedBy }) => staffId(filedBy) ?? []))
  const isFiled = (one: ProvenAnswer) =>
    filed.some(({ code, messageHash, undoneAt }) => !undoneAt && code === one.code && messageHash === one.messageHash)

  return {
    offered: proven.filter((one) => !isFiled(one)),
    filed: filed.map(({ id, code, messageHash, message, proofs, filedBy, filedAt, undoneAt }) => ({
      ...{ id, code, messageHash, message, proofs, filedAt, undoneAt },
      by: names.get(staffId(filedBy) ?? '') ?? null,
    })),
    limit: { minor: toSupportLimit(stored, env.STORE_CURRENCY), currency: env.STORE_CURRENCY },
  }
}

/** Everything that staff may read about one order. Costs are absent for roles that may not see them. */
export type AdminOrder = NonNullable<Awaited<ReturnType<typeof getAdminOrder>>>

/** Everything that a member of staff can do to one order, beside reading it. */
export type OrderActions = Awaited<ReturnType<typeof getOrderActions>>

export type AdminItem = ReturnType<typeof toItem>

/** An eSIM of an item. `iccid` is shortened for roles that may not see it; there is no code here for anybody. */
export type AdminEsim = ReturnType<typeof toEsim>

/** A request to give eSIMs of a network order back. `eSIMs` is empty where it is about the whole order. */
export type AdminCancellation = AdminOrder['cancellations'][number]

/** Money on its way back. */
export type AdminRefund = AdminOrder['refunds'][number]

/** An order at the network that may be the one of a held line, as it was last read. */
export type Candidate = ReviewActions['candidates'][number]

/** What can be decided about a held line by this member of staff. `epoch` goes back with the decision. */
export type ReviewActions = OrderActions['reviews'][number]

/** An act that waits for a second person. `path` and `body` are what that person sends. */
export type WaitingAction = OrderActions['waiting'][number]
