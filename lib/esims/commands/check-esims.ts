import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { readStatuses } from '#lib/esims/commands/esim-readings.ts'
import type { CheckedEsim } from '#lib/esims/schema.ts'
import { MAX_PASTED, readPastedNumbers } from '#lib/orders/rules/pasted-numbers.ts'
import type { EsimStatus } from '#lib/provider/endpoints/esims.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import type { Iccid } from '#lib/provider/rules/provider-ids.ts'

/** As an `AppError` for a person: `upstream_unavailable` when the provider gave no answer. */
export async function withProviderErrors<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!isProviderFailure(error)) throw error
    throw new AppError('upstream_unavailable', `The upstream gave no answer: ${error.kind}.`, undefined, {
      cause: error,
    })
  }
}

/**
 * Asks the network about pasted card numbers, a hundred per call, and returns one row per entry in its order. What is no
 * number, and a call that fails, is said in its rows.
 *
 * Throws `forbidden`, and `bad_input` with `reason` `nothing` or `too_many`.
 */
export async function checkEsims(caller: Caller, text: string): Promise<{ calls: number; rows: CheckedEsim[] }> {
  const staff = requirePermission(caller, 'iccids.see')
  const entries = readPastedNumbers(text)
  if (entries.length === 0) throw new AppError('bad_input', 'Nothing was pasted.', { reason: 'nothing' })
  if (entries.length > MAX_PASTED) throw new AppError('bad_input', 'These are too many.', { reason: 'too_many' })
  const iccids = [...new Set(entries.flatMap(({ iccid }) => iccid ?? []))]
  const by = { actor: actorOf(staff), role: staff.role }
  await recordAudit({ ...by, act: 'cards.checked', subject: 'network', after: { cards: iccids.length } })
  const [{ calls, statuses }, owned] = await Promise.all([countStatuses(iccids), findOwned(iccids)])
  const rows = entries.map(({ text: written, iccid, isRepeated }): CheckedEsim => {
    if (iccid === null) return nothing(written, 'unreadable')
    const esim = owned.get(iccid) ?? null
    if (isRepeated) return { ...nothing(written, 'repeated'), esim }
    const status = statuses.get(iccid)
    if (!status) return { ...nothing(written, 'no_answer'), esim }

    return {
      text: written,
      outcome: status.isKnown ? 'known' : 'unknown',
      said: status.message,
      profileStatus: status.profileStatus,
      expiresAt: status.expiresAt,
      canTopUp: status.canTopUp,
      // The number of the device itself is nobody's business: only whether there is one.
      hasDevice: status.isKnown ? status.eid !== null : null,
      esim,
    }
  })

  return { calls, rows }
}

async function countStatuses(iccids: Iccid[]) {
  const statuses = new Map<string, EsimStatus>()
  let calls = 0
  for await (const answered of readStatuses(iccids)) {
    calls += 1
    for (const status of answered) if (status.iccid) statuses.set(status.iccid, status)
  }

  return { calls, statuses }
}

async function findOwned(iccids: string[]): Promise<Map<string, NonNullable<CheckedEsim['esim']>>> {
  const rows = await db().esim.findMany({
    where: { iccid: { in: iccids } },
    select: { id: true, iccid: true, item: { select: { order: { select: { id: true, number: true } } } } },
  })

  return new Map(
    rows.map(({ id, iccid, item }) => [iccid, { id, orderId: item.order.id, number: item.order.number }] as const),
  )
}

function nothing(text: string, outcome: CheckedEsim['outcome']): CheckedEsim {
  const unsaid = { said: null, profileStatus: null, expiresAt: null, canTopUp: null, hasDevice: null }

  return { text, outcome, ...unsaid, esim: null }
}
