import type { ReferenceProof } from '#lib/reconciliation/schema.ts'
import 'server-only'
import { env } from '#lib/core/env.ts'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { db } from '#lib/core/repository/client.ts'
import { AppError } from '#lib/core/rules/app-error.ts'
import { actorOf, type Caller, can, requirePermission } from '#lib/core/rules/caller.ts'
import { addDays, type CalendarDate } from '#lib/core/rules/field-schemas.ts'
import { maskIccid } from '#lib/core/rules/mask.ts'
import { findClaimed } from '#lib/fulfilment/repository/provider-orders.ts'
import { currentProvider } from '#lib/provider/commands/current-provider.ts'
import { searchOrders, searchOrdersLegacy, toProviderDate } from '#lib/provider/index.ts'
import { isProviderFailure } from '#lib/provider/rules/provider-failure.ts'
import { parseIccid } from '#lib/provider/rules/provider-ids.ts'
import type { ProviderOrderRow } from '#lib/provider/rules/provider-order.ts'
import { findItemsByRef } from '#lib/reconciliation/repository/reconciliation-orders.ts'
import { iccidsOf } from '#lib/reconciliation/rules/judge-listed-order.ts'

/** The contract's own size of a page: it does not say how much more than that is given. */
const PAGE_SIZE = 30
const USUAL_DAYS = 92
const REFERENCE = /^[A-Za-z0-9-]{4,64}$/

/** What the network's orders are searched by. Days are the network's (GMT+8); without any the last three months. */
export type NetworkSearch = {
  orderNum?: string
  iccid?: string
  reference?: string
  itemReference?: string
  createdFrom?: CalendarDate
  createdTo?: CalendarDate
  beginsFrom?: CalendarDate
  beginsTo?: CalendarDate
  endsFrom?: CalendarDate
  endsTo?: CalendarDate
  status?: number
  planName?: string
  esimKind?: 'esim' | 'physical'
  orderMode?: 0 | 1 | 2
  page: number
}

/**
 * Searches the network's own list of orders: one call, always with the days it looks at, which the answer names. Costs and
 * full card numbers are absent for roles that may not see them. Throws `forbidden`, `bad_input`, and `upstream_unavailable`
 * when it does not answer.
 */
export async function searchNetwork(caller: Caller, search: NetworkSearch) {
  const staff = requirePermission(caller, 'findings.settle')
  const to = search.createdTo ?? toProviderDate(new Date())
  const from = search.createdFrom ?? addDays(to, -USUAL_DAYS)
  if (from > to) throw new AppError('bad_input', 'The first day lies after the last.')
  const iccid = search.iccid === undefined ? null : parseIccid(search.iccid)
  if (search.iccid !== undefined && iccid === null) throw new AppError('bad_input', 'This is no card number.')
  const after = { ...search, from, to, ...(iccid ? { iccid: maskIccid(iccid) } : {}) }
  const actor = actorOf(staff)
  await recordAudit({ actor, role: staff.role, act: 'reconciliation.searched', subject: 'network', after })
  const page = await ask(() =>
    currentProvider().call(searchOrders, {
      orderNum: search.orderNum,
      iccid,
      outerOrderId: search.reference,
      outerItemId: search.itemReference,
      created: { from, to },
      begins: rangeOf(search.beginsFrom, search.beginsTo),
      ends: rangeOf(search.endsFrom, search.endsTo),
      status: search.status,
      planName: search.planName,
      esimKind: search.esimKind,
      orderMode: search.orderMode,
      pageNo: search.page,
      pageSize: PAGE_SIZE,
    }),
  )

  return {
    from,
    to,
    total: page.total,
    page: search.page,
    hasMore: page.total === null ? page.rows.length === PAGE_SIZE : search.page * PAGE_SIZE < page.total,
    rows: await toOrders(caller, page.rows),
  }
}

/**
 * Confirms by our reference: the filter of the newer list, and the echo of the older one, which alone is proof. Throws
 * `forbidden`, `bad_input`, `upstream_unavailable`.
 */
export async function confirmReference(caller: Caller, reference: string): Promise<ReferenceProof> {
  const staff = requirePermission(caller, 'findings.settle')
  if (!REFERENCE.test(reference)) throw new AppError('bad_input', 'This is no reference.')
  const actor = actorOf(staff)
  await recordAudit({ actor, role: staff.role, act: 'reconciliation.searched', subject: reference })
  const item = (await findItemsByRef([reference])).get(reference)
  const day = toProviderDate(await startOf(item?.id))
  const created = { from: addDays(day, -1), to: addDays(toProviderDate(new Date()), 1) }
  const [filtered, echoing] = await ask(async () => [
    await currentProvider().call(searchOrders, { outerOrderId: reference, created, pageSize: PAGE_SIZE }),
    await currentProvider().call(searchOrdersLegacy, { outerOrderId: reference, created, pageSize: PAGE_SIZE }),
  ])

  return {
    reference,
    item: item ? { orderId: item.orderId, number: item.order.number, state: item.state } : null,
    echoed: echoing.rows.filter(({ itemRef }) => itemRef === reference).map(({ orderNum }) => orderNum),
    filtered: filtered.rows.map(({ orderNum }) => orderNum),
  }
}

async function startOf(itemId: string | undefined): Promise<Date> {
  const item = itemId ? await db().orderItem.findUnique({ where: { id: itemId }, select: { createdAt: true } }) : null

  return item?.createdAt ?? new Date(Date.now() - USUAL_DAYS * 86_400_000)
}

async function ask<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (cause) {
    if (!isProviderFailure(cause)) throw cause
    throw new AppError('upstream_unavailable', 'The network did not answer.', { problem: cause.kind }, { cause })
  }
}

async function toOrders(caller: Caller, rows: ProviderOrderRow[]) {
  const claimed = await findClaimed(rows.map(({ orderNum }) => orderNum))
  const items = await db().orderItem.findMany({
    where: { id: { in: [...claimed.values()] } },
    select: { id: true, order: { select: { id: true, number: true } } },
  })
  const orders = new Map(items.map(({ id, order }) => [id, order]))

  return rows.map((row) => ({
    orderNum: row.orderNum,
    plan: row.skuName,
    count: row.count,
    status: row.status,
    isTopUp: row.isTopUp,
    cost: can(caller, 'costs.see') && row.total !== null ? `${row.total} ${env.RESELLER_API_CURRENCY}` : null,
    createdAt: row.createdAt,
    esims: [...iccidsOf(row.plans)].map((iccid) => (can(caller, 'iccids.see') ? iccid : maskIccid(iccid))),
    order: orders.get(claimed.get(row.orderNum) ?? '') ?? null,
  }))
}

function rangeOf(from: CalendarDate | undefined, to: CalendarDate | undefined) {
  if (!from && !to) return null

  return { from: from ?? to ?? ('' as CalendarDate), to: to ?? from ?? ('' as CalendarDate) }
}
