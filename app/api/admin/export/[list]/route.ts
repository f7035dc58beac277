import { z } from 'zod'
import { EXPORTED_LISTS } from '#lib/domain/list-exports.ts'
import { csvResponse } from '#lib/http/csv.ts'
import { read } from '#lib/http/route.ts'
import { exportedList } from '#lib/queries/list-exports.ts'
import { noteListExport } from '#lib/services/note-list-export.ts'

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
