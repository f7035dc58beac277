import 'server-only'
import { env } from '#lib/core/env.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { staffId } from '#lib/orders/queries/admin-history.ts'
import { listStaffNames } from '#lib/orders/repository/admin-order.ts'
import { SUPPORT_LIMIT_KEY, toSupportLimit } from '#lib/orders/rules/support-limit.ts'
import { listFiledAnswers, listProvenAnswers, type ProvenAnswer } from '#lib/provider/repository/learned-answers.ts'
import { LEAST_PROOFS } from '#lib/provider/rules/learned-answers.ts'
import { findSetting } from '#lib/settings/repository/settings.ts'

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
