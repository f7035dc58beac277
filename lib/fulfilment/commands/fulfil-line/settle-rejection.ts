import 'server-only'
import { pauseSales } from '#lib/checkout/commands/sales-pause.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow, type Lease } from '#lib/core/repository/leases.ts'
import { backoff, TIMERS } from '#lib/core/rules/timers.ts'
import { giveUpLine, holdLineIn } from '#lib/fulfilment/commands/fulfil-line/end-line.ts'
import type { Next } from '#lib/fulfilment/commands/hold-lease.ts'
import { moveLine, type WorkLine } from '#lib/orders/repository/lines.ts'
import { scaled } from '#lib/provider/commands/time-scale.ts'
import { requireSession } from '#lib/provider/commands/upstream.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

const SESSION_EXPIRED = -1
const OUR_FAULTS = [-2, -30]

/** Decides what a proven refusal means: another try with a new session, a fault of ours, or the money back. */
export async function settleRejection(line: WorkLine, lease: Lease): Promise<Next> {
  const last = line.attempts.at(-1)
  const code = last?.code ?? null
  if (code === SESSION_EXPIRED) return tryWithNewSession(line, lease)
  if (code !== null && OUR_FAULTS.includes(code)) return stopPlacing(line, { lease, code })

  return giveUpLine(line, lease, { from: 'REJECTED', reason: 'not_accepted' })
}

/** The first time at once; after that only while a session can be had at all, and for two hours. */
async function tryWithNewSession(line: WorkLine, lease: Lease): Promise<Next> {
  const refusals = line.attempts.filter((attempt) => attempt.code === SESSION_EXPIRED).length
  const waitedMs = (await databaseNow()).getTime() - (line.readyAt ?? line.createdAt).getTime()
  if (waitedMs > scaled(TIMERS.tokenTroubleFor)) {
    return giveUpLine(line, lease, { from: 'REJECTED', reason: 'no_session' })
  }
  if (refusals > 1 && !(await hasSession())) return scaled(TIMERS.placementRetry)
  if (!(await moveLine(lease, { from: 'REJECTED', to: 'READY', changes: { reason: null } }))) return null

  return refusals > 1 ? scaled(backoff(refusals, { base: 2_000, cap: 5 * 60_000 })) : 'again'
}

async function hasSession(): Promise<boolean> {
  try {
    await requireSession()

    return true
  } catch {
    return false
  }
}

/** Every further order would be refused the same way: nothing is placed before a person has mended the settings. */
async function stopPlacing(line: WorkLine, { lease, code }: { lease: Lease; code: number }): Promise<Next> {
  return transaction(async (tx) => {
    const evidence = { code, parameters: 'otherOrderId otherItemId daypassDays beginDate' }
    await pauseSales('placements_refused', { code }, tx)
    await openDiscrepancy({ kind: 'placements_refused', subject: String(code), orderId: line.orderId, evidence }, tx)

    return holdLineIn(line, { lease, exit: { from: 'REJECTED', reason: 'our_fault', evidence }, tx })
  })
}
