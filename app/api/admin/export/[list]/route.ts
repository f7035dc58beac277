import { noteListExport } from '#lib/core/commands/lists.ts'
import { csvResponse } from '#lib/core/http/csv.ts'
import { serve } from '#lib/core/http/route.ts'
import { exportedList } from '#lib/operations/queries/list-exports.ts'
import { exportListCall } from '#lib/operations/schema.ts'

export const GET = serve(exportListCall, async ({ caller, params: { list }, query }) => {
  const { filter, part, rows } = exportedList(caller, list, query)
  await noteListExport(caller, list, filter)

  return csvResponse(rows, `${part ? `${list}-${part}` : list}-${new Date().toISOString().slice(0, 10)}`)
})
