import type { DecisionResult } from '#lib/reconciliation/schema.ts'
import 'server-only'
import { requestCancellation } from '#lib/cancellations/commands/request-cancellation.ts'
import { addRepeatedCancellation, addWholeCancellation } from '#lib/cancellations/repository/cancellations.ts'
import { env } from '#lib/core/env.ts'
import { db } from '#lib/core/repository/client.ts'
import type { Lease } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { compareDecimals } from '#lib/core/rules/decimal.ts'
import { cancelDuplicate } from '#lib/fulfilment/commands/cancel-duplicate.ts'
import { type CaseKind, decide } from '#lib/fulfilment/commands/decide.ts'
import { putInReviewWithin } from '#lib/fulfilment/commands/fulfil-item/end-item.ts'
import { decideReview } from '#lib/fulfilment/commands/review/decide-review.ts'
import { readReviewCase } from '#lib/fulfilment/repository/items-in-review.ts'
import { findClaimed } from '#lib/fulfilment/repository/provider-orders.ts'
import { barOf } from '#lib/fulfilment/rules/review-actions.ts'
import { requireWithinLimit, supportLimit } from '#lib/orders/commands/support-limit.ts'
import { getWorkItem } from '#lib/orders/repository/items.ts'
import type { ReviewReason } from '#lib/orders/rules/item-states.ts'
import { type ProviderOrderRow, toProviderOrderState } from '#lib/provider/rules/provider-order.ts'
import { sideText } from '#lib/reconciliation/commands/check-again.ts'
import {
  carryOut,
  type Deciding,
  type DiscrepancyInput,
  readNow,
  recordAction,
  refusal,
} from '#lib/reconciliation/commands/deciding.ts'
import {
  acceptCost,
  acceptStatus,
  bookAsLoss,
  claimCost,
  finishPayment,
  linkByReference,
  linkToOrder,
  linkTopUp,
  recheck,
  refundDiffering,
  refundEsims,
  refundPayment,
  withItem,
} from '#lib/reconciliation/commands/decisions.ts'
import { getDiscrepancy, type StoredDiscrepancy, toDecimal } from '#lib/reconciliation/repository/discrepancies.ts'
import {
  findItemsByRef,
  listLikelyItems,
  readCancellableOrder,
  toMainUnits,
} from '#lib/reconciliation/repository/reconciliation-orders.ts'
import { actionsFor, isHoldable, permissionFor, ruleFor } from '#lib/reconciliation/rules/discrepancy-kinds.ts'
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
  const movable = items.filter(({ state }) => isHoldable(state))
  if (!reason || movable.length === 0) throw refusal('not_possible')
  const evidence = { finding: discrepancy.id, orderNum: discrepancy.subject }

  const ids = movable.map(({ id }) => id)

  return withItems(ids, (leases) =>
    carryOut(deciding, async (tx) => {
      for (const lease of leases) {
        const item = await getWorkItem(lease.id, tx)
        if (!item || !isHoldable(item.state)) throw refusal('line_busy')
        await putInReviewWithin(item, { lease, exit: { from: item.state, reason, evidence }, tx })
      }
    }),
  )
}

async function withItems<Result>([id, ...more]: string[], work: (leases: Lease[]) => Promise<Result>): Promise<Result> {
  if (id === undefined) return work([])

  return withItem(id, (lease) => withItems(more, (leases) => work([lease, ...leases])))
}

/** Does what the page of the order does about a held line whose eSIM data is missing, and only where that page would. */
async function fetchDetailsAgain(deciding: Deciding): Promise<DecisionResult> {
  const { staff, input, discrepancy } = deciding
  const [item] = await itemsOf(deciding)
  const ids = { orderId: discrepancy.orderId ?? '', itemId: item?.id ?? '' }
  const review = await readReviewCase(ids)
  if (review?.item.state !== 'HELD' || barOf('fetch_again', review.facts)) throw refusal('not_possible')
  const { epoch } = review
  await decideReview(staff, { ...ids, act: 'fetch_again', epoch, reason: input.reason })
  await recordAction(deciding, { result: 'asked' })

  return 'asked'
}

async function itemsOf({ discrepancy }: Deciding) {
  const { evidence, orderId } = discrepancy
  const itemId = typeof evidence === 'object' && evidence && 'itemId' in evidence ? evidence.itemId : null
  const where = typeof itemId === 'string' ? { id: itemId } : { orderId: orderId ?? '' }

  return db().orderItem.findMany({ where, select: { id: true, state: true } })
}

// A line that may still take the order over: first it is decided about, then nothing of it is left to cancel.
const MAY_TAKE_IT = ['AWAITING_PAYMENT', 'READY', 'PLACING', 'UNKNOWN', 'REJECTED', 'HELD']

/** Asks the network to take an order back that belongs to none of ours. Sent once; its own look-ups prove it. */
async function cancelUnclaimed(deciding: Deciding): Promise<DecisionResult> {
  const { discrepancy, input } = deciding
  const row = await readNow(discrepancy.subject)
  if (row === null || toProviderOrderState(row.status) === 'cancelled') throw refusal('not_active')
  const { orderNum } = row
  if ((await findClaimed([orderNum])).size > 0) throw refusal('claimed')
  const iccids = [...iccidsOf(row.plans)]
  if (iccids.length === 0 || row.isTopUp === true) throw refusal('no_cards')
  const item = await lineOf(deciding)
  if (item ? MAY_TAKE_IT.includes(item.state) : await isLookedFor(row)) throw refusal('line_open')
  const attempt = item?.attempts.at(-1)
  if (item && attempt) {
    return carryOut(deciding, async (tx) => {
      await cancelDuplicate(item, { row, attemptId: attempt.id, kind: 'late_order' }, tx)
    })
  }
  const wanted = { orderNum, itemId: discrepancy.id, iccids, reason: input.reason }

  return carryOut(
    deciding,
    async (tx, requestedBy) => {
      if (!(await addWholeCancellation({ ...wanted, requestedBy }, tx))) throw refusal('cancel_open')
    },
    'asked',
  )
}

/** Asks for the eSIMs of an order of ours that the network lists as living: by the usual return, or once more. */
async function openCancellation(deciding: Deciding): Promise<DecisionResult> {
  const { discrepancy, staff, input } = deciding
  const { reason } = input
  const row = await readNow(discrepancy.subject)
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
  const wanted = { orderNum: row.orderNum, itemId: order.itemId, iccids: [...iccidsOf(row.plans)], reason }

  return carryOut(
    deciding,
    async (tx, requestedBy) => {
      const { orderId, priceMinor: amountMinor } = order.item
      await requireWithinLimit(staff, { orderId, itemId: order.itemId, amountMinor }, tx)
      if (!(await addRepeatedCancellation({ ...wanted, requestedBy }, tx))) throw refusal('cancel_open')
    },
    'asked',
  )
}

/** Without a reference nobody can tell whose an order is: an item of ours whose own is being looked for may take it over. */
async function isLookedFor({ skuId, count }: ProviderOrderRow): Promise<boolean> {
  const items = skuId === null ? [] : await listLikelyItems({ skuId, count: count ?? 1 })

  return items.some(({ state }) => state === 'UNKNOWN')
}

async function lineOf({ discrepancy }: Deciding) {
  const itemRef = sideText(discrepancy.evidence, 'network', 'reference')
  const found = itemRef === null ? undefined : (await findItemsByRef([itemRef])).get(itemRef)

  return found ? getWorkItem(found.id) : null
}

const closeByWord = (deciding: Deciding) => carryOut(deciding, async () => undefined)

/** What can be decided about a discrepancy. */
const DISCREPANCIES: CaseKind<{ discrepancy: StoredDiscrepancy }, DiscrepancyInput, DecisionResult> = {
  load: async (caller, { id }) => {
    requirePermission(caller, 'findings.see')
    const discrepancy = await getDiscrepancy(id)
    if (!discrepancy) throw new AppError('not_found', 'There is no such finding.')

    return { discrepancy }
  },
  permission: (action, { discrepancy: { kind, riskAmount } }) =>
    permissionFor(action, { kind, isSumKnown: riskAmount !== null }),
  guard: async (deciding) => {
    const { discrepancy, input } = deciding
    if (discrepancy.closedAt !== null) throw refusal('closed')
    if (!actionsFor(discrepancy.kind).includes(input.act))
      throw new AppError('bad_input', 'A finding of this kind has no such act.')
    if (!ruleFor(input.act, discrepancy.kind).isAtOnce && input.reason === '')
      throw new AppError('bad_input', 'This act needs a reason.')
    // Before anybody is asked to agree to it.
    if (input.act === 'book_loss' && discrepancy.riskAmount === null) throw refusal('no_amount')
    await requireSum(deciding)
  },
  needsSecond: async ({ discrepancy, input }) => {
    const rule = ruleFor(input.act, discrepancy.kind).needsSecond

    return rule === 'always' || (rule === 'above_sum' && (await isAboveSum(discrepancy)))
  },
  request: ({ discrepancy: { id, orderId }, input }) => ({
    orderId: orderId ?? id,
    act: `finding.${input.act}`,
    input: { finding: id },
  }),
  apply: {
    look_again: recheck,
    adopt: linkByReference,
    link: (deciding) =>
      deciding.discrepancy.kind === 'top_up_elsewhere' ? linkTopUp(deciding) : linkToOrder(deciding),
    cancel: cancelUnclaimed,
    bought_elsewhere: closeByWord,
    refund: (deciding) => {
      const { kind } = deciding.discrepancy
      if (kind === 'payment_mismatch') return refundDiffering(deciding)

      return kind === 'paid_without_line' ? refundPayment(deciding) : refundEsims(deciding)
    },
    hold: putItemsInReview,
    // Money moves for eSIMs, the books for costs, nothing for a bare number.
    accept: (deciding) => {
      const { kind } = deciding.discrepancy
      if (kind === 'status_differs') return acceptStatus(deciding)

      return kind === 'cost_differs' ? acceptCost(deciding) : closeByWord(deciding)
    },
    open_cancellation: openCancellation,
    claim: claimCost,
    fetch_details: fetchDetailsAgain,
    finish: finishPayment,
    book_loss: bookAsLoss,
    ignore: closeByWord,
  },
}

/**
 * Does one thing about one open finding, with an audit row. What moves money or eSIMs does so in the transaction that
 * closes the discrepancy, so it happens once however often it is asked for.
 *
 * Where it needs a second person, the first one's request is kept (`waiting`). Throws `forbidden` (`over_limit` above the sum
 * of support), `not_found`, `bad_input` for an act that this kind does not have or that lacks its reason, and
 * `conflict` with `reason`: `closed` when somebody was faster, `own_request`, otherwise why it cannot be done.
 */
export async function decideDiscrepancy(caller: Caller, input: DiscrepancyInput): Promise<{ result: DecisionResult }> {
  return { result: await decide(DISCREPANCIES, caller, { ...input, reason: input.reason.trim() }) }
}

/** Support gives eSIMs back and closes cases by word up to its sum, here as on the page of an order. */
async function requireSum({ discrepancy, input, staff }: Deciding): Promise<void> {
  if (staff.role !== 'support') return
  if (input.act === 'open_cancellation') {
    const order = await db().providerOrder.findUnique({
      where: { orderNum: discrepancy.subject },
      select: { item: { select: { id: true, orderId: true, priceMinor: true } } },
    })
    if (order) {
      const { id: itemId, orderId, priceMinor: amountMinor } = order.item
      await requireWithinLimit(staff, { orderId, itemId, amountMinor })
    }
  }
  if (!ruleFor(input.act, discrepancy.kind).isByWord || !(await isAboveSum(discrepancy))) return
  const limitMinor = await supportLimit()
  throw new AppError('forbidden', 'This sum is above the limit of support.', { reason: 'over_limit', limitMinor })
}

type Risk = Pick<StoredDiscrepancy, 'riskAmount' | 'riskCurrency'>

/** What cannot be compared with the sum, because it is in another currency, counts as above it. */
async function isAboveSum({ riskAmount, riskCurrency }: Risk): Promise<boolean> {
  if (riskAmount === null) return false
  if (riskCurrency !== env.STORE_CURRENCY) return true
  const limit = toMainUnits(await supportLimit(), env.STORE_CURRENCY)

  return compareDecimals(toDecimal(riskAmount), limit) > 0
}
