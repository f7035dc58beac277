import { z } from 'zod'
import { orderExportSchema } from '#lib/domain/admin-orders.ts'
import { csvResponse } from '#lib/http/csv.ts'
import { read } from '#lib/http/route.ts'
import { exportedOrders } from '#lib/queries/admin-orders-export.ts'
import { noteOrderExport } from '#lib/services/order-acts/note-export.ts'

/** GET /api/admin/orders/export: the orders of a filter, or the named ones, as CSV. The export itself is written down. */
export const GET = read({ caller: 'staff', params: z.object({}), reply: z.object({}) }, async ({ caller, request }) => {
  const filter = orderExportSchema.parse(Object.fromEntries(new URL(request.url).searchParams))
  await noteOrderExport(caller, filter)

  return csvResponse(exportedOrders(caller, filter), `orders-${new Date().toISOString().slice(0, 10)}`)
})
