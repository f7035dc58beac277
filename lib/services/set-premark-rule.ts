import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import { transaction } from '#lib/db/client.ts'
import { findPremark, type PremarkAnswer, putPremarkRule } from '#lib/db/premark-rules.ts'
import { AppError } from '#lib/domain/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'
import { premarkLines } from '#lib/domain/premark.ts'
import { ruleText } from '#lib/domain/return-facts.ts'

/**
 * Notes what the wordings of plans say about going back, all or none. It counts for every plan with exactly these words.
 *
 * Throws `forbidden`, `not_found` for a plan without words, and `conflict` for words too long to be told apart.
 */
export async function setPremarkRule(
  caller: Caller,
  { planIds, answer }: { planIds: string[]; answer: PremarkAnswer },
): Promise<void> {
  const staff = requirePermission(caller, 'catalog.change')
  const setBy = actorOf(staff)
  const rules = await Promise.all(planIds.map(async (planId) => ({ planId, text: await wordsOf(planId) })))
  await transaction(async (tx) => {
    for (const { planId, text } of rules) {
      const before = await putPremarkRule({ text, answer, setBy }, tx)
      const by = { actor: setBy, role: staff.role, ...(before ? { before: { answer: before } } : {}) }
      await recordAudit({ ...by, act: 'premark.sorted', subject: planId, after: { answer } }, tx)
    }
  })
}

async function wordsOf(planId: string): Promise<string> {
  const words = premarkLines(await findPremark(planId))
  if (words.length === 0) throw new AppError('not_found', 'There is no such plan, or it has no words.')
  const text = ruleText(words)
  if (text === null) throw new AppError('conflict', 'These words are too long to be told apart from others.')

  return text
}
