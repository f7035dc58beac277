import 'server-only'
import { recordAudit } from '#lib/db/audit.ts'
import type { OrderExport } from '#lib/domain/admin-orders.ts'
import { actorOf, type Caller, requirePermission } from '#lib/domain/caller.ts'

/** Writes down that somebody takes orders out as a file, before its first row leaves. Throws `forbidden`. */
export async function noteOrderExport(caller: Caller, filter: OrderExport): Promise<void> {
  const staff = requirePermission(caller, 'orders.export')
  const { ids, ...said } = filter
  const after = ids.length > 0 ? { orders: ids.length } : Object.fromEntries(Object.entries(said).filter(([, v]) => v))
  await recordAudit({ actor: actorOf(staff), role: staff.role, act: 'orders.exported', subject: 'orders', after })
}
