import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { joinCustomers, separateCustomer } from '#lib/customers/commands/join-customers.ts'

const params = z.object({ id: z.string().min(1).max(64) })
const reason = z.string().trim().min(3).max(500)

/** POST /api/admin/customers/:id/addresses: another address belongs to the same customer. */
export const POST = mutation(
  { caller: 'staff', params, body: z.strictObject({ email: z.email().max(254), reason }), reply: z.object({}) },
  async ({ caller, params: { id }, body }) => {
    await joinCustomers(caller, { personId: id, ...body })

    return {}
  },
)

/** DELETE /api/admin/customers/:id/addresses: the address of this person stands alone again. */
export const DELETE = mutation(
  { caller: 'staff', params, body: z.strictObject({ reason }), reply: z.object({}) },
  async ({ caller, params: { id }, body }) => {
    await separateCustomer(caller, { personId: id, ...body })

    return {}
  },
)
