import 'server-only'
import { env } from '#lib/core/env.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import type { CardRecord, Heard, NetworkRecord, RecordedOrder } from '#lib/esims/rules/admin-cards.ts'
import { currentUpstream } from '#lib/provider/commands/upstream.ts'
import { getCardDetail, listCardHistory } from '#lib/provider/index.ts'
import type { CardDetail, CardHistoryEntry } from '#lib/provider/rules/upstream-card.ts'
import { isUpstreamFailure } from '#lib/provider/rules/upstream-failure.ts'
import { parseIccid } from '#lib/provider/rules/upstream-ids.ts'

/**
 * Reads the network's own record and history of a card. Each of the two says for itself why there is nothing; without the
 * network's address for them, nothing is asked. The numbers of device and line are left out, and who asked is written down
 * before.
 *
 * Throws `forbidden`, `not_found`.
 */
export async function readCardRecord(caller: Caller, cardId: string): Promise<CardRecord> {
  const staff = requirePermission(caller, 'iccids.see')
  const card = await db().card.findUnique({ where: { id: cardId }, select: { iccid: true } })
  const iccid = parseIccid(card?.iccid)
  if (!iccid) throw new AppError('not_found', 'There is no such card.')
  if (!isRecordOn()) return { isOn: false }
  await recordAudit({ actor: actorOf(staff), role: staff.role, act: 'card.record_asked', subject: cardId })
  const upstream = currentUpstream()
  const [record, history] = await Promise.all([
    hear(() => upstream.call(getCardDetail, { iccid }), toRecord),
    hear(
      () => upstream.call(listCardHistory, { iccid }),
      (entries) => entries.map(toOrder),
    ),
  ])

  return { isOn: true, at: new Date(), record, history }
}

/** True where the address is set over which the network tells its record of a card. */
export function isRecordOn(): boolean {
  return Boolean(env.RESELLER_API_HTTP_URL)
}

async function hear<Answer, Said>(ask: () => Promise<Answer>, toSaid: (answer: Answer) => Said): Promise<Heard<Said>> {
  try {
    return { isRead: true, said: toSaid(await ask()) }
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error

    return { isRead: false, problem: error.kind, code: error.code }
  }
}

function toRecord({ createdOn, expiresOn, canTopUp, profileStatus, eid, networks }: CardDetail): NetworkRecord {
  const names = networks.map(({ country, operator, generation }) =>
    [country, operator, generation].filter((part) => part !== null).join(' '),
  )

  return { createdOn, expiresOn, canTopUp, profileStatus, hasDevice: eid !== null, networks: names }
}

function toOrder(entry: CardHistoryEntry): RecordedOrder {
  return {
    orderNum: entry.orderNum,
    plan: entry.skuName,
    status: entry.status,
    isTopUp: entry.isTopUp,
    createdAt: entry.createdAt,
    plans: entry.plans.map(({ name, usedMb, beginsAt, endsAt }) => ({ name, usedMb, beginsAt, endsAt })),
  }
}
