import 'server-only'
import { transaction } from '#lib/core/repository/client.ts'
import { databaseNow } from '#lib/core/repository/leases.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import {
  type Deciding,
  type HeldOutcome,
  moveHeld,
  noteDecision,
} from '#lib/fulfilment/commands/held-acts/held-input.ts'
import { toCandidate } from '#lib/fulfilment/commands/held-acts/read-candidates.ts'
import { listLaneCandidates, lookUp } from '#lib/fulfilment/commands/look-up.ts'
import { isUpstreamFailure } from '#lib/provider/rules/upstream-failure.ts'

const PLACE_WITHIN_MS = 24 * 3_600_000
const REFUSED_FOR_SURE = [-1, -2, -30]

/**
 * Lets a line be ordered once more, after it is proven that it was not: by the network's own refusal, or by a look at
 * this moment that finds nothing where something would be found.
 */
export async function placeAgain(deciding: Deciding): Promise<HeldOutcome> {
  const { held } = deciding
  const last = held.line.attempts.at(-1)
  const isRefused = last?.state === 'REJECTED' && REFUSED_FOR_SURE.includes(last.code ?? 0)
  const proof = isRefused ? 'refused' : await proveAbsence(deciding)
  if (proof === 'no_answer') return 'no_answer'
  await transaction(async (tx) => {
    const now = await databaseNow(tx)
    const deadlineAt = new Date(now.getTime() + PLACE_WITHIN_MS)
    const changes = { reason: null, readyAt: now, deadlineAt, unknownSince: null }
    await moveHeld(deciding, { to: 'READY', changes }, tx)
    await noteDecision(deciding, { after: { proof }, tx })
  })

  return 'moved'
}

async function proveAbsence({ held: { line } }: Deciding): Promise<'looked' | 'lane_empty' | 'no_answer'> {
  try {
    const since = line.attempts[0]?.sentAt ?? line.createdAt
    const look = await lookUp(line, { since })
    const found = [...look.fits, ...look.misfits]
    if (found.length > 0) throw unproven('found', found.map(toCandidate))
    if (look.isClean && look.canLookUp) return 'looked'
    // No reference can prove anything here; an empty list of what was bought since then still does.
    const lane = await listLaneCandidates(line, since)
    if (lane.length > 0) throw unproven('may_exist', lane.map(toCandidate))

    return 'lane_empty'
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error

    return 'no_answer'
  }
}

function unproven(reason: 'found' | 'may_exist', candidates: ReturnType<typeof toCandidate>[]): AppError {
  const orderNums = candidates.map(({ orderNum }) => orderNum)

  return new AppError('conflict', 'An order may exist; look again and decide.', { reason, orderNums })
}
