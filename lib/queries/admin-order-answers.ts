import 'server-only'
import { listStaffNames } from '#lib/db/admin-order.ts'
import { listFiledAnswers, listProvenAnswers, type ProvenAnswer } from '#lib/db/learned-answers.ts'
import { findSetting } from '#lib/db/settings.ts'
import { type Caller, requirePermission } from '#lib/domain/caller.ts'
import { LEAST_PROOFS } from '#lib/domain/learned-answers.ts'
import { SUPPORT_LIMIT_KEY, toSupportLimit } from '#lib/domain/support-limit.ts'
import { env } from '#lib/env.ts'
import { staffId } from '#lib/queries/admin-history.ts'

/** An answer that a person has filed as a refusal, or had. */
export type FiledAnswer = Omit<ProvenAnswer, 'endpoint'> & {
  id: string
  by: string | null
  filedAt: Date
  undoneAt: Date | null
}

/** What the network says that stands in no list, and the limit of support beside it. */
export type AnswersPage = {
  offered: ProvenAnswer[]
  filed: FiledAnswer[]
  limit: { minor: number; currency: string }
}

/** Reads which unlisted answers can be filed as refusals, and which were. Throws `forbidden`. */
export async function getAnswers(caller: Caller): Promise<AnswersPage> {
  requirePermission(caller, 'orders.see')
  const [proven, filed, stored] = await Promise.all([
    listProvenAnswers(LEAST_PROOFS),
    listFiledAnswers(),
    findSetting(SUPPORT_LIMIT_KEY),
  ])
  const names = await listStaffNames(filed.flatMap(({ filedBy }) => staffId(filedBy) ?? []))
  const isFiled = (one: ProvenAnswer) =>
    filed.some(({ code, messageHash, undoneAt }) => !undoneAt && code === one.code && messageHash === one.messageHash)

  return {
    offered: proven.filter((one) => !isFiled(one)),
    filed: filed.map(({ id, code, messageHash, message, proofs, filedBy, filedAt, undoneAt }) => ({
      ...{ id, code, messageHash, message, proofs, filedAt, undoneAt },
      by: names.get(staffId(filedBy) ?? '') ?? null,
    })),
    limit: { minor: toSupportLimit(stored, env.STORE_CURRENCY), currency: env.STORE_CURRENCY },
  }
}
