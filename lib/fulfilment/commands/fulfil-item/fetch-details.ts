import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { backoff, TIMERS } from '#lib/core/rules/timers.ts'
import { addCode, addEsims, findKnownIccids } from '#lib/esims/repository/esims.ts'
import { emitLpa } from '#lib/esims/rules/lpa.ts'
import {
  acceptedCount,
  acceptedProblems,
  expectedCost,
  isComplete,
  noteLaterCost,
  toNewEsims,
} from '#lib/fulfilment/commands/fulfil-item/accept-order.ts'
import { startCancelling } from '#lib/fulfilment/commands/fulfil-item/cancel-item.ts'
import { putInReview, putInReviewWithin } from '#lib/fulfilment/commands/fulfil-item/end-item.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-item/failpoint.ts'
import type { Next } from '#lib/fulfilment/commands/with-lease.ts'
import { livingOrderOf } from '#lib/fulfilment/repository/items-in-review.ts'
import { noteRefetched } from '#lib/fulfilment/repository/provider-orders.ts'
import { codeDoubts, inspectOrder, openDoubts, type ReadEsim } from '#lib/fulfilment/rules/accepted-order.ts'
import { stepItem, type WorkItem } from '#lib/orders/repository/items.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { aboutItem, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { scaled, unscaled } from '#lib/provider/commands/throttle.ts'
import { redownloadOrder } from '#lib/provider/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import type { ProviderOrder } from '#lib/provider/rules/provider-order.ts'

/** Asks for the details of a placed and paid order until they are all here, for two hours at most. */
export async function fetchDetails(item: WorkItem, lease: Lease): Promise<Next> {
  const orderNum = livingOrderOf(item)?.orderNum
  if (!orderNum) return putInReview(item, lease, { from: 'FETCHING', reason: 'order_missing' })
  if (item.cancelRequestedAt) return startCancelling(item, lease, { from: 'FETCHING', reason: 'cancelled' })
  // A person may have read them by another way meanwhile.
  if (isComplete(item)) return noteComplete(item, lease)
  const waitedMs = unscaled((await databaseNow()).getTime() - (item.placedAt ?? item.createdAt).getTime())
  await noteRefetched(orderNum)
  const answer = await ask(item, orderNum)
  await failpoint('details_answered')
  if (answer === 'refused') return putInReview(item, lease, { from: 'FETCHING', reason: 'details_refused' })
  if (answer !== 'later') {
    await noteLaterCost(orderNum, answer)
    const next = await keepDetails(item, { lease, orderNum, order: answer })
    if (next !== 'incomplete') return next
  }
  if (waitedMs > TIMERS.fetchGivesUpAfter) {
    return startCancelling(item, lease, { from: 'FETCHING', reason: 'details_missing' })
  }

  // Ever longer pauses, by how long it has taken so far.
  return scaled(backoff(Math.floor(Math.log2(1 + waitedMs / 5_000)), { base: 2_000, cap: 10 * 60_000 }))
}

async function noteComplete({ orderId, id: itemId }: WorkItem, lease: Lease): Promise<Next> {
  return transaction<Next>(async (tx) => {
    await stepItem(lease, { from: 'FETCHING', to: 'DELIVERABLE' }, tx)
    await recordOrderEvent({ orderId, itemId, kind: 'complete' }, tx)

    return 'again'
  })
}

/** Codes that mean "not yet" are asked again; "not found" and the like never get better. */
async function ask(item: WorkItem, orderNum: string): Promise<ProviderOrder | 'later' | 'refused'> {
  try {
    return await aboutItem(item.id, () => currentProvider().call(redownloadOrder, { orderNum }))
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return error.kind === 'not_found' ? 'refused' : 'later'
  }
}

type Details = { lease: Lease; orderNum: string; order: ProviderOrder }

async function keepDetails(item: WorkItem, { lease, orderNum, order }: Details): Promise<Next | 'incomplete'> {
  const own = new Set(item.esims.map((esim) => esim.iccid))
  const others = order.esims.flatMap((esim) => esim.iccid?.trim() ?? []).filter((iccid) => !own.has(iccid))

  const accepted = acceptedProblems(item)

  return transaction(async (tx) => {
    const { esims, problems } = inspectOrder(order, {
      count: item.quote.count,
      priceId: null,
      cost: await expectedCost(item, tx),
      isOrderKnown: false,
      knownIccids: await findKnownIccids(others, tx),
    })
    const codes = esims.filter(({ reading }) => reading.kind === 'code')
    const wanted = acceptedCount(item) ?? item.quote.count
    const came = { accepted, wanted, esims: order.esims.length, codes: codes.length }
    const doubts = openDoubts(problems, came)
    if (doubts.length > 0) {
      // What came is there for whoever decides: a part of it can be delivered.
      if (codes.length > 0) await storeCodes(item, { orderNum, esims: codes, tx })
      const unusable = codeDoubts(esims)
      const evidence = {
        problems: doubts,
        ...(unusable.length > 0 && { codes: unusable }),
        ...(accepted.length > 0 && { accepted }),
      }

      return putInReviewWithin(item, { lease, exit: { from: 'FETCHING', reason: 'order_differs', evidence }, tx })
    }
    if (codes.length < wanted) return 'incomplete'
    await storeCodes(item, { orderNum, esims: codes, tx })
    await stepItem(lease, { from: 'FETCHING', to: 'DELIVERABLE' }, tx)
    await recordOrderEvent({ orderId: item.orderId, itemId: item.id, kind: 'complete' }, tx)

    return 'again'
  })
}

type Codes = { orderNum: string; esims: ReadEsim[]; tx: Parameters<Parameters<typeof transaction>[0]>[0] }

/** Stores what came of the details of an order: new eSIMs, or the codes of those that are known. */
export async function storeCodes(item: WorkItem, { orderNum, esims, tx }: Codes): Promise<void> {
  const byIccid = new Map(item.esims.map((esim) => [esim.iccid, esim]))
  if (item.esims.length === 0) {
    await addEsims(toNewEsims(item, orderNum, esims), tx)

    return
  }
  for (const { iccid, reading, activateBefore } of esims) {
    const esim = byIccid.get(iccid)
    if (!esim || reading.kind !== 'code') continue
    const { issue: codeIssue, sources: codeSources } = reading
    await addCode({ id: esim.id, code: emitLpa(reading.code), codeIssue, codeSources, activateBefore }, tx)
  }
  const missing = esims.filter(({ iccid }) => !byIccid.has(iccid))
  if (missing.length > 0) await addEsims(inFreePlaces(item, orderNum, missing), tx)
}

/** Cards that came later than their sisters take the places, and the shares, that are still free. */
function inFreePlaces(item: WorkItem, orderNum: string, esims: ReadEsim[]) {
  const used = new Set(item.esims.map(({ position }) => position))
  const places = Array.from({ length: item.quote.count }, (_, index) => index + 1)
  const free = places.filter((place) => !used.has(place)).slice(0, esims.length)
  const seated = places.flatMap((place) => esims[Math.max(0, free.indexOf(place))] ?? [])

  return toNewEsims(item, orderNum, seated).filter(({ position }) => free.includes(position))
}
