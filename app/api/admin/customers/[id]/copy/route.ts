import { z } from 'zod'
import { read } from '#lib/core/http/route.ts'
import { copyForStaff } from '#lib/customers/commands/copy-customer.ts'

/** GET /api/admin/customers/:id/copy: everything kept about a customer, as a JSON file. The act is written down. */
export const GET = read(
  { caller: 'staff', params: z.object({ id: z.string().min(1).max(64) }), reply: z.object({}) },
  async ({ caller, params }) => {
    const copy = await copyForStaff(caller, params.id)

    return new Response(JSON.stringify(copy, null, 2), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="customer-${new Date().toISOString().slice(0, 10)}.json"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      },
    })
  },
)
