import type { StaffOrderInput } from '#lib/checkout/rules/staff-order.ts'
import type { checkStaffOrdersCall, placeStaffOrdersCall, StaffOrderResult } from '#lib/checkout/schema.ts'
import { call } from '#lib/core/client/request.ts'
import type { ReplyOf, RequestOf } from '#lib/core/rules/contract.ts'
import type { ColumnList, ViewArea } from '#lib/core/rules/lists.ts'
import type { hideColumnsCall } from '#lib/core/schema.ts'
import type { searchBackofficeCall } from '#lib/operations/schema.ts'
import type { BulkAction, BulkResult, runBulkActionCall } from '#lib/orders/schema.ts'
import type { saveViewCall } from '#lib/settings/schema.ts'

/** What a typed text finds in the palette. */
export type Finds = ReplyOf<typeof searchBackofficeCall>

/** Looks a typed number or address up. */
export function find(text: string, signal: AbortSignal) {
  return call<typeof searchBackofficeCall>('GET /api/admin/search', { query: { q: text }, signal })
}

/** Does one thing to several orders. */
export async function runBulkAction(ids: string[], action: BulkAction): Promise<BulkResult[]> {
  const { rows } = await call<typeof runBulkActionCall>('POST /api/admin/orders/bulk', { body: { ids, act: action } })

  return rows
}

/** Keeps a view of a list under a name. */
export function saveView(view: { area: ViewArea; name: string; query: string; isDefault: boolean }) {
  return call<typeof saveViewCall>('POST /api/admin/views', { body: view })
}

/** Keeps which columns of a list are hidden. */
export function hideColumns(choice: { list: ColumnList; hidden: readonly string[] }) {
  return call<typeof hideColumnsCall>('POST /api/admin/columns', {
    body: choice as RequestOf<typeof hideColumnsCall>['body'],
  })
}

/** Asks what orders for customers would be and cost. */
export function checkOrders(body: Omit<StaffOrderInput, 'seenMinor' | 'reason' | 'typed'>) {
  return call<typeof checkStaffOrdersCall>('POST /api/admin/orders/check', {
    body: body as RequestOf<typeof checkStaffOrdersCall>['body'],
  })
}

/** Makes orders for customers, once per key. */
export async function makeOrders(body: StaffOrderInput, onceKey: string): Promise<StaffOrderResult[]> {
  const { rows } = await call<typeof placeStaffOrdersCall>('POST /api/admin/orders', {
    body: body as RequestOf<typeof placeStaffOrdersCall>['body'],
    onceKey,
  })

  return rows
}
