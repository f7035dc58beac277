import { z } from 'zod'
import { mutation } from '#lib/core/http/route.ts'
import { testConnection } from '#lib/provider/commands/test-connection.ts'

const step = z.object({
  step: z.string(),
  problem: z.string().nullable(),
  code: z.int().nullable(),
  count: z.number().nullable(),
  latencyMs: z.number(),
})

/** POST /api/admin/connection/test: asks the network for session, products, plans and stock. It buys nothing. */
export const POST = mutation(
  { caller: 'staff', params: z.object({}), body: z.strictObject({}), reply: z.object({ steps: z.array(step) }) },
  async ({ caller }) => ({ steps: await testConnection(caller) }),
)
