import 'server-only'
import { ruleOutRefund } from '#lib/catalog/rules/refundability.ts'
import { hashToken } from '#lib/core/crypto/tokens.ts'
import { db, type Tx } from '#lib/core/repository/client.ts'
import type { RefundabilityAnswer } from '#lib/generated/prisma/enums.ts'
import { readSettings } from '#lib/settings/repository/settings.ts'
import type { CancelRule } from '#lib/settings/rules/shop.ts'

export type { RefundabilityAnswer }

const RULES: Record<RefundabilityAnswer, CancelRule> = {
  ALLOWED_UNTIL_INSTALL: 'allowed_until_install',
  ALLOWED_UNTIL_USE: 'allowed_until_use',
  NEVER: 'never',
  UNKNOWN: 'unknown',
}

/**
 * Returns what these exact wordings say about cancelling, as a person has judged them. `unknown` for one that nobody has
 * judged, unless it rules a refund out in so many words.
 */
export async function findRefundabilityRules(texts: (string | null)[]): Promise<(text: string | null) => CancelRule> {
  return toRules(await findJudged(texts))
}

/** The same for any wording before the sale, where a code that will be mailed counts: for pages that show many plans. */
export async function listRefundabilityRules(): Promise<(text: string | null) => CancelRule> {
  const [rows, settings] = await Promise.all([
    db().refundabilityRule.findMany({ select: { textHash: true, answer: true } }),
    readSettings(['mails.code']),
  ])
  const ruleOf = toRules(new Map(rows.map(({ textHash, answer }) => [textHash, answer])))

  return (text) => beforeSale(ruleOf(text), settings['mails.code'] === true)
}

/** The same for one wording. */
export async function findRuleBeforeSale(text: string | null): Promise<CancelRule> {
  const [ruleOf, settings] = await Promise.all([findRefundabilityRules([text]), readSettings(['mails.code'])])

  return beforeSale(ruleOf(text), settings['mails.code'] === true)
}

function beforeSale(rule: CancelRule, isCodeMailed: boolean): CancelRule {
  return isCodeMailed && rule !== 'never' ? 'code_mailed' : rule
}

/** What persons have judged, as it is kept. */
export async function findRefundabilityAnswers(
  texts: (string | null)[],
  client: Tx = db(),
): Promise<(text: string | null) => RefundabilityAnswer> {
  const judged = await findJudged(texts, client)

  return (text) => (text === null ? 'UNKNOWN' : (judged.get(hashToken(text)) ?? 'UNKNOWN'))
}

type Judged = Map<string, RefundabilityAnswer>

async function findJudged(texts: (string | null)[], client: Tx = db()): Promise<Judged> {
  const wanted = [...new Set(texts.filter((text) => text !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await client.refundabilityRule.findMany({
    where: { textHash: { in: wanted.map(hashToken) } },
    select: { textHash: true, answer: true },
  })

  return new Map(rows.map(({ textHash, answer }) => [textHash, answer]))
}

function toRules(judged: Judged): (text: string | null) => CancelRule {
  const known = new Map<string | null, CancelRule>()
  const read = (text: string | null): CancelRule => {
    if (text === null) return 'unknown'
    const answer = judged.size === 0 ? undefined : judged.get(hashToken(text))
    if (answer) return RULES[answer]

    return ruleOutRefund(text.split('\n')) ? 'never' : 'unknown'
  }

  return (text) => {
    const rule = known.get(text) ?? read(text)
    known.set(text, rule)

    return rule
  }
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
