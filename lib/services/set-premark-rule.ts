import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { transaction } from '#lib/db/client.ts'
import { findPremark, type PremarkAnswer, putPremarkRule } from '#lib/db/premark-rules.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'
import { premarkLines } from '#lib/domain/premark.ts'
import { ruleText } from '#lib/domain/return-facts.ts'

/**
 * Notes what the wording of a plan says about going back. It counts for every plan with exactly these words.
 *
 * Throws `forbidden`, `not_found` for a plan without words, and `conflict` for words too long to be told apart.
 */
export async function setPremarkRule(caller: Caller, rule: { planId: string; answer: PremarkAnswer }): Promise<void> {
  const staff = requirePermission(caller, 'catalog.change')
  const words = premarkLines(await findPremark(rule.planId))
  if (words.length === 0) throw new AppError('not_found', 'There is no such plan, or it has no words.')
  const text = ruleText(words)
  if (text === null) throw new AppError('conflict', 'These words are too long to be told apart from others.')
  const { answer } = rule
  await transaction(async (tx) => {
    const setBy = actorOf(staff)
    const before = await putPremarkRule({ text, answer, setBy }, tx)
    const by = { actor: setBy, role: staff.role, ...(before ? { before: { answer: before } } : {}) }
    await recordAudit({ ...by, act: 'premark.sorted', subject: rule.planId, after: { answer } }, tx)
  })
}
