import 'server-only'
import { findSalesPause } from '#lib/checkout/repository/sales-pause.ts'
import { env } from '#lib/core/env.ts'
import { actorOf, type Caller, can, requirePermission, type StaffMember } from '#lib/core/rules/caller.ts'
import { readHeldCase, toRecord } from '#lib/fulfilment/repository/held-lines.ts'
import { heldChoices, needsSecond, permissionFor } from '#lib/fulfilment/rules/held-acts.ts'
import { staffId } from '#lib/orders/queries/admin-history.ts'
import { listStaffNames } from '#lib/orders/repository/admin-order.ts'
import { listOpenPayouts, listRefusedOf, sumGiven } from '#lib/orders/repository/admin-order-acts.ts'
import { listAssignable, readLabels } from '#lib/orders/repository/order-tags.ts'
import { listSecondLooks } from '#lib/orders/repository/second-looks.ts'
import type { AdminLine, AdminOrder } from '#lib/orders/rules/admin-order.ts'
import type { Candidate, HeldActs, OrderActs, RecordSubject, WaitingAct } from '#lib/orders/rules/admin-order-acts.ts'
import { SUPPORT_LIMIT_KEY, toSupportLimit } from '#lib/orders/rules/support-limit.ts'
import { findBreakers } from '#lib/provider/repository/breakers.ts'
import { findSetting } from '#lib/settings/repository/settings.ts'

/** Reads what a member of staff can do to an order. Acts that the role may never do are absent. Throws `forbidden`. */
export async function getOrderActs(caller: Caller, order: AdminOrder): Promise<OrderActs> {
  const staff = requirePermission(caller, 'orders.see')
  const [held, looks, labels, payouts, refused, salesPause, limit, given, breakers] = await Promise.all([
    readHeld(staff, order),
    listSecondLooks(order.id),
    readLabels(order.id),
    listOpenPayouts(order.id),
    listRefusedOf(order.payments.map(({ id }) => id)),
    findSalesPause(),
    findSetting(SUPPORT_LIMIT_KEY),
    sumGiven(order.lines.flatMap(({ cards }) => cards.map(({ id }) => id))),
    findBreakers(),
  ])
  const mayAssign = can(caller, 'orders.note')
  const assignable = mayAssign ? await listAssignable() : []
  const writers = [...labels.notes.map(({ by }) => by), ...looks.map(({ askedBy }) => askedBy)]
  const ids = [...writers.flatMap((by) => staffId(by) ?? []), ...(labels.assigneeId ? [labels.assigneeId] : [])]
  const names = await listStaffNames(ids)
  const nameOf = (actor: string) => names.get(staffId(actor) ?? '') ?? null

  return {
    held,
    waiting: can(caller, 'held.money') ? looks.map((look) => toWaiting(look, { staff, nameOf })) : [],
    notes: can(caller, 'persons.see')
      ? labels.notes.map(({ id, text, by, at }) => ({ id, text, at, by: nameOf(by) }))
      : null,
    tags: labels.tags,
    assignee: labels.assigneeId ? { id: labels.assigneeId, name: names.get(labels.assigneeId) ?? '' } : null,
    assignable,
    payouts: can(caller, 'payments.receive') ? payouts : [],
    records: can(caller, 'record.read') ? order.lines.flatMap(toRecords) : [],
    refusedRefunds: can(caller, 'refunds.settle') ? refused : [],
    openReturns: can(caller, 'held.look')
      ? order.cancellations.filter(({ state }) => state === 'HELD' || state === 'OPEN').map(({ id }) => id)
      : [],
    goodwill: can(caller, 'refunds.goodwill') ? toGoodwill(order, given) : [],
    salesPause: can(caller, 'till.open') ? toOpenable(salesPause?.reason ?? null) : null,
    limitMinor: staff.role === 'support' ? toSupportLimit(limit, env.STORE_CURRENCY) : null,
    silentForMs: breakers.reads.openForMs ?? breakers.placements.openForMs,
  }
}

async function readHeld(staff: StaffMember, order: AdminOrder): Promise<HeldActs[]> {
  const lines = order.lines.filter(({ state }) => state === 'HELD')
  const cases = await Promise.all(lines.map(({ id }) => readHeldCase({ orderId: order.id, lineId: id })))

  return cases.flatMap((held) => {
    if (!held) return []
    const { line, epoch, facts } = held
    const choices = heldChoices(facts)
      .filter(({ act }) => can(staff, permissionFor(act, line.reason)))
      .map((choice) => ({ ...choice, needsSecond: needsSecond(choice.act, line.reason) }))

    return [{ lineId: line.id, epoch, choices, candidates: toCandidates(line.evidence, facts.candidates) }]
  })
}

function toCandidates(evidence: unknown, orderNums: readonly string[]): Candidate[] {
  const { candidates } = toRecord(evidence)
  const rows = Array.isArray(candidates) ? candidates.map(toRecord) : []

  return orderNums.map((orderNum) => {
    const row = rows.find((one) => one.orderNum === orderNum) ?? {}

    return {
      orderNum,
      count: toNumber(row.count),
      status: toNumber(row.status),
      createdAt: typeof row.createdAt === 'string' ? row.createdAt : null,
      cards: toNumber(row.cards),
    }
  })
}

function toNumber(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

type Look = Awaited<ReturnType<typeof listSecondLooks>>[number]

function toWaiting(
  { id, act, input, reason, askedBy, askedAt }: Look,
  { staff, nameOf }: { staff: StaffMember; nameOf: (actor: string) => string | null },
): WaitingAct {
  const { lineId, amountMinor } = toRecord(input)

  return {
    id,
    act,
    lineId: typeof lineId === 'string' ? lineId : null,
    amountMinor: toNumber(amountMinor),
    reason,
    askedBy: nameOf(askedBy),
    askedAt,
    isOwn: askedBy === actorOf(staff),
  }
}

/** What a record would cost: the prices of the cards that could still go back. */
function toRecords({ upstreamOrders, cards }: AdminLine): RecordSubject[] {
  return upstreamOrders
    .filter(({ status }) => status !== 2)
    .map(({ orderNum, lock }) => ({
      orderNum,
      cards: cards.length,
      isLocked: lock.kind === 'locked',
      atStakeMinor: cards
        .filter(({ cancelState }) => cancelState === 'NONE' || cancelState === 'REFUSED')
        .reduce((sum, { priceShareMinor }) => sum + priceShareMinor, 0),
    }))
}

function toGoodwill({ lines, money }: AdminOrder, given: Map<string, number>): OrderActs['goodwill'] {
  const ofPayment = money.capturedMinor - money.refundedMinor

  return lines.flatMap(({ id, state, cards }, index) => {
    if (state !== 'DELIVERED') return []
    const stayed = cards.filter(({ cancelState }) => cancelState === 'NONE' || cancelState === 'REFUSED')
    const left = stayed.reduce((sum, card) => sum + card.priceShareMinor - (given.get(card.id) ?? 0), 0)
    const leftMinor = Math.max(0, Math.min(left, ofPayment))

    return leftMinor > 0 ? [{ lineId: id, position: index + 1, leftMinor }] : []
  })
}

/** A recovery and a silent network end by themselves alone. */
function toOpenable(reason: OrderActs['salesPause']): OrderActs['salesPause'] {
  return reason === 'placements_refused' || reason === 'strange_answers' ? reason : null
}
