import type { DeskCheck, DeskOrderInput, DeskResult } from '#lib/checkout/rules/desk-order.ts'
import { ask } from '#lib/core/client/ask.ts'
import type { ColumnList } from '#lib/core/rules/list-columns.ts'
import type { ViewArea } from '#lib/settings/rules/saved-view.ts'

/** What a typed text finds in the palette. */
export type Finds = {
  orders: { id: string; number: string; email: string; plan: string }[]
  cards: { id: string; iccid: string; number: string }[]
}

/** Looks a typed number or address up. */
export function find(text: string, signal: AbortSignal): Promise<Finds> {
  return ask(`/api/admin/search?q=${encodeURIComponent(text)}`, { method: 'GET', signal })
}

/** What is done to several orders at once. */
export type BulkAct =
  | { act: 'resend' }
  | { act: 'tag'; tag: string; isSet: boolean }
  | { act: 'assign'; staffId: string | null }

/** How it ended for one order. */
export type BulkResult = { id: string; outcome: 'done' | 'refused'; reason: string | null }

/** Does one thing to several orders. */
export async function actOnOrders(ids: string[], act: BulkAct): Promise<BulkResult[]> {
  const { rows } = await ask<{ rows: BulkResult[] }>('/api/admin/orders/bulk', { method: 'POST', body: { ids, act } })

  return rows
}

/** Keeps a view of a list under a name. */
export function saveView(view: { area: ViewArea; name: string; query: string; isDefault: boolean }): Promise<unknown> {
  return ask('/api/admin/views', { method: 'POST', body: view })
}

/** Keeps which columns of a list are hidden. */
export function hideColumns(choice: { list: ColumnList; hidden: readonly string[] }): Promise<unknown> {
  return ask('/api/admin/columns', { method: 'POST', body: choice })
}

/** Removes a view. */
export function deleteView(id: string): Promise<unknown> {
  return ask(`/api/admin/views/${id}`, { method: 'DELETE', body: {} })
}

/** Asks what orders for customers would be and cost. */
export function checkOrders(body: Omit<DeskOrderInput, 'seenMinor' | 'reason' | 'typed'>): Promise<DeskCheck> {
  return ask('/api/admin/orders/check', { method: 'POST', body: body })
}

/** Makes orders for customers, once per key. */
export async function makeOrders(body: DeskOrderInput, onceKey: string): Promise<DeskResult[]> {
  const { rows } = await ask<{ rows: DeskResult[] }>('/api/admin/orders', { method: 'POST', body: body, onceKey })

  return rows
}
