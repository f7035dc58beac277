import 'server-only'
import { maskRows } from '#lib/core/queries/masked-words.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { maskEmail, maskIccid } from '#lib/core/rules/mask.ts'
import { sumSales } from '#lib/operations/repository/admin-today.ts'
import { getHistory, staffId } from '#lib/orders/queries/admin-history.ts'
import { lockBadge } from '#lib/orders/queries/admin-orders.ts'
import { getTroubles } from '#lib/orders/queries/admin-troubles.ts'
import {
  type AdminOrderData,
  listCardsWithCode,
  listStaffNames,
  readAdminOrder,
} from '#lib/orders/repository/admin-order.ts'
import type { AdminCard, AdminLine, AdminOrder, MoneyBar } from '#lib/orders/rules/admin-order.ts'
import { toEvidenceRows } from '#lib/orders/rules/evidence.ts'
import { ENDED_STATES, type LineState } from '#lib/orders/rules/line-states.ts'
import { orderStatus } from '#lib/orders/rules/order-status.ts'

type LineData = AdminOrderData['lines'][number]
type CardData = LineData['cards'][number]

/**
 * Reads one order with its lines, cards, money and history, `null` when there is none.
 *
 * What the caller's role may not see is absent or shortened here, not in the page. No activation code is read. Throws
 * `forbidden`.
 */
export async function getAdminOrder(caller: Caller, id: string): Promise<AdminOrder | null> {
  requirePermission(caller, 'orders.see')
  const data = await readAdminOrder(id)
  if (!data) return null
  const cards = data.lines.flatMap((line) => line.cards)
  const withCode = await listCardsWithCode(cards.map((card) => card.id))
  const { person, lines, payments, ...facts } = data
  const lockers = lines.flatMap(({ upstreamOrders }) => upstreamOrders.flatMap((order) => order.lockedBy ?? []))
  const names = await listStaffNames(lockers.flatMap((by) => staffId(by) ?? []))
  const isMasked = !can(caller, 'persons.see')

  return {
    ...facts,
    customerId: person.id,
    email: isMasked ? maskEmail(person.email) : person.email,
    isMasked,
    status: orderStatus(lines.map(({ state }) => state)),
    lines: lines.map((line) => toLine(caller, line, { withCode, names })),
    payments: payments.map(({ refunds: _, ...payment }) => payment),
    money: toMoney(data),
    marginMinor: can(caller, 'costs.see') ? await findMargin(data) : null,
    ...(await getTroubles(caller, data)),
    history: await getHistory(caller, data),
  }
}

type Known = { withCode: Set<string>; names: Map<string, string> }

function toLine(caller: Caller, line: LineData, { withCode, names }: Known): AdminLine {
  const { quote } = line
  const { plan } = quote
  const seesCosts = can(caller, 'costs.see')

  return {
    id: line.id,
    state: line.state,
    reason: line.reason,
    evidence: maskRows(caller, toEvidenceRows(line.evidence)),
    plan: {
      destination: plan.sku.ownName ?? plan.sku.upstreamName,
      iso2: plan.sku.iso2,
      amount: { value: plan.amountValue, unit: plan.amountUnit === 'GB' ? 'GB' : 'MB' },
      days: quote.days ?? plan.validityDays,
      isDayPass: plan.kind === 'day_pass',
      count: quote.count,
    },
    startDate: quote.startDate,
    priceMinor: line.priceMinor,
    reference: line.lineRef,
    quotedCost: seesCosts ? { text: quote.cost.toFixed(), currency: quote.costCurrency } : null,
    heldSince: line.state === 'HELD' ? line.updatedAt : null,
    upstreamOrders: line.upstreamOrders.map((order) => ({
      orderNum: order.orderNum,
      status: order.status,
      statusReadAt: order.statusReadAt,
      cost: seesCosts ? (order.cost?.toFixed() ?? null) : null,
      costCurrency: order.costCurrency,
      lock: lockBadge({ ...order, lockedBy: names.get(staffId(order.lockedBy ?? '') ?? '') ?? order.lockedBy }),
    })),
    attempts: line.attempts.map(({ attemptRef, ...attempt }) => ({ ...attempt, reference: attemptRef })),
    cards: line.cards.map((card) => toCard(caller, card, withCode.has(card.id))),
  }
}

function toCard(caller: Caller, card: CardData, hasCode: boolean): AdminCard {
  const seesPersons = can(caller, 'persons.see')
  const refunded = card.refundItems.filter(({ refund }) => refund.state === 'DONE')

  return {
    id: card.id,
    iccid: can(caller, 'iccids.see') ? card.iccid : maskIccid(card.iccid),
    traveller: seesPersons ? card.travellerName : null,
    state: stateOf(card, hasCode),
    openedAt: card.revealedAt,
    openedBy: card.revealedBy?.startsWith('staff:') ? 'staff' : card.revealedBy ? 'buyer' : null,
    cancelState: card.cancelState,
    priceShareMinor: card.priceShareMinor,
    refundedMinor: refunded.reduce((total, { amountMinor }) => total + amountMinor, 0),
    activateBefore: card.activateBefore,
  }
}

function stateOf({ revealedAt, codeRemovedAt }: CardData, hasCode: boolean): AdminCard['state'] {
  if (codeRemovedAt) return 'deleted'
  if (revealedAt) return 'opened'

  return hasCode ? 'sealed' : 'no_code'
}

// The parts of what was captured: given back, still undecided, and the rest, which is kept.
function toMoney({ payments, lines }: AdminOrderData): MoneyBar {
  const settled: LineState[] = [...ENDED_STATES, 'DELIVERABLE']
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const holds = payments.filter(({ state }) => ['AUTHORISED', 'CAPTURING', 'CAPTURED'].includes(state))
  const capturedMinor = sum(payments.map((payment) => payment.capturedMinor))
  const refundedMinor = sum(payments.map((payment) => payment.refundedMinor))
  const undecided = sum(lines.filter(({ state }) => !settled.includes(state)).map(({ priceMinor }) => priceMinor))
  const openMinor = Math.max(0, Math.min(undecided, capturedMinor - refundedMinor))

  return {
    heldMinor: sum(holds.map(({ amountMinor }) => amountMinor)),
    capturedMinor,
    refundedMinor,
    openMinor,
    keptMinor: capturedMinor - refundedMinor - openMinor,
  }
}

/** The margin of an order as finance has it: `null` while the cost of one of its lines is not known. */
async function findMargin({ id, mode, currency, createdAt }: AdminOrderData): Promise<number | null> {
  const window = { from: createdAt, until: new Date(createdAt.getTime() + 1) }
  const { lines, knownLines, marginMinor } = await sumSales(window, { mode, currency, orderId: id })

  return lines > 0 && lines === knownLines ? marginMinor : null
}
