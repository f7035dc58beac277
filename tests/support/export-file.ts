import { noteListExport } from '#lib/core/commands/lists.ts'
import type { StaffMember } from '#lib/core/rules/caller.ts'
import type { ExportedList } from '#lib/core/rules/lists.ts'
import { exportedList } from '#lib/operations/queries/list-exports.ts'

/** Takes a list out as its route does: written down first, then row by row. Returns the whole file. */
export async function exportFile(staff: StaffMember, list: ExportedList, said: object = {}): Promise<string> {
  const { filter, rows } = exportedList(staff, list, said)
  await noteListExport(staff, list, filter)
  let text = ''
  for await (const part of rows) text += part

  return text
}
