import 'server-only'
import type { StockAnswer } from '#lib/catalog/rules/plan.ts'
import { db } from '#lib/core/repository/client.ts'

/** Notes that a plan had not enough eSIMs, or that it has some again. An answer that says neither changes nothing. */
export async function noteStock(
  { planId, count }: { planId: string; count: number },
  answer: StockAnswer,
): Promise<void> {
  if (answer === 'sold_out') {
    await db().plan.updateMany({ where: { id: planId }, data: { noStockAt: new Date(), noStockCount: count } })
  }
  if (answer === 'available') {
    await db().plan.updateMany({
      where: { id: planId, noStockAt: { not: null } },
      data: { noStockAt: null, noStockCount: null },
    })
  }
}
