import { z } from 'zod'
import { noteListExport } from '#lib/core/commands/note-list-export.ts'
import { csvResponse } from '#lib/core/http/csv.ts'
import { read } from '#lib/core/http/route.ts'
import { EXPORTED_LISTS } from '#lib/core/rules/list-exports.ts'
import { exportedList } from '#lib/operations/queries/list-exports.ts'

const params = z.object({ list: z.enum(EXPORTED_LISTS) })

/** GET /api/admin/export/[list]: a list of the back office as CSV, by the filters of its page. The export is written down. */
export const GET = read(
  { caller: 'staff', params, reply: z.object({}) },
  async ({ caller, params: { list }, request }) => {
    const { filter, part, rows } = exportedList(caller, list, Object.fromEntries(new URL(request.url).searchParams))
    await noteListExport(caller, list, filter)

    return csvResponse(rows, `${part ? `${list}-${part}` : list}-${new Date().toISOString().slice(0, 10)}`)
  },
)
