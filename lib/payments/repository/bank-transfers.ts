import 'server-only'
import { db, type Tx, transaction } from '#lib/core/repository/client.ts'
import type { CurrencyCode } from '#lib/core/rules/currency.ts'
import { currencyCodeSchema } from '#lib/core/rules/field-schemas.ts'
import { newId } from '#lib/core/rules/ids.ts'
import { type Money, money } from '#lib/core/rules/money.ts'
import type { Prisma } from '#lib/generated/prisma/client.ts'
import { openDiscrepancy } from '#lib/reconciliation/repository/discrepancies.ts'

const select = {
  id: true,
  orderId: true,
  reference: true,
  amountMinor: true,
  currency: true,
  metadata: true,
  endedAt: true,
  receivedMinor: true,
  receivedCurrency: true,
  createdAt: true,
  payouts: { select: { amountMinor: true } },
} as const satisfies Prisma.BankTransferSelect

const payoutSelect = {
  id: true,
  transferId: true,
  key: true,
  amountMinor: true,
  currency: true,
  createdAt: true,
} as const satisfies Prisma.BankPayoutSelect

type NewTransfer = {
  key: string
  orderId: string
  reference: string
  amount: Money
  metadata: Record<string, string>
}
type NewPayout = { transferId: string; key: string; amount: Money; refundedSoFarMinor: number; reason: string }

/** Writes down a transfer that is expected from now on. The same key gives the one that it made first. */
export async function openTransfer({ key, orderId, reference, amount, metadata }: NewTransfer) {
  await db().bankTransfer.createMany({
    data: [
      { id: newId('trf'), key, orderId, reference, amountMinor: amount.minor, currency: amount.currency, metadata },
    ],
    skipDuplicates: true,
  })

  return toTransfer(await db().bankTransfer.findUniqueOrThrow({ where: { key }, select }))
}

/** The transfer, `null` when there is none. */
export async function findTransfer(id: string, client: Tx = db()) {
  const row = await client.bankTransfer.findUnique({ where: { id }, select })

  return row && toTransfer(row)
}

/** Gives up a transfer that has not arrived; one that has stays as it is. `null` when there is none. */
export async function endTransfer(id: string) {
  await db().bankTransfer.updateMany({
    where: { id, receivedMinor: null, endedAt: null },
    data: { endedAt: new Date() },
  })

  return findTransfer(id)
}

/** Transfers since an instant, oldest first. */
export async function listTransfers(since: Date) {
  const rows = await db().bankTransfer.findMany({
    where: { createdAt: { gte: since } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select,
  })

  return rows.map(toTransfer)
}

/** The transfers of an order with their payments, oldest first. */
export async function listTransfersOfOrder(orderId: string) {
  const payments = await db().payment.findMany({
    where: { orderId, provider: 'bank_transfer' },
    orderBy: { n: 'asc' },
    select: { id: true, sessionId: true, sessionEndsAt: true },
  })
  const rows = await db().bankTransfer.findMany({
    where: { id: { in: payments.flatMap(({ sessionId }) => sessionId ?? []) } },
    select: { ...select, receipts: { orderBy: { createdAt: 'asc' } } },
  })
  const byId = new Map(rows.map((row) => [row.id, row]))

  return payments.flatMap(({ id: paymentId, sessionId, sessionEndsAt: until }) => {
    const row = byId.get(sessionId ?? '')
    if (!row) return []
    const { amount: asked, received, reference, endedAt } = toTransfer(row)
    const payouts = received ? row.payouts.map(({ amountMinor }) => money(amountMinor, received.currency)) : []
    const receipts = row.receipts.map(({ amountMinor, currency, receivedOn: on, bankReference }) => ({
      amount: money(amountMinor, toCurrency(currency)),
      on,
      bankReference,
    }))

    return [{ paymentId, reference, asked, until, hasEnded: endedAt !== null, received, receipts, payouts }]
  })
}

type Receipt = { amount: Money; on: string; by: string; bankReference: string }

/**
 * Notes what arrived, once for each reference of the bank, and adds it to what came before. Says what stands in its way:
 * the same was noted already, something else was, another currency, or a further booking without a reference of its own.
 */
export async function receiveTransfer(
  id: string,
  { amount, on, by, bankReference }: Receipt,
  tx: Tx,
): Promise<'noted' | 'known' | 'already_received' | 'other_currency' | 'reference_needed'> {
  await tx.$queryRaw`SELECT "id" FROM "BankTransfer" WHERE "id" = ${id} FOR UPDATE`
  await addFormerReceipt(id, tx)
  const receipts = await tx.bankReceipt.findMany({ where: { transferId: id } })
  const same = receipts.find((one) => one.bankReference === bankReference)
  const { minor: amountMinor, currency } = amount
  if (same?.amountMinor === amountMinor && same.currency === currency) return 'known'
  if (same && bankReference === '') return 'reference_needed'
  if (same) return 'already_received'
  if (receipts.length > 0 && bankReference === '') return 'reference_needed'
  if (receipts.some((one) => one.currency !== currency)) return 'other_currency'
  const data = {
    id: newId('rct'),
    transferId: id,
    bankReference,
    amountMinor,
    currency,
    receivedOn: on,
    receivedBy: by,
  }
  await tx.bankReceipt.create({ data, select: { id: true } })
  const receivedMinor = receipts.reduce((sum, one) => sum + one.amountMinor, amountMinor)
  const received = { receivedMinor, receivedCurrency: currency, receivedOn: on, receivedBy: by, receivedAt: new Date() }
  await tx.bankTransfer.update({ where: { id }, data: received, select: { id: true } })

  return 'noted'
}

/** What a former release noted has no receipt: it may still run beside this one. */
async function addFormerReceipt(transferId: string, tx: Tx): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO "BankReceipt" ("id", "transferId", "bankReference", "amountMinor", "currency", "receivedOn", "receivedBy")
    SELECT ${newId('rct')}, t."id", '', t."receivedMinor", t."receivedCurrency", t."receivedOn", t."receivedBy"
    FROM "BankTransfer" t WHERE t."id" = ${transferId} AND t."receivedMinor" IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM "BankReceipt" r WHERE r."transferId" = t."id")`
}

/** Writes down money to be sent back by hand, once per key, as a task for a person. */
export async function addPayout({ transferId, key, amount, refundedSoFarMinor, reason }: NewPayout) {
  return transaction(async (tx) => {
    // Locked, so that two payouts with the same belief about what went before cannot both pass.
    await tx.$queryRaw`SELECT "id" FROM "BankTransfer" WHERE "id" = ${transferId} FOR UPDATE`
    const transfer = await findTransfer(transferId, tx)
    if (!transfer) return 'unknown' as const
    const known = await tx.bankPayout.findUnique({ where: { key }, select: payoutSelect })
    if (known) return toPayout(known)
    if (transfer.refundedMinor !== refundedSoFarMinor) return 'refund_mismatch' as const
    if (transfer.received?.currency !== amount.currency) return 'currency_mismatch' as const
    if (transfer.refundedMinor + amount.minor > transfer.received.minor) return 'amount_too_large' as const
    const { minor: amountMinor, currency } = amount
    const id = newId('pyo')
    const data = { id, transferId, key, amountMinor, currency, reason }
    const payout = await tx.bankPayout.create({ data, select: payoutSelect })
    const evidence = { amountMinor, currency, reference: transfer.reference, reason }
    await openDiscrepancy({ kind: 'transfer_payout', subject: id, orderId: transfer.orderId, evidence }, tx)

    return toPayout(payout)
  })
}

/** Everything that was or is to be sent back of one transfer, oldest first. */
export async function listPayouts(transferId: string) {
  const rows = await db().bankPayout.findMany({
    where: { transferId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: payoutSelect,
  })

  return rows.map(toPayout)
}

function toTransfer(row: Prisma.BankTransferGetPayload<{ select: typeof select }>) {
  const { amountMinor, currency, receivedMinor, receivedCurrency, payouts, metadata, ...rest } = row

  return {
    ...rest,
    metadata: toTexts(metadata),
    amount: money(amountMinor, toCurrency(currency)),
    received:
      receivedMinor === null || receivedCurrency === null ? null : money(receivedMinor, toCurrency(receivedCurrency)),
    refundedMinor: payouts.reduce((sum, payout) => sum + payout.amountMinor, 0),
  }
}

function toPayout({ amountMinor, currency, ...rest }: Prisma.BankPayoutGetPayload<{ select: typeof payoutSelect }>) {
  return { ...rest, amount: money(amountMinor, toCurrency(currency)) }
}

function toTexts(value: Prisma.JsonValue): Record<string, string> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []

  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

function toCurrency(code: string): CurrencyCode {
  return currencyCodeSchema.parse(code)
}
