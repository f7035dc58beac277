import 'server-only'
import { readHiddenColumns } from '#lib/core/repository/lists.ts'
import { type Caller, requirePermission } from '#lib/core/rules/caller.ts'
import { type ColumnList, knownColumns, type ListColumn } from '#lib/core/rules/lists.ts'

/** The columns of a list that the caller does not want to see. Throws `forbidden`. */
export async function getHiddenColumns<List extends ColumnList>(
  caller: Caller,
  list: List,
): Promise<ListColumn<List>[]> {
  const { staffId } = requirePermission(caller, 'orders.see')

  return knownColumns(list, await readHiddenColumns({ staffId, list }))
}
