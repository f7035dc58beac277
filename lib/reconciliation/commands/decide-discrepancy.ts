import type { DecisionResult } from '#lib/reconciliation/schema.ts'
import 'server-only'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { addWholeCancellation } from '#lib/cancellations/repository/cancellations.ts'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { env } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import { claimOne, finishLease, LeaseLost } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { compareDecimals } from '#lib/core/rules/decimal.ts'
import { cancelDuplicate } from '#lib/fulfilment/commands/cancel-duplicate.ts'
import { putInReviewWithin } from '#lib/fulfilment/commands/fulfil-item/end-item.ts'
import { claimer } from '#lib/fulfilment/commands/with-lease.ts'
import { findClaimed } from '#lib/fulfilment/repository/provider-orders.ts'
import { withSecondPerson } from '#lib/orders/commands/second-person.ts'
import { requireWithinLimit, supportLimit } from '#lib/orders/commands/support-limit.ts'
import { getWorkItem, moveItem } from '#lib/orders/repository/items.ts'
import { canMove, type ReviewReason } from '#lib/orders/rules/item-states.ts'
import { toProviderOrderState } from '#lib/provider/rules/provider-order.ts'
import { checkAgain, sideText } from '#lib/reconciliation/commands/check-again.ts'
import { type Deciding, decide, readNow, recordAction, refusal } from '#lib/reconciliation/commands/deciding.ts'
import {
  acceptCost,
  acceptStatus,
  bookAsLoss,
  claimCost,
  finishPayment,
  linkByReference,
  linkToOrder,
  linkTopUp,
  refundEsims,
  refundPayment,
} from '#lib/reconciliation/commands/decisions.ts'
import { getDiscrepancy, type StoredDiscrepancy, toDecimal } from '#lib/reconciliation/repository/discrepancies.ts'
import {
  addRepeatedCancellation,
  findItemsByRef,
  readCancellableOrder,
  toMainUnits,
} from '#lib/reconciliation/repository/reconciliation-orders.ts'
import {
  actionsFor,
  type DiscrepancyAction,
  isByWord,
  needsReason,
  permissionFor,
  secondRule,
} from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import { iccidsOf } from '#lib/reconciliation/rules/judge-listed-order.ts'

const REASONS: Record<string, ReviewReason> = {
  order_not_listed: 'order_missing',
  cards_differ: 'order_differs',
  iccid_twice: 'order_differs',
  line_without_payment: 'order_unpaid',
  refund_differs: 'refunded_elsewhere',
}

/** Stops the items that a discrepancy is about until a person has decided on the page of their order. */
async function putItemsInReview(deciding: Deciding): Promise<DecisionResult> {
  const { discrepancy } = deciding
  const reason = REASONS[discrepancy.kind]
  const items = reason ? await itemsOf(deciding) : []
  const movable = items.filter(({ state }) => canMove(state, 'HELD'))
  if (!reason || movable.length === 0) throw refusal('not_possible')

  return withItems(
    movable.map(({ id }) => id),
    (leases) =>
      decide(deciding, async (tx) => {
        for (const lease of leases) {
          const item = await getWorkItem(lease.id, tx)
          if (!item || !canMove(item.state, 'HELD')) throw refusal('line_busy')
          const evidence = { finding: discrepancy.id, orderNum: discrepancy.subject }
          await putInReviewWithin(item, { lease, exit: { from: item.state, reason, evidence }, tx })
        }

        return 'closed'
      }),
  )
}

/** Lets a held line go on to where its eSIM data is asked for again; what comes is judged as always. */
async function fetchDetailsAgain(deciding: Deciding): Promise<DecisionResult> {
  const [item] = await itemsOf(deciding)
  const found = item && (await getWorkItem(item.id))
  const isShort = found && found.esims.filter(({ sealedCode }) => sealedCode !== null).length < found.quote.count
  if (found?.state !== 'HELD' || !isShort) throw refusal('not_possible')
  const result = await withItems([found.id], ([lease]) =>
    decide(deciding, async (tx) => {
      const move = { from: 'HELD', to: 'PLACED', changes: { evidence: {}, reason: null } } as const
      if (!lease || !(await moveItem(lease, move, tx))) throw refusal('line_busy')

      return 'asked'
    }),
  )
  wakeWorker()

  return result
}

async function itemsOf({ discrepancy }: Deciding) {
  const { evidence, orderId } = discrepancy
  const itemId = typeof evidence === 'object' && evidence && 'itemId' in evidence ? evidence.itemId : null
  const where = typeof itemId === 'string' ? { id: itemId } : { orderId: orderId ?? '' }

  return db().orderItem.findMany({ where, select: { id: true, state: true } })
}

type Lease = NonNullable<Awaited<ReturnType<typeof claimOne>>>

async function withItems<Result>(ids: string[], work: (leases: Lease[]) => Promise<Result>): Promise<Result> {
  const leases: Lease[] = []
  try {
    for (const id of ids) {
      const lease = await claimOne('Line', { ...claimer(), id })
      if (!lease) throw refusal('line_busy')
      leases.push(lease)
    }

    return await work(leases)
  } catch (error) {
    throw error instanceof LeaseLost ? refusal('line_busy') : error
  } finally {
    for (const lease of leases) await finishLease('Line', lease, 0)
  }
}

// A line that may still take the order over: first it is decided about, then nothing of it is left to cancel.
const MAY_TAKE_IT = ['AWAITING_PAYMENT', 'READY', 'PLACING', 'UNKNOWN', 'REJECTED', 'HELD']

/** Asks the network to take an order back that belongs to none of ours. Sent once; its own look-ups prove it. */
async function cancelUnclaimed(deciding: Deciding): Promise<DecisionResult> {
  const { discrepancy, reason } = deciding
  const row = await readNow(discrepancy.subject)
  if (row === 'no_answer') return row
  if (row === null || toProviderOrderState(row.status) === 'cancelled') throw refusal('not_active')
  if ((await findClaimed([row.orderNum])).size > 0) throw refusal('claimed')
  const iccids = [...iccidsOf(row.plans)]
  if (iccids.length === 0 || row.isTopUp === true) throw refusal('no_cards')
  const item = await lineOf(deciding)
  if (item && MAY_TAKE_IT.includes(item.state)) throw refusal('line_open')
  const attempt = item?.attempts.at(-1)
  const result = await decide(deciding, async (tx, requestedBy) => {
    if (item && attempt) {
      await cancelDuplicate(item, { row, attemptId: attempt.id, kind: 'late_order' }, tx)

      return 'closed'
    }
    const input = { orderNum: row.orderNum, itemId: discrepancy.id, iccids, reason, requestedBy }
    if (!(await addWholeCancellation(input, tx))) throw refusal('cancel_open')

    return 'asked'
  })
  wakeWorker()

  return result
}

/** Asks for the eSIMs of an order of ours that the network lists as living: by the usual return, or once more. */
async function openCancellation(deciding: Deciding): Promise<DecisionResult> {
  const { discrepancy, staff, reason } = deciding
  const row = await readNow(discrepancy.subject)
  if (row === 'no_answer') return row
  if (row === null || toProviderOrderState(row.status) === 'cancelled') throw refusal('nothing_to_cancel')
  const order = await readCancellableOrder(discrepancy.subject, db())
  if (!order) throw refusal('no_line')
  if (order.item.state === 'DELIVERED' && order.esims.length > 0) {
    const once = { key: discrepancy.id, fingerprint: discrepancy.id }
    const esimIds = order.esims.map(({ id }) => id)
    await requestCancellation(staff, { orderId: order.item.orderId, esimIds, reason, once })
    await recordAction(deciding, { result: 'asked' })

    return 'asked'
  }
  const input = { orderNum: row.orderNum, itemId: order.itemId, iccids: [...iccidsOf(row.plans)], reason }
  const result = await decide(deciding, async (tx) => {
    if (!(await addRepeatedCancellation({ ...input, requestedBy: actorOf(staff) }, tx))) throw refusal('cancel_open')

    return 'asked'
  })
  wakeWorker()

  return result
}

async function lineOf({ discrepancy }: Deciding) {
  const itemRef = sideText(discrepancy.evidence, 'network', 'reference')
  const found = itemRef === null ? undefined : (await findItemsByRef([itemRef])).get(itemRef)

  return found ? getWorkItem(found.id) : null
}

/** What a person wants done about a discrepancy, and why. `orderNumber` is for linking only. */
export type DiscrepancyInput = { id: string; act: DiscrepancyAction; reason: string; orderNumber?: string }

type Handler = (deciding: Deciding) => Promise<DecisionResult>

const closeByWord: Handler = (deciding) => decide(deciding, async () => 'closed')

const HANDLERS: Record<DiscrepancyAction, Handler> = {
  look_again: recheckByDecision,
  adopt: linkByReference,
  link: (deciding) => (deciding.discrepancy.kind === 'top_up_elsewhere' ? linkTopUp(deciding) : linkToOrder(deciding)),
  cancel: cancelUnclaimed,
  bought_elsewhere: closeByWord,
  refund: (deciding) =>
    deciding.discrepancy.kind === 'paid_without_line' ? refundPayment(deciding) : refundEsims(deciding),
  hold: putItemsInReview,
  accept: (deciding) => accept(deciding),
  open_cancellation: openCancellation,
  claim: claimCost,
  fetch_details: fetchDetailsAgain,
  finish: finishPayment,
  book_loss: bookAsLoss,
  ignore: closeByWord,
}

/**
 * Does one thing about one open finding, with an audit row. What moves money or eSIMs does so in the transaction that
 * closes the discrepancy, so it happens once however often it is asked for.
 *
 * Where it needs a second person, the first one's request is kept (`waiting`). Throws `forbidden` (`over_limit` above the sum
 * of support), `not_found`, `bad_input` for an act that this kind does not have or that lacks its reason, and
 * `conflict` with `reason`: `closed` when somebody was faster, `own_request`, otherwise why it cannot be done.
 */
export async function decideDiscrepancy(
  caller: Caller,
  input: DiscrepancyInput,
): Promise<{ result: DecisionResult | 'waiting' }> {
  requirePermission(caller, 'findings.see')
  const discrepancy = await getDiscrepancy(input.id)
  if (!discrepancy) throw new AppError('not_found', 'There is no such finding.')
  const staff = requirePermission(caller, permissionFor(input.act, discrepancy.kind))
  assertOpen(discrepancy)
  const reason = input.reason.trim()
  if (!actionsFor(discrepancy.kind).includes(input.act))
    throw new AppError('bad_input', 'A finding of this kind has no such act.')
  if (needsReason(input.act) && reason === '') throw new AppError('bad_input', 'This act needs a reason.')
  const deciding = { discrepancy, act: input.act, reason, staff, orderNumber: input.orderNumber ?? null }

  return { result: await runWithApproval(deciding, () => HANDLERS[input.act](deciding)) }
}

function assertOpen(discrepancy: StoredDiscrepancy): void {
  if (discrepancy.closedAt !== null) throw refusal('closed')
}

async function recheckByDecision(deciding: Deciding): Promise<DecisionResult> {
  const answer = await checkAgain(deciding.discrepancy)
  const result = answer === 'agrees' ? 'closed' : answer
  await recordAction(deciding, { result })

  return result
}

/**
 * What accepting means depends on what differs: money moves for eSIMs, the books for costs, nothing for a bare
 * number.
 */
async function accept(deciding: Deciding): Promise<DecisionResult> {
  const { kind } = deciding.discrepancy
  if (kind === 'status_differs') return acceptStatus(deciding)
  if (kind === 'cost_differs') return acceptCost(deciding)

  return closeByWord(deciding)
}

/** An act that came to nothing: two persons have agreed, and may try again. */
class NothingDone extends Error {
  readonly result: DecisionResult

  constructor(result: DecisionResult) {
    super(result)
    this.result = result
  }
}

/**
 * Runs an act on a discrepancy within the same limits as the acts of an order: support up to its sum, and two persons where
 * money leaves on somebody's word. `waiting`: a second person has to ask for the same.
 *
 * Throws `forbidden` with `over_limit`, and `conflict` with `own_request`.
 */
async function runWithApproval(
  deciding: Deciding,
  run: () => Promise<DecisionResult>,
): Promise<DecisionResult | 'waiting'> {
  const { discrepancy, act, reason, staff } = deciding
  await requireSum(deciding)
  if (!(await needsSecond(deciding))) return run()
  const orderId = discrepancy.orderId ?? discrepancy.id
  const permission = permissionFor(act, discrepancy.kind)
  const guarded = { orderId, act: `finding.${act}`, input: { finding: discrepancy.id }, reason, permission }
  try {
    return (await withSecondPerson(staff, guarded, () => mustDo(run))) ?? 'waiting'
  } catch (error) {
    if (error instanceof NothingDone) return error.result
    throw error
  }
}

async function mustDo(run: () => Promise<DecisionResult>): Promise<DecisionResult> {
  const result = await run()
  if (result === 'no_answer' || result === 'differs') throw new NothingDone(result)

  return result
}

/** Support gives eSIMs back and closes cases by word up to its sum, here as on the page of an order. */
async function requireSum({ discrepancy, act, staff }: Deciding): Promise<void> {
  if (staff.role !== 'support') return
  if (act === 'open_cancellation') {
    const order = await db().providerOrder.findUnique({
      where: { orderNum: discrepancy.subject },
      select: { item: { select: { priceMinor: true } } },
    })
    if (order) await requireWithinLimit(staff, order.item.priceMinor)
  }
  if (!isByWord(act) || !(await isAboveSum(discrepancy))) return
  const limitMinor = await supportLimit()
  throw new AppError('forbidden', 'This sum is above the limit of support.', { reason: 'over_limit', limitMinor })
}

async function needsSecond({ discrepancy, act }: Deciding): Promise<boolean> {
  const rule = secondRule(act, discrepancy.kind)

  return rule === 'always' || (rule === 'above_sum' && (await isAboveSum(discrepancy)))
}

type Risk = Pick<Deciding['discrepancy'], 'riskAmount' | 'riskCurrency'>

/** What cannot be compared with the sum, because it is in another currency, counts as above it. */
async function isAboveSum({ riskAmount, riskCurrency }: Risk): Promise<boolean> {
  if (riskAmount === null) return false
  if (riskCurrency !== env.STORE_CURRENCY) return true
  const limit = toMainUnits(await supportLimit(), env.STORE_CURRENCY)

  return compareDecimals(toDecimal(riskAmount), limit) > 0
}
