import { expect } from 'vitest'
import { db } from '#lib/core/repository/client.ts'
import { checkInvariants } from '#lib/operations/commands/check-invariants.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { searchOrders } from '#lib/provider/index.ts'
import { decideDiscrepancy } from '#lib/reconciliation/commands/decide-discrepancy.ts'
import { runComparisons } from '#lib/reconciliation/commands/run-comparison.ts'
import { addRun } from '#lib/reconciliation/repository/reconciliation-runs.ts'
import { type DiscrepancyAction, RECONCILED_KINDS } from '#lib/reconciliation/rules/discrepancy-kinds.ts'
import { control, freshParties, type Sale, startSale } from '#tests/support/sale.ts'
import { addStaff, letOneDecide } from '#tests/support/staff.ts'

const HOUR_MS = 3_600_000

/** A sale whose waiting times are those of a live store: what has an unknown outcome keeps it for a while. */
export function startBooks(): Promise<Sale> {
  return startSale({ TIME_SCALE: '1' })
}

/** Both outside parties as on the first day; what an earlier test left behind is nobody's difference. */
export async function freshBooks(sale: Sale): Promise<void> {
  await db().discrepancy.updateMany({ where: { closedAt: null }, data: { closedAt: new Date(), closedBy: 'store' } })
  await db().providerOrder.updateMany({ data: { createdAt: new Date(0) } })
  await db().payment.updateMany({ data: { createdAt: new Date(0) } })
  await freshParties(sale)
  // Every act here is that of an owner of its own: one person decides, except where a test is about two.
  await letOneDecide(true)
  await control(sale, 'reset', {})
  // A call that buys is never repeated by itself: it needs a session that lives.
  await currentProvider().call(searchOrders, { pageSize: 1 })
}

/** Does something about a discrepancy as an owner. */
export async function action(
  id: string,
  name: DiscrepancyAction,
  more: { reason?: string; orderNumber?: string } = {},
) {
  return decideDiscrepancy(await addStaff('owner'), { id, act: name, reason: 'seen', ...more })
}

/** One more comparison finds nothing new, and nothing is open. */
export async function agreeNow(): Promise<void> {
  expect(await compare()).toMatchObject({ state: 'finished', opened: 0 })
  expect(await openDiscrepancies()).toEqual([])
}

/** Two comparisons find one difference once, of this kind. */
export async function foundOnce(kind: string) {
  const run = await compare()
  const discrepancy = await theDiscrepancy()
  expect(discrepancy.kind).toBe(kind)
  expect(run).toMatchObject({ state: 'finished', opened: 1, parts: { network: 'complete', test: 'complete' } })
  expect((await compare()).opened).toBe(0)
  expect(await theDiscrepancy()).toMatchObject({ id: discrepancy.id })

  return discrepancy
}

/** Every broken promise, apart from the calls that a test made past the store. */
export async function unsound() {
  return (await checkInvariants()).filter(({ subject }) => subject !== 'bought-by-hand')
}

/** Compares a window of the last hours, as the night does. Returns the run. */
export async function compare(hours = 72) {
  const until = new Date(Date.now() + HOUR_MS)
  const id = await addRun({ trigger: 'nightly', from: new Date(Date.now() - hours * HOUR_MS), until })
  await runComparisons()

  return db().reconciliationRun.findUniqueOrThrow({ where: { id } })
}

/** The open differences of the kinds that a comparison finds, oldest first. */
export function openDiscrepancies() {
  const where = { closedAt: null, kind: { in: [...RECONCILED_KINDS] } }

  return db().discrepancy.findMany({ where, orderBy: { openedAt: 'asc' } })
}

/** The one open difference, or an error that names what is open. */
export async function theDiscrepancy() {
  const open = await openDiscrepancies()
  const [discrepancy] = open
  if (!discrepancy || open.length > 1) throw new Error(`Open: ${open.map(({ kind }) => kind).join() || 'none'}.`)

  return discrepancy
}

/** The number of the network order of an item. */
export async function orderNumOf({ itemId }: { itemId: string }): Promise<string> {
  const { orderNum } = await db().providerOrder.findFirstOrThrow({ where: { itemId } })

  return orderNum
}

/** Makes an order older, here and at the network, than answers that are on their way. */
export async function age(sale: Sale, orderNum: string, hours = 2): Promise<void> {
  const createdAt = new Date(Date.now() - hours * HOUR_MS)
  sale.shop.provider.control.changeOrder({ orderNum, createdAt: createdAt.toISOString() })
  await db().providerOrder.updateMany({ where: { orderNum }, data: { createdAt } })
}
