import 'server-only'
import { listMovingProviders } from '#lib/fulfilment/repository/recovery-rows.ts'
import { PROVIDER_NAMES } from '#lib/payments/commands/payment-setup.ts'
import { isTestMoney, paymentProvider } from '#lib/payments/commands/payments.ts'
import { settlePayment } from '#lib/payments/commands/settle-payment.ts'
import type { PaymentProvider, ProviderPayment } from '#lib/payments/providers/index.ts'
import { noteForgottenObject } from '#lib/payments/repository/payments.ts'
import { type Comparison, keepDiscrepancies } from '#lib/reconciliation/commands/comparison.ts'
import { toMainUnits } from '#lib/reconciliation/repository/reconciliation-orders.ts'
import {
  findOurPayments,
  listOurPayments,
  readOurPayment,
} from '#lib/reconciliation/repository/reconciliation-payments.ts'
import {
  judgeProviderPayment,
  type OurPayment,
  type TheirPayment,
  unknownPaymentDiscrepancy,
} from '#lib/reconciliation/rules/judge-provider-payment.ts'
import type { FoundDiscrepancy } from '#lib/reconciliation/rules/reconciled-kinds.ts'

const CHUNK = 200
const GIVEN_UP = ['EXPIRED', 'FAILED']
const CLAIMS_MONEY = ['AUTHORISED', 'CAPTURING', 'CAPTURED', 'DISPUTED']

/** The providers whose lists belong into a comparison. Throws where money of one moved that is not set up any more. */
export async function providersOf(from: Date): Promise<PaymentProvider[]> {
  const moving = await listMovingProviders(from, isTestMoney())

  return PROVIDER_NAMES.flatMap((name) => {
    try {
      return [paymentProvider(name)]
    } catch (error) {
      if (moving.includes(name)) throw error

      return []
    }
  })
}

/** Holds a provider's list of a window against our payments. Rejects with `PaymentError` when it cannot be read. */
export async function comparePayments(provider: PaymentProvider, comparison: Comparison): Promise<void> {
  const met = new Set<string>()
  let chunk: ProviderPayment[] = []
  const flush = async () => {
    for (const id of await compareObjects(chunk, { provider, comparison })) met.add(id)
    chunk = []
  }
  for await (const object of provider.listPayments({ since: comparison.from })) {
    if (object.createdAt > comparison.until || object.isTest !== isTestMoney()) continue
    chunk.push(object)
    comparison.counts.payments += 1
    if (chunk.length >= CHUNK) await flush()
  }
  await flush()
  for (const ours of await listOurPayments(provider.name, comparison)) {
    if (!met.has(ours.id) && CLAIMS_MONEY.includes(ours.state)) await comparePayment(ours, { provider, comparison })
  }
}

type Context = { provider: PaymentProvider; comparison: Comparison }

async function compareObjects(objects: ProviderPayment[], { provider, comparison }: Context): Promise<string[]> {
  const ids = objects.map(({ id, sessionId, metadata }) => ({ id, sessionId, paymentId: metadata.paymentId ?? null }))
  const ours = await findOurPayments(provider.name, ids)
  const met: string[] = []
  for (const object of objects) {
    const payment = ours.find((candidate) => isSame(candidate, object))
    if (!payment) {
      await compareUnknown(object, { provider, comparison })
      continue
    }
    met.push(payment.id)
    comparison.judged.add(payment.id)
    const kinds = judge(payment, object).map(({ kind }) => kind)
    if (kinds.length === 0) continue
    // Its event was lost: read as if it had come, so that money for an order that had ended goes back by itself.
    if (kinds.includes('paid_without_line') && GIVEN_UP.includes(payment.state)) {
      await noteForgottenObject(payment.id, { objectId: object.id, sessionId: object.sessionId })
      await settlePayment(payment.id)
    }
    await comparePayment((await readOurPayment(payment.id)) ?? payment, { provider, comparison })
  }

  return met
}

/** Compares one payment with what its provider says now. Our row is read before and after: news may be on its way. */
export async function comparePayment(ours: OurPayment, { provider, comparison }: Context): Promise<void> {
  const { objectId, sessionId } = ours
  const subject = objectId ? { paymentId: objectId } : sessionId ? { sessionId } : null
  const object = subject && (await provider.readPayment(subject))
  const after = await readOurPayment(ours.id)
  if (!after) return
  comparison.judged.add(ours.id)
  const before = new Set(judge(ours, object).map(({ kind }) => kind))
  await keepDiscrepancies(
    judge(after, object).filter(({ kind }) => before.has(kind)),
    comparison,
  )
}

/** Money that carries an order of ours which we have no row of. What carries none is somebody else's business. */
export async function compareUnknown(object: ProviderPayment, { provider, comparison }: Context): Promise<void> {
  const subject = object.id ?? object.sessionId
  if (!object.metadata.orderId || subject === null) return
  comparison.judged.add(subject)
  const discrepancy = unknownPaymentDiscrepancy(toTheirs(object), {
    subject,
    provider: provider.name,
    toText: toMainUnits,
  })
  if (discrepancy) await keepDiscrepancies([discrepancy], comparison)
}

function judge(ours: OurPayment, object: ProviderPayment | null): FoundDiscrepancy[] {
  return judgeProviderPayment(ours, object && toTheirs(object), toMainUnits)
}

function isSame(ours: OurPayment, object: ProviderPayment): boolean {
  if (ours.id === object.metadata.paymentId) return true
  if (object.id !== null && ours.objectId === object.id) return true

  return object.sessionId !== null && ours.sessionId === object.sessionId
}

function toTheirs(object: ProviderPayment): TheirPayment {
  const { id, state, amount, capturedMinor, refundedMinor, reference, createdAt } = object

  return {
    id,
    state,
    currency: amount.currency,
    amountMinor: amount.minor,
    capturedMinor,
    refundedMinor,
    reference,
    createdAt,
  }
}
