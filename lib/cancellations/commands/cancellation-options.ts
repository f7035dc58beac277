import 'server-only'
import { type EsimToCancel, listCancellableEsims } from '#lib/cancellations/repository/cancellations.ts'
import { toRefundDetails } from '#lib/cancellations/rules/cancellation-readings.ts'
import { findRefundabilityRules } from '#lib/catalog/repository/refundability-rules.ts'
import { ruleText } from '#lib/catalog/rules/refundability.ts'
import { parseQuoteSnapshot } from '#lib/checkout/rules/quote.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { type Caller, can, ownsOrder } from '#lib/core/rules/caller.ts'
import { refreshEsimReadings } from '#lib/esims/commands/esim-readings.ts'
import { findToppedUp } from '#lib/esims/repository/top-ups.ts'
import { findPayingPayment } from '#lib/payments/repository/payments.ts'
import {
  type AnswerDetail,
  answerDetails,
  type RefundAnswer,
  type RefundDetails,
  type RefundPolicy,
  refundAnswer,
  SHOWN_POLICY,
} from '#lib/refunds/rules/refund-answer.ts'

/** The answer about one eSIM, with everything it rests on. */
export type EsimAnswer = { esim: EsimToCancel; answer: RefundAnswer; facts: AnswerDetail[] }

/**
 * Answers for every eSIM of an order whether it can go back, with facts of the last day at most.
 *
 * Throws `not_found` for an order of somebody else.
 */
export async function listCancellationOptions(caller: Caller, orderId: string): Promise<EsimAnswer[]> {
  if (!ownsOrder(caller, orderId) && !can(caller, 'returns.see')) throw new AppError('not_found', 'No such order.')
  const esims = (await listCancellableEsims(orderId)).filter(({ item }) => item.state === 'DELIVERED')

  return answerEsims(await refreshEsimReadings(esims, SHOWN_POLICY.freshForMs), { policy: SHOWN_POLICY, caller })
}

/** Answers about eSIMs of one order, from what is known of them now. */
export async function answerEsims(
  esims: EsimToCancel[],
  { policy, caller }: { policy: RefundPolicy; caller: Caller },
): Promise<EsimAnswer[]> {
  const [first] = esims
  if (!first) return []
  const texts = new Map(esims.map((esim) => [esim.id, ruleText(parseQuoteSnapshot(esim.item.quote.snapshot).words)]))
  const [ruleOf, payment, toppedUp] = await Promise.all([
    findRefundabilityRules([...texts.values()]),
    findPayingPayment(first.item.orderId),
    findToppedUp(esims.map(({ id }) => id)),
  ])
  const isDisputed = payment?.state === 'DISPUTED'
  const now = new Date()

  return esims.map((esim) => {
    const rule = ruleOf(texts.get(esim.id) ?? null)
    const facts = softened(toRefundDetails(esim, { rule, isDisputed, isToppedUp: toppedUp.has(esim.id) }), caller)

    return { esim, answer: refundAnswer(facts, policy, now), facts: answerDetails(facts, now) }
  })
}

/** A person of the store may ask the network again after a refusal, a buyer may not. */
function softened(facts: RefundDetails, caller: Caller): RefundDetails {
  return caller.kind === 'staff' && facts.cancelState === 'refused' ? { ...facts, cancelState: 'none' } : facts
}
