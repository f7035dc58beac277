import { z } from 'zod'
import { auditFilterSchema } from '#lib/domain/admin-audit.ts'
import { csvResponse } from '#lib/http/csv.ts'
import { read } from '#lib/http/route.ts'
import { exportAudit } from '#lib/services/staff/export-audit.ts'

/** GET /api/admin/audit/export: the acts of a filter as CSV, row by row. The export itself is written down. */
export const GET = read({ caller: 'staff', params: z.object({}), reply: z.object({}) }, async ({ caller, request }) => {
  const filter = auditFilterSchema.parse(Object.fromEntries(new URL(request.url).searchParams))

  return csvResponse(await exportAudit(caller, filter), `audit-${new Date().toISOString().slice(0, 10)}`)
})
