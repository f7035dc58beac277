import 'server-only'
import { maskRows, maskWords } from '#lib/core/queries/masked-words.ts'
import { type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { plainActor, staffId } from '#lib/orders/queries/admin-history.ts'
import {
  type AdminOrderData,
  listCancellationsOf,
  listOpenDiscrepanciesOf,
  listStaffNames,
} from '#lib/orders/repository/admin-order.ts'
import type { AdminOrder } from '#lib/orders/rules/admin-order.ts'
import { toEvidenceRows } from '#lib/orders/rules/evidence.ts'
import { toDiscrepancyFacts } from '#lib/reconciliation/queries/admin-discrepancies.ts'

type Troubles = Pick<AdminOrder, 'discrepancies' | 'cancellations' | 'refunds'>

/**
 * Reads what is not settled about an order, and what was done to give it back: open differences, cancellations at the
 * network, refunds. ICCIDs and costs are shortened or absent as the caller's role says. Throws `forbidden`.
 */
export async function getTroubles(caller: Caller, order: AdminOrderData): Promise<Troubles> {
  requirePermission(caller, 'orders.see')
  const lineIds = order.lines.map(({ id }) => id)
  const orderNums = order.lines.flatMap(({ upstreamOrders }) => upstreamOrders.map(({ orderNum }) => orderNum))
  const refunds = order.payments.flatMap((payment) => payment.refunds)
  const cancellations = await listCancellationsOf(lineIds, orderNums)
  const subjects = [order.payments, refunds, cancellations].flatMap((rows) => rows.map(({ id }) => id))
  const discrepancies = await listOpenDiscrepanciesOf(order.id, [...subjects, ...orderNums])
  const asked = [...refunds, ...cancellations].flatMap(({ requestedBy }) => staffId(requestedBy) ?? [])
  const names = await listStaffNames(asked)
  const nameOf = (actor: string) => names.get(staffId(actor) ?? '') ?? plainActor(actor)

  return {
    discrepancies: discrepancies.map(({ subject, evidence, ...row }) => ({
      ...row,
      facts: toDiscrepancyFacts(caller, { subject, evidence }, order.currency),
    })),
    cancellations: cancellations.map(({ requestedBy, outcome, items, ...row }) => ({
      ...row,
      reason: maskWords(caller, row.reason),
      askedBy: nameOf(requestedBy),
      cards: items.map(({ answer, card: { iccid } }) => ({
        iccid: can(caller, 'iccids.see') ? iccid : maskIccid(iccid),
        answer,
      })),
      facts: maskRows(caller, toEvidenceRows(outcome)),
    })),
    refunds: refunds.map(({ requestedBy, ...row }) => ({
      ...row,
      reason: maskWords(caller, row.reason),
      askedBy: nameOf(requestedBy),
    })),
  }
}
