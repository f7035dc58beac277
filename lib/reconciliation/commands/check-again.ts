import 'server-only'
import { isRecord } from '#lib/core/rules/records.ts'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import { PaymentError } from '#lib/payments/providers/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { compareOrders, comparePayment, compareUnknown } from '#lib/reconciliation/commands/compare-network.ts'
import { beginComparison, type Comparison, keyOf } from '#lib/reconciliation/commands/comparison.ts'
import { closeDiscrepancy, type StoredDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'
import { findOurPayments, readOurPayment } from '#lib/reconciliation/repository/reconciliation-orders.ts'
import { MONEY_KINDS } from '#lib/reconciliation/rules/discrepancy-kinds.ts'

/** What looking again says: both sides agree and the difference is closed, they still differ, or nobody answered. */
export type RecheckOutcome = 'agrees' | 'differs' | 'no_answer'

/** Asks the outside party about one open difference, and closes it when both sides agree now: for a comparison, or by itself. */
export async function checkAgain(discrepancy: StoredDiscrepancy, runId: string | null = null): Promise<RecheckOutcome> {
  const comparison = await beginComparison({ from: new Date(0), until: new Date(), runId })
  try {
    await compareSubject(discrepancy, comparison)
  } catch (error) {
    if (!isProviderFailure(error) && !(error instanceof PaymentError)) throw error

    return 'no_answer'
  }

  return closeIfAgreed(discrepancy, comparison)
}

/** Closes an open difference that a comparison judged and did not find. */
export async function closeIfAgreed(discrepancy: StoredDiscrepancy, comparison: Comparison): Promise<RecheckOutcome> {
  if (comparison.found.has(keyOf(discrepancy))) return 'differs'
  if (comparison.unjudged.has(keyOf(discrepancy))) return 'no_answer'
  if (!subjectsOf(discrepancy).every((subject) => comparison.judged.has(subject))) return 'no_answer'
  const close = { by: 'store', resolution: 'agrees', run: comparison.runId }
  if (await closeDiscrepancy(discrepancy.id, close)) comparison.counts.closed += 1

  return 'agrees'
}

async function compareSubject(discrepancy: StoredDiscrepancy, comparison: Comparison): Promise<void> {
  if (!isMoney(discrepancy)) return compareOrders(subjectsOf(discrepancy), comparison)
  if (discrepancy.kind === 'payment_unknown') return compareObject(discrepancy, comparison)
  const ours = await readOurPayment(discrepancy.subject)
  if (ours) await comparePayment(ours, { provider: paymentProvider(ours.provider), comparison })
}

async function compareObject({ subject, evidence }: StoredDiscrepancy, comparison: Comparison): Promise<void> {
  const provider = paymentProvider(providerOf(evidence))
  const object = (await provider.readPayment({ paymentId: subject })) ?? null
  if (!object) return
  const ids = [{ id: object.id, sessionId: object.sessionId, paymentId: object.metadata.paymentId ?? null }]
  const [ours] = await findOurPayments(provider.name, ids)
  // An order that has been made again since: its payment is judged like every other.
  if (ours) {
    comparison.judged.add(subject)
    await comparePayment(ours, { provider, comparison })
  } else await compareUnknown(object, { provider, comparison })
}

/** What must have been judged before a difference can count as gone. */
function subjectsOf({ kind, subject, evidence }: StoredDiscrepancy): string[] {
  if (kind !== 'iccid_twice') return [subject]
  const order = sideText(evidence, 'network', 'order')

  return order ? order.split(', ') : [subject]
}

/** The provider that a difference about unknown money is with. */
export function providerOf(evidence: unknown): string {
  return sideText(evidence, 'provider', 'plan') ?? sideText(evidence, null, 'provider') ?? ''
}

/** A text in the evidence of a difference, `null` where there is none. */
export function sideText(evidence: unknown, side: 'ours' | 'network' | 'provider' | null, key: string): string | null {
  const facts = side === null ? evidence : isRecord(evidence) ? evidence[side] : null
  const value = isRecord(facts) ? facts[key] : null

  return typeof value === 'string' ? value : null
}

function isMoney({ kind }: StoredDiscrepancy): boolean {
  return (MONEY_KINDS as readonly string[]).includes(kind)
}
