import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { recover } from '#lib/fulfilment/commands/recover.ts'
import type { ForeignCall } from '#lib/operations/commands/check-invariants.ts'
import { closeProvider, currentProvider } from '#lib/provider/commands/current-provider.ts'
import { cancelCards, placeOrder } from '#lib/provider/index.ts'
import { parseIccid, priceIdSchema, skuIdSchema } from '#lib/provider/rules/provider-ids.ts'
import { loadBackup } from '#scripts/backup/load-backup.ts'
import { writeBackup } from '#scripts/backup/write-backup.ts'
import { bareDatabase } from '#tests/support/database-copies.ts'
import {
  livingOrders,
  type Payments,
  PLAN,
  paymentLedger,
  placements,
  type Sale,
  type Started,
  startSale,
} from '#tests/support/sale.ts'
import { changeSettings } from '#tests/support/shop.ts'

let root: string | null = null

function folder(): string {
  root ??= fs.mkdtempSync(path.join(os.tmpdir(), 'landfall-recovery-'))

  return root
}

/** A sale with a data directory of its own. */
export function startRecoverable(settings: Record<string, string> = {}): Promise<Sale> {
  return startSale({ TIME_SCALE: '300', ...settings, DATA_DIR: fs.mkdtempSync(path.join(folder(), 'data-')) })
}

/** The same, begun anew for each test of the calling block. */
export function recoverableForEach(settings?: Record<string, string>): Sale {
  const sale = {} as Sale
  beforeEach(async () => {
    Object.assign(sale, await startRecoverable(settings))
  })
  afterEach(() => sale.close())
  afterAll(removeFiles)

  return sale
}

/** Removes every backup and data directory. */
export function removeFiles(): void {
  if (root) fs.rmSync(root, { recursive: true, force: true })
  root = null
}

/** Remembers the store as it is now. Returns the file. */
export async function backUp(): Promise<string> {
  const made = await writeBackup(process.env.DATABASE_URL ?? '', fs.mkdtempSync(path.join(folder(), 'files-')))

  return made.file
}

/** The database is gone, and the last backup takes its place. Both outside parties remember everything. */
export async function loseAndRestore(file: string): Promise<void> {
  const target = await bareDatabase()
  await loadBackup(file, target)
  await closeProvider()
  await closeDatabase()
  changeSettings({ DATABASE_URL: target })
}

/** Runs the recovery, which is expected to end. */
export async function recovered(): Promise<void> {
  const open = await recover()
  expect(open?.lastError ?? null).toBeNull()
  expect(open).toBeNull()
}

/** The provider's own list of calls, as the judge of what was bought. */
export function foreignCalls(sale: Sale): ForeignCall[] {
  return placements(sale).map((call) => ({
    path: call.path,
    reference: call.params.otherItemId ?? null,
    orderNum: call.orderNum ?? null,
  }))
}

/** One living order, one call, one capture for each, by the books of both outside parties. */
export async function expectOneOrderEach(sale: Sale, sold: Started[]): Promise<void> {
  const { payments, captures } = await paymentLedger(sale)
  for (const { itemRef, sessionId } of sold) {
    expect(livingOrders(sale, itemRef)).toHaveLength(1)
    expect(placements(sale, itemRef)).toHaveLength(1)
    const payment = payments.find((one) => one.sessionId === sessionId)
    expect(payment).toMatchObject({ status: 'captured', refunded: 0 })
    expect(captures.filter(({ paymentId }) => paymentId === payment?.id)).toHaveLength(1)
  }
}

/** A person gives an order back at the provider's own pages. */
export async function cancelElsewhere(orderNum: string): Promise<void> {
  const esims = await db().esim.findMany({ where: { orderNum } })
  const iccids = esims.flatMap(({ iccid }) => parseIccid(iccid) ?? [])
  await currentProvider().call(cancelCards, { orderNum, iccids })
}

/** A person gives money back at the provider's own pages. */
export async function refundElsewhere(
  { paymentsUrl }: Payments,
  { id: paymentId, amount, before = 0 }: { id: string; amount: number; before?: number },
): Promise<void> {
  const response = await fetch(`${paymentsUrl}/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${process.env.TEST_PAYMENTS_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': `${paymentId} ${before}`,
    },
    body: JSON.stringify({ paymentId, amount, currency: 'USD', expectedRefundedSoFar: before }),
  })
  expect(response.ok).toBe(true)
}

/** Somebody buys with the same account, past the store. */
export async function buyElsewhere(count = 1): Promise<{ orderNum: string }> {
  const { skuId, priceId } = await db().plan.findFirstOrThrow({ where: { planKey: PLAN } })

  return currentProvider().call(placeOrder, {
    skuId: skuIdSchema.parse(skuId),
    priceId: priceIdSchema.parse(priceId),
    count,
    otherOrderId: 'bought-by-hand',
  })
}

/** Removes every trace of an order, as a database that was put back would have none. */
export async function forgetOrder(orderId: string): Promise<void> {
  const items = (await db().orderItem.findMany({ where: { orderId } })).map(({ id }) => id)
  await db().esim.deleteMany({ where: { itemId: { in: items } } })
  await db().providerOrder.deleteMany({ where: { itemId: { in: items } } })
  await db().attempt.deleteMany({ where: { itemId: { in: items } } })
  await db().orderItem.deleteMany({ where: { orderId } })
  await db().payment.deleteMany({ where: { orderId } })
  await db().accessLink.deleteMany({ where: { orderId } })
  await db().guestGrant.deleteMany({ where: { orderId } })
  await db().order.deleteMany({ where: { id: orderId } })
}
