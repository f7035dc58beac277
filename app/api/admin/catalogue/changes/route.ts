import { z } from 'zod'
import { changeFilterSchema, exportChanges } from '#lib/catalog/queries/admin-catalog-changes.ts'
import { csvResponse } from '#lib/core/http/csv.ts'
import { read } from '#lib/core/http/route.ts'
import { parseInput } from '#lib/core/rules/parse-input.ts'

/** GET /api/admin/catalogue/changes: the change list as a file for spreadsheets, with the filters of its page. */
export const GET = read({ caller: 'staff', params: z.object({}), reply: z.never() }, async ({ caller, request }) => {
  const filter = parseInput(changeFilterSchema, Object.fromEntries(new URL(request.url).searchParams))

  return csvResponse(exportChanges(caller, filter), 'catalogue-changes')
})
