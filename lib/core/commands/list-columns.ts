import 'server-only'
import { writeHiddenColumns } from '#lib/core/repository/list-columns.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { type ColumnList, knownColumns } from '#lib/core/rules/lists.ts'

/** Keeps which columns of a list the person who asks does not want to see. Names it does not have are left out. Throws `forbidden`. */
export async function hideColumns(
  caller: Caller,
  { list, hidden }: { list: ColumnList; hidden: string[] },
): Promise<void> {
  const { staffId } = requirePermission(caller, 'orders.see')
  await writeHiddenColumns({ staffId, list }, knownColumns(list, hidden))
}
