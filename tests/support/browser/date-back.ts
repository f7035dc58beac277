import { setTimeout as sleep } from 'node:timers/promises'
import { closeDatabase, db } from '#lib/core/repository/client.ts'
import { monthAfter, monthSpan } from '#lib/finance/rules/month-close.ts'

// Runs with the settings of a store: dates an order, and the money that went back for it, to a month that can be closed
// next. What the supplier owes for it is dated to the month behind, as a correction.
const orderId = process.env.ORDER_TO_DATE_BACK ?? ''
const PATIENCE_MS = 30_000
const DAY_MS = 86_400_000

const deadline = Date.now() + PATIENCE_MS
const refunded = { payment: { orderId }, state: 'DONE' } as const
while ((await db().refund.count({ where: refunded })) === 0) {
  if (Date.now() > deadline) throw new Error('Nothing was given back for this order.')
  await sleep(200)
}
const last = await db().monthClose.findFirst({ where: { book: 'trial' }, orderBy: { month: 'desc' } })
const month = last ? monthAfter(last.month) : '2020-01'
const behind = monthAfter(month)
const at = new Date(monthSpan(month).from.getTime() + 9 * DAY_MS)
const bought = await db().providerOrder.findMany({ where: { item: { orderId } }, select: { orderNum: true } })
const orderNum = { in: bought.map((one) => one.orderNum) }
await db().order.update({ where: { id: orderId }, data: { createdAt: at } })
await db().refund.updateMany({ where: refunded, data: { doneAt: at } })
const owed = await db().providerEntry.updateMany({
  where: { kind: 'expected_credit', orderNum },
  data: { at: new Date(monthSpan(behind).from.getTime() + 4 * DAY_MS) },
})
if (owed.count === 0) throw new Error('The supplier owes nothing for this order.')
await closeDatabase()
process.stdout.write(JSON.stringify([month, behind]))
