import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { backoff, TIMERS } from '#lib/core/rules/timers.ts'
import { addCode, addEsims, findKnownIccids } from '#lib/esims/repository/esims.ts'
import { emitLpa } from '#lib/esims/rules/lpa.ts'
import { toNewEsims } from '#lib/fulfilment/commands/fulfil-line/accept-order.ts'
import { isComplete } from '#lib/fulfilment/commands/fulfil-line/accepted-esims.ts'
import { startCancelling } from '#lib/fulfilment/commands/fulfil-line/cancel-line.ts'
import { holdLine } from '#lib/fulfilment/commands/fulfil-line/end-line.ts'
import { expectedCost } from '#lib/fulfilment/commands/fulfil-line/expected-cost.ts'
import { failpoint } from '#lib/fulfilment/commands/fulfil-line/failpoint.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { noteRefetched } from '#lib/fulfilment/repository/provider-orders.ts'
import { codeDoubts, inspectOrder, type ReadEsim } from '#lib/fulfilment/rules/accepted-order.ts'
import { stepLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import { recordOrderEvent } from '#lib/orders/repository/order-events.ts'
import { aboutLine, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { scaled, unscaled } from '#lib/provider/commands/time-scale.ts'
import { redownloadOrder } from '#lib/provider/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import type { ProviderOrder } from '#lib/provider/rules/provider-order.ts'

/** Asks for the details of a placed and paid order until they are all here, for two hours at most. */
export async function fetchDetails(line: WorkLine, lease: Lease): Promise<Next> {
  const orderNum = line.providerOrders.find(({ status }) => status !== 2)?.orderNum
  if (!orderNum) return holdLine(line, lease, { from: 'FETCHING', reason: 'order_missing' })
  if (line.cancelRequestedAt) return startCancelling(line, lease, { from: 'FETCHING', reason: 'cancelled' })
  // A person may have read them by another way meanwhile.
  if (isComplete(line)) return noteComplete(line, lease)
  const waitedMs = unscaled((await databaseNow()).getTime() - (line.placedAt ?? line.createdAt).getTime())
  await noteRefetched(orderNum)
  const answer = await ask(line, orderNum)
  await failpoint('details_answered')
  if (answer === 'refused') return holdLine(line, lease, { from: 'FETCHING', reason: 'details_refused' })
  if (answer !== 'later') {
    const next = await keepDetails(line, { lease, orderNum, order: answer })
    if (next !== 'incomplete') return next
  }
  if (waitedMs > TIMERS.fetchGivesUpAfter) {
    return startCancelling(line, lease, { from: 'FETCHING', reason: 'details_missing' })
  }

  // Ever longer pauses, by how long it has taken so far.
  return scaled(backoff(Math.floor(Math.log2(1 + waitedMs / 5_000)), { base: 2_000, cap: 10 * 60_000 }))
}

async function noteComplete({ orderId, id: lineId }: WorkLine, lease: Lease): Promise<Next> {
  return transaction<Next>(async (tx) => {
    await stepLine(lease, { from: 'FETCHING', to: 'DELIVERABLE' }, tx)
    await recordOrderEvent({ orderId, lineId, kind: 'complete' }, tx)

    return 'again'
  })
}

/** Codes that mean "not yet" are asked again; "not found" and the like never get better. */
async function ask(line: WorkLine, orderNum: string): Promise<ProviderOrder | 'later' | 'refused'> {
  try {
    return await aboutLine(line.id, () => currentProvider().call(redownloadOrder, { orderNum }))
  } catch (error) {
    if (!isProviderFailure(error)) throw error

    return error.kind === 'not_found' ? 'refused' : 'later'
  }
}

type Details = { lease: Lease; orderNum: string; order: ProviderOrder }

async function keepDetails(line: WorkLine, { lease, orderNum, order }: Details): Promise<Next | 'incomplete'> {
  const own = new Set(line.esims.map((esim) => esim.iccid))
  const others = order.esims.flatMap((esim) => esim.iccid?.trim() ?? []).filter((iccid) => !own.has(iccid))

  const kept = await transaction(async (tx) => {
    const { esims, problems } = inspectOrder(order, {
      count: line.quote.count,
      priceId: null,
      cost: await expectedCost(line, tx),
      isOrderKnown: false,
      knownIccids: await findKnownIccids(others, tx),
    })
    // The cost was judged when the order was placed; here only the eSIMs matter.
    const doubts = problems.filter((problem) => problem !== 'cost')
    if (doubts.length > 0) return { doubts, codes: codeDoubts(esims), next: null }
    const codes = esims.filter(({ reading }) => reading.kind === 'code')
    if (codes.length < line.quote.count) return { doubts: [], codes: [], next: 'incomplete' as const }
    await storeCodes(line, { orderNum, esims: codes, tx })
    await stepLine(lease, { from: 'FETCHING', to: 'DELIVERABLE' }, tx)
    await recordOrderEvent({ orderId: line.orderId, lineId: line.id, kind: 'complete' }, tx)

    return { doubts: [], codes: [], next: 'again' as const }
  })
  if (kept.doubts.length === 0) return kept.next

  const evidence = { problems: kept.doubts, ...(kept.codes.length > 0 && { codes: kept.codes }) }

  return holdLine(line, lease, { from: 'FETCHING', reason: 'order_differs', evidence })
}

type Codes = { orderNum: string; esims: ReadEsim[]; tx: Parameters<Parameters<typeof transaction>[0]>[0] }

/** Stores what came of the details of an order: new eSIMs, or the codes of those that are known. */
export async function storeCodes(line: WorkLine, { orderNum, esims, tx }: Codes): Promise<void> {
  const byIccid = new Map(line.esims.map((esim) => [esim.iccid, esim]))
  if (line.esims.length === 0) {
    await addEsims(toNewEsims(line, orderNum, esims), tx)

    return
  }
  for (const { iccid, reading, activateBefore } of esims) {
    const esim = byIccid.get(iccid)
    if (!esim || reading.kind !== 'code') continue
    const { issue: codeIssue, sources: codeSources } = reading
    await addCode({ id: esim.id, code: emitLpa(reading.code), codeIssue, codeSources, activateBefore }, tx)
  }
  const missing = esims.filter(({ iccid }) => !byIccid.has(iccid))
  if (missing.length > 0) await addEsims(inFreePlaces(line, orderNum, missing), tx)
}

/** Cards that came later than their sisters take the places, and the shares, that are still free. */
function inFreePlaces(line: WorkLine, orderNum: string, esims: ReadEsim[]) {
  const used = new Set(line.esims.map(({ position }) => position))
  const places = Array.from({ length: line.quote.count }, (_, index) => index + 1)
  const free = places.filter((place) => !used.has(place)).slice(0, esims.length)
  const seated = places.flatMap((place) => esims[Math.max(0, free.indexOf(place))] ?? [])

  return toNewEsims(line, orderNum, seated).filter(({ position }) => free.includes(position))
}
