import 'server-only'
import { recordAudit } from '#lib/core/repository/audit.ts'
import { writeHiddenColumns } from '#lib/core/repository/lists.ts'
import { actorOf, type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { type ColumnList, type ExportedList, knownColumns, LISTS } from '#lib/core/rules/lists.ts'

/** Keeps which columns of a list the person who asks does not want to see. Names it does not have are left out. Throws `forbidden`. */
export async function hideColumns(
  caller: Caller,
  { list, hidden }: { list: ColumnList; hidden: string[] },
): Promise<void> {
  const { staffId } = requirePermission(caller, 'orders.see')
  await writeHiddenColumns({ staffId, list }, knownColumns(list, hidden))
}

// A place in the list is no filter.
const UNSAID = ['after', 'before']

/**
 * Writes down that somebody takes a list out as a file, before its first row leaves: the filter, and of orders that were
 * named one by one how many; a closed month is the object of the act. A text that was searched for may be somebody's address: only that there was one is kept. Throws
 * `forbidden`.
 */
export async function noteListExport(
  caller: Caller,
  list: ExportedList,
  { ids = [], id, ...filter }: { ids?: string[]; id?: string },
): Promise<void> {
  const { permission, act } = LISTS[list].file
  const staff = requirePermission(caller, permission)
  const entries = Object.entries<unknown>(filter).flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' && !UNSAID.includes(name)
      ? [[name, name === 'q' ? 'yes' : value] as const]
      : [],
  )
  const after = ids.length > 0 ? { orders: ids.length } : Object.fromEntries(entries)
  await recordAudit({ actor: actorOf(staff), role: staff.role, act, subject: id ?? list, after })
}
