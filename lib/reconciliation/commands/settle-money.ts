import 'server-only'
import { wakeWorker } from '#lib/core/commands/wake.ts'
import { claimOne } from '#lib/core/repository/leases.ts'
import { compareDecimals, type Decimal, parseDecimal, subtractDecimals } from '#lib/core/rules/decimal.ts'
import { claimer, holdLease } from '#lib/fulfilment/commands/hold-lease.ts'
import { rebuildOrder } from '#lib/fulfilment/commands/recover-order.ts'
import { paymentProvider } from '#lib/payments/commands/payments.ts'
import { readNews, settlePayment } from '#lib/payments/commands/settle-payment.ts'
import { PaymentError } from '#lib/payments/providers/index.ts'
import { getPayment } from '#lib/payments/repository/payments.ts'
import { type ActResult, type Deciding, decide, noteAct, refusal } from '#lib/reconciliation/commands/deciding.ts'
import { lookAgain, providerOf, sideText } from '#lib/reconciliation/commands/look-again.ts'
import { addProviderEntry, bookLoss } from '#lib/reconciliation/repository/discrepancies.ts'
import { toDecimal } from '#lib/reconciliation/repository/reconciled-discrepancies.ts'
import { correctCost } from '#lib/reconciliation/repository/reconciliation-returns.ts'
import { isReconciledKind } from '#lib/reconciliation/rules/reconciled-kinds.ts'

/** Takes the charged cost as the true one. */
export async function acceptCost(deciding: Deciding): Promise<ActResult> {
  const { charged, currency } = costsOf(deciding)
  const { subject } = deciding.discrepancy

  return decide(deciding, async (tx) => {
    await keepCharged({ orderNum: subject, charged, currency }, tx)

    return 'closed'
  })
}

/** Expects what was charged too much back from the supplier. */
export async function claimCost(deciding: Deciding): Promise<ActResult> {
  const { charged, quoted, currency } = costsOf(deciding)
  if (compareDecimals(charged, quoted) <= 0) throw refusal('nothing_to_claim')
  const { id, subject: orderNum } = deciding.discrepancy

  return decide(deciding, async (tx) => {
    await keepCharged({ orderNum, charged, currency }, tx)
    const amount = subtractDecimals(charged, quoted)
    await addProviderEntry({ kind: 'expected_credit', amount, currency, orderNum, note: `claim:${id}` }, tx)

    return 'closed'
  })
}

/** Books what is at risk as lost, and leaves everything else as it stands. */
export async function bookAsLoss(deciding: Deciding): Promise<ActResult> {
  const { discrepancy } = deciding
  const { kind, riskAmount, riskCurrency: currency } = discrepancy
  if (!isReconciledKind(kind) || riskAmount === null || currency === null) throw refusal('no_amount')
  const evidence = { finding: discrepancy.id, subject: discrepancy.subject }
  const amount = toDecimal(riskAmount)

  return decide(deciding, async (tx) => {
    await bookLoss({ orderId: discrepancy.orderId, kind, amount, currency, evidence }, tx)

    return 'closed'
  })
}

/** Reads the payment at its provider and does everything that follows, as if its event had just come. Repeating is safe. */
export async function finishPayment(deciding: Deciding): Promise<ActResult> {
  const { discrepancy } = deciding
  try {
    if (discrepancy.kind === 'payment_unknown') await rebuild(deciding)
    else await settleAgain(discrepancy.subject)
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error

    return 'no_answer'
  }
  wakeWorker()
  const look = await lookAgain(discrepancy)
  const result = look === 'agrees' ? 'closed' : look
  await noteAct(deciding, { result })

  return result
}

async function settleAgain(paymentId: string): Promise<void> {
  const before = await getPayment(paymentId)
  if (!before) throw refusal('no_payment')
  await settlePayment(paymentId)
  const lease = await claimOne('Payment', { ...claimer(), id: paymentId })
  if (!lease) return
  await holdLease('Payment', lease, async () => {
    const payment = await getPayment(paymentId)
    if (payment?.state === 'AUTHORISED' || payment?.state === 'CAPTURED') await readNews(payment, lease)

    return 0
  })
}

async function rebuild({ discrepancy }: Deciding): Promise<void> {
  const provider = paymentProvider(providerOf(discrepancy.evidence))
  const object = await provider.readPayment({ paymentId: discrepancy.subject })
  if (!object) throw refusal('no_payment')
  const known = object.metadata.paymentId ? await getPayment(object.metadata.paymentId) : null
  const paymentId = known?.id ?? (await rebuildOrder(provider.name, object))
  if (paymentId === null) throw refusal('cannot_rebuild')
  await settleAgain(paymentId)
}

type Charge = { orderNum: string; charged: Decimal; currency: string }

async function keepCharged({ orderNum, charged, currency }: Charge, tx: Parameters<typeof correctCost>[2]) {
  const before = await correctCost(orderNum, charged, tx)
  const booked = before === null ? null : parseDecimal(before)
  if (booked === null || compareDecimals(booked, charged) === 0) return
  const amount = subtractDecimals(charged, booked)
  await addProviderEntry({ kind: 'spend', amount, currency, orderNum, note: 'correction' }, tx)
}

function costsOf({ discrepancy }: Deciding): { charged: Decimal; quoted: Decimal; currency: string } {
  const read = (side: 'ours' | 'network') => sideText(discrepancy.evidence, side, 'cost')?.split(' ') ?? []
  const [quotedText = '', ours] = read('ours')
  const [chargedText = '', theirs] = read('network')
  // As the order was accepted: before a comparison has seen it.
  const quoted = parseDecimal(quotedText || (sideText(discrepancy.evidence, null, 'expected') ?? ''))
  const charged = parseDecimal(chargedText || (sideText(discrepancy.evidence, null, 'charged') ?? ''))
  const currency = theirs ?? ours ?? sideText(discrepancy.evidence, null, 'currency')
  if (quoted === null || charged === null || !currency) throw refusal('no_amount')

  return { charged, quoted, currency }
}
