import 'server-only'
import { raiseCatalogVersion } from '#lib/catalog/repository/catalog.ts'
import {
  findRefundabilityAnswers,
  findRefundabilityRule,
  putRefundabilityRule,
  type RefundabilityAnswer,
} from '#lib/catalog/repository/refundability-rules.ts'
import { commonAnswer } from '#lib/catalog/rules/admin-destination.ts'
import { refundabilityRuleLines, ruleText } from '#lib/catalog/rules/refundability.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { transaction } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { lockSettings } from '#lib/settings/repository/settings.ts'

/** What plans' words say. `seen` is what the page showed of them, null where the plans differed in it. */
export type RefundabilityRuleChange = {
  planIds: string[]
  answer: RefundabilityAnswer
  seen: RefundabilityAnswer | null
}

/**
 * Notes what the wordings of plans say about going back, all or none. It counts for every plan with exactly these words.
 *
 * Throws `forbidden`, `not_found` for a plan without words, and `conflict` for words too long to be told apart or when
 * somebody else has sorted them since the page was shown.
 */
export async function setRefundabilityRule(
  caller: Caller,
  { planIds, answer, seen }: RefundabilityRuleChange,
): Promise<void> {
  const staff = requirePermission(caller, 'catalog.change')
  const setBy = actorOf(staff)
  const rules = await Promise.all(planIds.map(async (planId) => ({ planId, text: await ruleTextOf(planId) })))
  await transaction(async (tx) => {
    await lockSettings(tx)
    const answerTo = await findRefundabilityAnswers(
      rules.map(({ text }) => text),
      tx,
    )
    if (commonAnswer(rules.map(({ text }) => answerTo(text))) !== seen) {
      throw new AppError('conflict', 'Somebody else has changed this.', { reason: 'settings_changed' })
    }
    for (const { planId, text } of rules) {
      const before = await putRefundabilityRule({ text, answer, setBy }, tx)
      const by = { actor: setBy, role: staff.role, ...(before ? { before: { answer: before } } : {}) }
      await recordAudit({ ...by, act: 'premark.sorted', subject: planId, after: { answer } }, tx)
    }
    // Pages of plans say it before the sale.
    await raiseCatalogVersion(tx)
  })
}

async function ruleTextOf(planId: string): Promise<string> {
  const terms = refundabilityRuleLines(await findRefundabilityRule(planId))
  if (terms.length === 0) throw new AppError('not_found', 'There is no such plan, or it has no words.')
  const text = ruleText(terms)
  if (text === null) throw new AppError('conflict', 'These words are too long to be told apart from others.')

  return text
}
