import 'server-only'
import { hashToken } from '#lib/core/crypto/token.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { RefundabilityAnswer } from '#lib/generated/prisma/enums.ts'
import type { CancelRule } from '#lib/refunds/rules/refund-answer.ts'

export type { RefundabilityAnswer }

const RULES: Record<RefundabilityAnswer, CancelRule> = {
  ALLOWED_UNTIL_INSTALL: 'allowed_until_install',
  ALLOWED_UNTIL_USE: 'allowed_until_use',
  NEVER: 'never',
  UNKNOWN: 'unknown',
}

/** Returns what a person has decided about each of these exact wordings; `unknown` for one that nobody has judged. */
export async function findRefundabilityRules(texts: (string | null)[]): Promise<(text: string | null) => CancelRule> {
  const answerTo = await findRefundabilityAnswers(texts)

  return (text) => RULES[answerTo(text)]
}

/** The same as it is kept. */
export async function findRefundabilityAnswers(
  texts: (string | null)[],
  client: Tx = db(),
): Promise<(text: string | null) => RefundabilityAnswer> {
  const wanted = [...new Set(texts.filter((text) => text !== null))]
  const rows =
    wanted.length === 0
      ? []
      : await client.refundabilityRule.findMany({
          where: { textHash: { in: wanted.map(hashToken) } },
          select: { textHash: true, answer: true },
        })
  const byHash = new Map(rows.map(({ textHash, answer }) => [textHash, answer]))

  return (text) => (text === null ? 'UNKNOWN' : (byHash.get(hashToken(text)) ?? 'UNKNOWN'))
}

/** Keeps what a person has decided about a wording. Returns the answer that stood before, `null` for none. */
export async function putRefundabilityRule(
  rule: { text: string; answer: RefundabilityAnswer; setBy: string },
  tx: Tx,
): Promise<RefundabilityAnswer | null> {
  const textHash = hashToken(rule.text)
  const former = await tx.refundabilityRule.findUnique({ where: { textHash }, select: { answer: true } })
  await tx.refundabilityRule.upsert({
    where: { textHash },
    create: { textHash, ...rule },
    update: { answer: rule.answer, setBy: rule.setBy, setAt: new Date() },
    select: { textHash: true },
  })

  return former?.answer ?? null
}

/** The words of a plan as the network sent them, `null` when there is no such plan or it has none. */
export async function findRefundabilityRule(planId: string): Promise<string | null> {
  const plan = await db().plan.findUnique({ where: { id: planId }, select: { premark: true } })

  return plan?.premark ?? null
}
